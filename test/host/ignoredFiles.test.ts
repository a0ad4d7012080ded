import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { findWorkspaceFiles } from '../../src/extension/tools/findWorkspaceFiles.ts';

const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
const ignore = path.join(root, '.gitignore');

describe('a search of a folder', () => {
  let folder: string;
  let name: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(root, 'searched-'));
    name = path.basename(folder);
    for (const file of ['made/a.txt', 'made/deep/b.txt', `${name}/made/c.txt`]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
  });

  afterEach(() => {
    rmSync(ignore);
    rmSync(folder, { recursive: true });
  });

  async function found(below: string): Promise<readonly string[]> {
    const within = vscode.Uri.file(path.join(folder, below));
    const { uris } = await findWorkspaceFiles({ within, most: 10 }, neverCancelled);
    return uris.map(({ path: file }) => path.posix.basename(file));
  }

  it('applies the .gitignore of the workspace folder to paths relative to the workspace folder', async () => {
    for (const [line, others] of [
      [`/${name}/made/`, ['c.txt']],
      [`${name}/made/**`, ['c.txt']],
      [`${name}/*ade`, ['c.txt']],
      [`**/${name}/mad?/**`, []],
    ] as const) {
      writeFileSync(ignore, `${line}\n`);
      assert.deepEqual(await found(''), others, line);
    }
  });

  it('finds its files even if the folder itself is excluded', async () => {
    writeFileSync(ignore, `made/\n/${name}\n`);
    assert.deepEqual(await found('made'), ['a.txt', 'b.txt']);
  });
});
