import assert from 'node:assert/strict';
import { findAssignments } from '../../../../src/adapters/redaction/secretAssignments.ts';
import { findSaidSecrets } from '../../../../src/adapters/redaction/saidSecrets.ts';

/** Put together from pieces, so that nothing in this file looks like a real one. */
const word = ['kept', '7', 'Blue'].join('');

describe('a label of a password field', () => {
  const quote = '\\"';
  for (const text of [
    'add(label("Password:").show())\nadd(label("Name"))',
    `add(label(text=${quote}Password:${quote})\\n  other(${quote}Name${quote}))`,
    `row(2, ${quote}Confirm password:${quote}, entry)\\n row(3, ${quote}Name${quote}, entry)`,
  ])
    it(`is not found as a secret: ${JSON.stringify(text)}`, () => {
      assert.deepEqual([...findAssignments(text), ...findSaidSecrets(text)], []);
    });

  it('does not keep a quoted value after it from being found', () => {
    assert.deepEqual(
      findSaidSecrets(`my password: "${word}"`).map(({ start, end }) => end - start),
      [word.length],
    );
  });
});
