import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linksAway } from '../../../../src/extension/files/linksAway.ts';

describe('links out of the workspace', () => {
  let scratch: string;
  let root: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'longthread-links-'));
    root = path.join(scratch, 'workspace');
    mkdirSync(path.join(root, 'src', 'deep'), { recursive: true });
    mkdirSync(path.join(scratch, 'elsewhere', 'below'), { recursive: true });
    symlinkSync(path.join(scratch, 'elsewhere'), path.join(root, 'src', 'away'), 'junction');
    symlinkSync(path.join(root, 'src'), path.join(root, 'src', 'deep', 'again'), 'junction');
  });

  afterEach(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  async function linksOf(files: readonly string[], base = root): Promise<readonly string[]> {
    return [
      ...(await linksAway(
        files.map((file) => path.join(root, file)),
        { base, root },
      )),
    ];
  }

  it('are listed once, by the path of the topmost linked folder relative to the base folder', async () => {
    const files = ['src/away/a.ts', 'src/away/below/b.ts', 'src/away/below/c.ts', 'src/d.ts'];
    assert.deepEqual(await linksOf(files), ['src/away']);
    assert.deepEqual(await linksOf(files, path.join(root, 'src')), ['away']);
  });

  it('do not include a link to a folder inside the workspace', async () => {
    assert.deepEqual(await linksOf(['a.ts', 'src/b.ts', 'src/deep/again/deep/again/deep/c.ts']), []);
  });

  it('are found on a path that passes through a cyclic link', async () => {
    assert.deepEqual(await linksOf(['src/deep/again/away/a.ts']), ['src/deep/again/away']);
  });

  it('include links whose target no longer exists', async () => {
    rmSync(path.join(scratch, 'elsewhere'), { recursive: true });
    assert.deepEqual(await linksOf(['src/away/a.ts']), ['src/away']);
  });
});
