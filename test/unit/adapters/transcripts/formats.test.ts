import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readTranscript } from '../../../../src/adapters/transcripts/formats.ts';
import { fixturePath } from '../../../support/transcriptFiles.ts';

const TABLE = resolve(import.meta.dirname, '../../../../docs/TRANSCRIPTS.md');

describe('docs/TRANSCRIPTS.md', () => {
  it('names, for every format, the program that writes it, the tested versions and the place of its files', async () => {
    const folder = fixturePath('');
    const read = await Promise.all(readdirSync(folder).map((name) => readTranscript(join(folder, name))));
    const rows = readFileSync(TABLE, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const named = rows.map(([, format = '']) => format.replaceAll('`', ''));
    assert.deepEqual(named.toSorted(), [...new Set(read.map(({ format }) => format))].toSorted());
    for (const [, format, client, versions, place] of rows)
      assert.ok(
        [client, versions, place].every((cell) => cell !== undefined && cell !== ''),
        format,
      );
  });
});
