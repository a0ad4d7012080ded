import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import type { MessageEntry } from '../../../../src/core/log/entry.ts';
import { maskMessage } from '../../../../src/core/log/mask.ts';
import { KnownValues } from '../../../../src/core/log/knownValues.ts';
import { SecretNumbers } from '../../../../src/core/log/secretNumbers.ts';
import { workOf } from '../../../support/countedWork.ts';

/** If an input is twice as long, the work may grow by at most this factor: two, plus a small margin. */
const LINEAR = 2.3;
/** The factor for a long text. A long text is cut into pieces that overlap by a quarter, which is a third more work. */
const LINEAR_IN_PIECES = LINEAR * (4 / 3);

/** Returns a message with `count` values. Each value comes after `password=` and was found as a secret. */
function dump(count: number, value: (nth: number) => string): MessageEntry {
  let text = '';
  const secrets = Array.from({ length: count }, (_, nth) => {
    text += 'password=';
    const start = text.length;
    text += `${value(nth)} `;
    return { part: 0, start, end: text.length - 1, kind: 'password' };
  });
  const message = { role: 'user', parts: [{ type: 'text', text }] } as const;
  return { v: 1, id: 'm1', at: 1, kind: 'message', message, secrets };
}

describe('A text with thousands of secrets', () => {
  for (const [what, value] of [
    ['are all different', (nth: number) => `k7Qx${String(10_000 + nth)}`],
    ['are all the same', () => 'k7Qx1'],
    ['contain characters that shells and URLs escape', (nth: number) => `k7&Q'x${String(nth)}`],
  ] as const)
    it(`is masked in linear time if the secrets ${what}`, async () => {
      const works: number[] = [];
      for (const count of [1_000, 2_000, 4_000]) {
        const entry = dump(count, value);
        works.push(await workOf(() => maskMessage(new SecretNumbers().number(entry), [])));
      }
      const [once = 0, twice = 0, fourTimes = 0] = works;
      assert.ok(twice < LINEAR * once && fourTimes < LINEAR * twice, works.join());
    });

  it('is not masked again unless one of the text’s secrets is marked as not secret', async () => {
    const entry = new SecretNumbers().number(dump(500, (nth) => `k7Qx${String(nth)}`));
    const first = maskMessage(entry, []);
    assert.equal(await workOf(() => maskMessage(entry, [])), 0);
    assert.equal(maskMessage(entry, [], new Set([9_999])), first);
    assert.notEqual(maskMessage(entry, [], new Set([1])), first);
  });

  it('does not slow down the search in later texts', async () => {
    const works: number[] = [];
    for (const count of [1_000, 10_000]) {
      const known = new KnownValues();
      for (let nth = 0; nth < count; nth++) known.add(nth, `k7Qx${String(nth)}`);
      known.placesIn('', () => 'word');
      works.push(await workOf(() => known.placesIn('k7Qy nothing of it '.repeat(1_000), () => 'word')));
    }
    const [few = 0, many = 0] = works;
    assert.ok(many <= 1.1 * few, works.join());
  });
});

describe('A text with many prefixes of secrets but no secret', () => {
  for (const piece of [
    'password=',
    'token: ',
    '--password ',
    "PASSWORD='",
    'pw|',
    'Bearer ',
    'sk-',
    'a://b:',
    'mnemonic\n',
  ])
    it(`is searched in linear time if the text repeats ${piece.trim()}`, async () => {
      const redactor = new SecretRedactor();
      await redactor.find(['a first text, for work that is done once']);
      const works: number[] = [];
      for (const characters of [15_000, 30_000, 60_000, 120_000]) {
        const text = piece.repeat(characters / piece.length);
        works.push(await workOf(() => redactor.find([text])));
      }
      const [shortest = 0, short = 0, whole = 0, inPieces = 0] = works;
      assert.ok(short < LINEAR * shortest && whole < LINEAR * short, works.join());
      assert.ok(inPieces < LINEAR_IN_PIECES * whole, works.join());
    });
});
