import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportSession } from '../../src/extension/commands/exportSession.ts';
import type { OpenSession } from '../../src/extension/sessions/openSession.ts';

describe('Exporting a session', () => {
  const { showQuickPick, showSaveDialog } = vscode.window;
  const folders = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders') ?? assert.fail();
  let suggested: vscode.Uri | undefined;

  before(() => {
    Object.assign(vscode.window, {
      showQuickPick: ([first]: readonly vscode.QuickPickItem[]) => Promise.resolve(first),
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions) => {
        suggested = defaultUri;
        return Promise.resolve(undefined);
      },
    });
  });

  after(() => {
    Object.assign(vscode.window, { showQuickPick, showSaveDialog });
    Object.defineProperty(vscode.workspace, 'workspaceFolders', folders);
  });

  it('suggests a file named after the session in the open folder, or in the home folder if no folder is open', async () => {
    const session = { live: { session: { title: 'The हिन्दी log', messages: [] } } };
    const suggestion = async (): Promise<string | undefined> => {
      await assert.rejects(exportSession(session as unknown as OpenSession), vscode.CancellationError);
      return suggested?.fsPath;
    };
    const [folder] = vscode.workspace.workspaceFolders ?? assert.fail('no folder is open');
    assert.equal(await suggestion(), path.join(folder?.uri.fsPath ?? '', 'The-हिन्दी-log.md'));
    Object.defineProperty(vscode.workspace, 'workspaceFolders', { ...folders, get: () => undefined });
    assert.equal(await suggestion(), path.join(vscode.Uri.file(homedir()).fsPath, 'The-हिन्दी-log.md'));
  });
});
