import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { fixturePath } from './transcriptFiles.ts';

const FIXTURES = readdirSync(fixturePath('.'))
  .sort()
  .map((name) => readFileSync(fixturePath(name)));

/** Pieces of text that have a special meaning for some transcript reader. */
const TOKENS = [
  ...['{', '}', '[', ']', '"', '\n', '\\', 'null', '1e999', '\u0000', '__proto__', 'constructor'],
  ...['<tool-use><details>', '```', '⎿ ', '#### ', '> '],
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

/** A fixture in which bytes were removed or inserted at up to five places. */
export const damagedTranscript: fc.Arbitrary<Buffer> = fc
  .tuple(fc.constantFrom(...FIXTURES), fc.array(edit, { minLength: 1, maxLength: 5 }))
  .map(([content, edits]) => edited(content, edits));

const LINES = FIXTURES.flatMap((content) => content.toString('utf8').split('\n')).filter((line) =>
  line.startsWith('{"'),
);
const wrong = fc.constantFrom('null', '[]', '{}', '7', '"x"', '[null]', '[[]]', 'true');

const oddLine = fc.tuple(fc.constantFrom(...LINES), fc.nat(20), wrong).map(([line, nth, value]) => {
  let seen = 0;
  return line.replace(/:("[^"]*"|\d+|true|false|null)/gu, (whole) => {
    seen += 1;
    return seen === nth + 1 ? `:${value}` : whole;
  });
});

/** One to four lines of fixtures. In each line, one value may be replaced by a value of a wrong type. */
export const oddTranscript: fc.Arbitrary<string> = fc
  .array(oddLine, { minLength: 1, maxLength: 4 })
  .map((rows) => rows.join('\n'));
