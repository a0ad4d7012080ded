import assert from 'node:assert/strict';
import {
  LONGEST_PIECE,
  piecesOf,
  SecretRedactor,
} from '../../../../src/adapters/redaction/secretRedactor.ts';

const redactor = new SecretRedactor();
/** The values are joined from pieces, so that no text in this file looks like a real key. */
const password = ['kept', '7', 'Blue'].join('');
const key = ['ghp', 'q7Wd2Zk9Tb4Xn5Rf8Lc3Vh6q7Wd2Zk9Tb4Xn'].join('_');

async function valuesIn(text: string): Promise<readonly string[]> {
  const [spans = []] = await redactor.find([text]);
  return spans.map(({ start, end }) => text.slice(start, end));
}

describe('The search for secrets in texts', () => {
  for (const [what, secret, line] of [
    ['a key', key, `use ${key} here\n`],
    ['the value of the variable DB_PASSWORD', password, `DB_PASSWORD=${password}\n`],
  ] as const) {
    it(`finds a secret at the boundary of two pieces: ${what}`, async () => {
      const words = 'some words '.repeat(LONGEST_PIECE / 8);
      for (let back = 0; back < line.length; back += 3) {
        const text = `${words.slice(0, LONGEST_PIECE - back - 1)}\n${line}${words}`;
        assert.deepEqual(await valuesIn(text), [secret]);
      }
    });
  }

  it('finds a JSON web token of the maximum length at the boundary of two pieces', async () => {
    const mixed = 'q7Wd2Zk9Tb4Xn5Rf8Lc3Vh6'.repeat(400);
    const token = [`eyJ${mixed.slice(0, 3_900)}`, `eyJ${mixed.slice(0, 7_900)}`, mixed.slice(0, 1_900)].join(
      '.',
    );
    for (const back of [1, 4_000, 8_000, 12_000, token.length - 1]) {
      const before = 'w '.repeat((LONGEST_PIECE - back) / 2);
      const [value, ...others] = await valuesIn(`${before}${token} ${before}`);
      assert.ok(value === token && others.length === 0, String(back));
    }
  });

  it('finds a key in a long text without spaces', async () => {
    const text = `${'x'.repeat(LONGEST_PIECE - 10)};${key};${'y'.repeat(LONGEST_PIECE)}`;
    assert.deepEqual(await valuesIn(text), [key]);
  });

  it('finds the passwords of a table in all pieces of the text', async () => {
    const rows = Array.from(
      { length: 9_000 },
      (_, nth) => `user${String(nth)},row,${password}${String(nth)}`,
    );
    const values = await valuesIn(`user,note,password\n${rows.join('\n')}\n`);
    assert.equal(values.length, rows.length);
  });

  it('splits repetitive texts into short pieces, whose number grows at most in proportion to the length of the text', () => {
    for (const piece of ['password=', 'kind: Secret\n', ' -', '-----BEGIN PRIVATE KEY-----\n', 'x']) {
      const counts = [1, 2, 4].map((times) => {
        const text = piece.repeat((times * 900_000) / piece.length);
        const pieces = piecesOf([text]);
        assert.ok(pieces.every(({ text: { length } }) => length <= LONGEST_PIECE));
        return pieces.length;
      });
      const [once = 0, twice = 0, fourTimes = 0] = counts;
      assert.ok(twice <= 2 * once + 1 && fourTimes <= 4 * once + 1, counts.join());
    }
  });

  it('does not split short texts', () => {
    assert.deepEqual(piecesOf(['a', '', 'b']), [
      { textIndex: 0, start: 0, text: 'a' },
      { textIndex: 1, start: 0, text: '' },
      { textIndex: 2, start: 0, text: 'b' },
    ]);
  });
});
