import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { corpusFolder, corpusNames } from '../../support/corpus.ts';

describe('The corpus of transcripts', () => {
  const before = process.env['LONGTHREAD_CORPUS'];
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-corpus-'));
  });

  afterEach(() => {
    if (before === undefined) delete process.env['LONGTHREAD_CORPUS'];
    else process.env['LONGTHREAD_CORPUS'] = before;
    rmSync(folder, { recursive: true, force: true });
  });

  it('lists the known file names if no folder is set', () => {
    delete process.env['LONGTHREAD_CORPUS'];
    assert.equal(corpusFolder(), undefined);
    assert.equal(corpusNames().length, 44);
  });

  it('lists new files in addition to the known files', () => {
    mkdirSync(path.join(folder, 'aider'));
    writeFileSync(path.join(folder, 'aider', 'own.md'), '');
    writeFileSync(path.join(folder, 'index.json'), '');
    process.env['LONGTHREAD_CORPUS'] = folder;
    assert.equal(corpusNames().length, 45);
    assert.ok(corpusNames().includes('aider/own.md'));
  });

  it('throws an error if LONGTHREAD_CORPUS names a folder that is empty or does not exist', () => {
    for (const named of [folder, path.join(folder, 'none')]) {
      process.env['LONGTHREAD_CORPUS'] = named;
      assert.throws(() => corpusNames(), /LONGTHREAD_CORPUS names .*, which has no transcripts\./);
    }
  });
});
