import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('the extension inside VS Code', () => {
  const extension = vscode.extensions.getExtension('longthread.longthread');

  it('activates', async () => {
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it('loads only extension.cjs on activation', () => {
    const files = Object.keys(require.cache).filter((file) =>
      file.startsWith(path.join(extension?.extensionPath ?? '', 'dist')),
    );
    assert.deepEqual(
      files.map((file) => path.basename(file)),
      ['extension.cjs'],
    );
  });

  it('registers every command of package.json', async () => {
    const { contributes } = extension?.packageJSON as Manifest;
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
