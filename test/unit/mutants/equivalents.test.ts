import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EQUIVALENTS } from '../../mutants/equivalents.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('the list of undetectable mutants', () => {
  it('contains only lines that exist in the source', () => {
    const lines = (file: string): readonly string[] =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line) => line.trim());
    const gone = EQUIVALENTS.filter(({ file, line }) => !lines(file).includes(line));
    assert.deepEqual(gone, []);
  });
});
