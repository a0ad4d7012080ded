import assert from 'node:assert/strict';
import { factsIn, type FactKind } from '../../../bench/retention/facts.ts';

describe('the search for facts in a text', () => {
  const found: readonly (readonly [text: string, kind: FactKind, facts: readonly string[]])[] = [
    ['Look at src/core/log.ts and ./run.', 'path', ['src/core/log.ts', './run']],
    ['It is in package.json:42 now', 'path', ['package.json']],
    ['call readFile or read_file of fs.readFile', 'identifier', ['readFile', 'read_file', 'fs.readFile']],
    ['class HttpServer has MAX_SIZE', 'identifier', ['HttpServer', 'MAX_SIZE']],
    ['it threw a TypeError, then ENOENT and TS2554', 'error', ['TypeError', 'ENOENT', 'TS2554']],
    ['see https://example.org/a?b=c.', 'url', ['https://example.org/a?b=c']],
    ['1,234 lines, port 8080 and 3.5', 'number', ['1,234', '8080']],
    ['commit 9fceb02d0ae5 broke it', 'hash', ['9fceb02d0ae5']],
    ['run `npm run build -- --watch` first', 'command', ['npm run build']],
    ['it says "not found here" and \'exit 1\'', 'literal', ['not found here', 'exit 1']],
  ];
  for (const [text, kind, facts] of found) {
    it(`finds ${kind} facts in: ${text}`, () => {
      const own = [...factsIn(text)].filter(([, found]) => found === kind).map(([fact]) => fact);
      assert.deepEqual(own, facts);
    });
  }

  const empty = [
    'Either way and/or both, e.g. in 12 of 99 cases.',
    'Press ENTER to continue, or go and make tea.',
    'The word "limits" and the word `sort` stand in prose.',
  ];
  for (const text of empty) {
    it(`finds nothing in: ${text}`, () => {
      assert.deepEqual([...factsIn(text)], []);
    });
  }

  it('does not treat the letter of an escape sequence as the beginning of a name', () => {
    assert.deepEqual([...factsIn('print("\\nNo more")')], []);
  });

  it('finds no other facts inside a URL', () => {
    assert.deepEqual(
      [...factsIn('https://example.org/readFile/x').keys()],
      ['https://example.org/readFile/x'],
    );
  });
});
