import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { asLabel, withoutLinks } from '../../../../src/extension/asking/plainTexts.ts';

/** Matches the beginning of a text that VS Code shows as a link in a notification. */
const LINK = /\[[^\]]+\]\((?:https?:|command:|file:)/i;

describe('texts in notifications', () => {
  it('contain no link, even if a quoted text contains a link', () => {
    for (const target of ['command:workbench.action.quit', 'https://example.com', 'file:///etc/hosts']) {
      const sentence = `x.example failed ([Mend it](${target})). Try again.`;
      assert.match(sentence, LINK);
      assert.doesNotMatch(withoutLinks(sentence), LINK);
    }
    assert.equal(withoutLinks('No link: a[0] (b).'), 'No link: a[0] (b).');
  });

  it('always pass through ask.ts, which removes links', () => {
    const shows = /(?<!modal)\bshow(?:Information|Warning|Error)Message\((?![^;]*?(?:modal: true|options,))/;
    const files = globSync('src/extension/**/*.ts').filter((file) => shows.test(readFileSync(file, 'utf8')));
    assert.deepEqual(
      files.map((file) => file.replaceAll('\\', '/')),
      ['src/extension/asking/ask.ts'],
    );
  });
});

describe('asLabel', () => {
  it('escapes only texts such as `$(pwd)`, which VS Code would show as icons', () => {
    assert.equal(asLabel('Quote $(pwd) and $(sync~spin).'), 'Quote \\$(pwd) and \\$(sync~spin).');
    assert.equal(asLabel('$(date +%s) costs $5'), '$(date +%s) costs $5');
  });
});
