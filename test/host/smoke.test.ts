import assert from 'node:assert/strict';
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

  it('registers every command that it contributes', async () => {
    const { contributes } = extension?.packageJSON as Manifest;
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
