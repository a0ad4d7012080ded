import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { fixturePath, refusalOf } from '../../../support/transcriptFiles.ts';

const FIXTURES = readdirSync(fixturePath('.'))
  .sort()
  .map((name) => readFileSync(fixturePath(name)));

/** Parts of files that mean something to one reader or another. */
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\n',
  '\\',
  'null',
  '1e999',
  '\u0000',
  '<tool-use><details>',
  '```',
  '⎿ ',
  '#### ',
  '> ',
  '__proto__',
];

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: Uint8Array;
}

function edited(content: Buffer, edits: readonly Edit[]): Buffer {
  return edits.reduce((bytes, { at, remove, insert }) => {
    const start = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, start), insert, bytes.subarray(start + remove)]);
  }, content);
}

const insert = fc.oneof(
  fc.constantFrom(...TOKENS).map((token) => new TextEncoder().encode(token)),
  fc.uint8Array({ maxLength: 8 }),
);
const edit = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), remove: fc.nat(200), insert });

describe('readTranscript, given anything', () => {
  it('throws nothing but a TranscriptError on random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        assert.equal(typeof (await refusalOf(bytes)), 'string');
      }),
      { numRuns: 100 },
    );
  });

  it('throws nothing but a TranscriptError on transcripts that were damaged', async () => {
    const damaged = fc.tuple(fc.constantFrom(...FIXTURES), fc.array(edit, { minLength: 1, maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(damaged, async ([content, edits]) => {
        assert.equal(typeof (await refusalOf(edited(content, edits))), 'string');
      }),
      { numRuns: 500 },
    );
  });

  it('throws nothing but a TranscriptError when values are of other kinds than they should be', async () => {
    const lines = FIXTURES.flatMap((content) => content.toString('utf8').split('\n')).filter((line) =>
      line.startsWith('{"'),
    );
    const wrong = fc.constantFrom('null', '[]', '{}', '7', '"x"', '[null]', '[[]]', 'true');
    const odd = fc.tuple(fc.constantFrom(...lines), fc.nat(20), wrong).map(([line, nth, value]) => {
      let seen = 0;
      return line.replace(/:("[^"]*"|\d+|true|false|null)/gu, (whole) => {
        seen += 1;
        return seen === nth + 1 ? `:${value}` : whole;
      });
    });
    await fc.assert(
      fc.asyncProperty(fc.array(odd, { minLength: 1, maxLength: 4 }), async (rows) => {
        assert.equal(typeof (await refusalOf(rows.join('\n'))), 'string');
      }),
      { numRuns: 300 },
    );
  });
});
