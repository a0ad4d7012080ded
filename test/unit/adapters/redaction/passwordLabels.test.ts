import assert from 'node:assert/strict';
import { findAssignments } from '../../../../src/adapters/redaction/secretAssignments.ts';
import { findSaidSecrets } from '../../../../src/adapters/redaction/saidSecrets.ts';

/** The value is joined from pieces, so that no text in this file looks like a real password. */
const word = ['kept', '7', 'Blue'].join('');

describe('a label of a password field', () => {
  const quote = '\\"';
  for (const text of [
    'add(label("Password:").show())\nadd(label("Name"))',
    `add(label(text=${quote}Password:${quote})\\n  other(${quote}Name${quote}))`,
    `row(2, ${quote}Confirm password:${quote}, entry)\\n row(3, ${quote}Name${quote}, entry)`,
  ])
    it(`is not reported as a secret: ${JSON.stringify(text)}`, () => {
      assert.deepEqual([...findAssignments(text), ...findSaidSecrets(text)], []);
    });

  it('does not hide a quoted password that follows the label', () => {
    assert.deepEqual(
      findSaidSecrets(`my password: "${word}"`).map(({ start, end }) => end - start),
      [word.length],
    );
  });
});
