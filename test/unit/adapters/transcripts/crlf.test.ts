import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readTranscript } from '../../../../src/adapters/transcripts/formats.ts';

const fixtures = path.resolve(import.meta.dirname, '../../../fixtures/transcripts');

describe('A transcript with Windows line endings', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-crlf-'));
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const name of readdirSync(fixtures))
    it(`is read like a transcript with Unix line endings: ${name}`, async () => {
      const file = path.join(folder, name);
      const text = readFileSync(path.join(fixtures, name), 'utf8');
      const read = async (written: string): Promise<unknown> => {
        writeFileSync(file, written);
        return readTranscript(file).catch((error: unknown) => String(error));
      };
      assert.deepEqual(await read(text.replace(/\r?\n/g, '\r\n')), await read(text));
    });
});
