import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { longthreadApi, run, textsOf } from './support/longthread.ts';

describe('a deleted session', () => {
  const { showQuickPick, showWarningMessage } = vscode.window;
  const offered: vscode.QuickPickItem[] = [];

  before(() => {
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
        offered.push(...items);
        return Promise.resolve(items[0]);
      },
      showWarningMessage: () => Promise.resolve('Delete'),
    });
  });

  after(() => {
    Object.assign(vscode.window, { showQuickPick, showWarningMessage });
  });

  it('is listed in the trash by title and can be restored', async () => {
    const api = await longthreadApi();
    await run('openSample');
    const said = textsOf(api, 'user');
    await run('deleteSession');
    assert.notDeepEqual(textsOf(api, 'user'), said);
    await run('restoreSession');
    assert.match(offered[0]?.label ?? '', /harbour log/u);
    assert.match(offered[0]?.description ?? '', /^\d+ messages · deleted just now$/u);
    assert.deepEqual(textsOf(api, 'user'), said);
  });
});
