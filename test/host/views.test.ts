import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { longthreadApi, run } from './support/longthread.ts';

function panelTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('longthread.panel'),
    );
}

/** Resolves when the condition is true. The extension host is informed of a tab shortly after the tab opens. */
async function until(isSo: () => boolean): Promise<void> {
  if (isSo()) return;
  await new Promise<void>((resolve) => {
    const watching = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (!isSo()) return;
      watching.dispose();
      resolve();
    });
  });
}

describe('the panel', () => {
  before(async () => {
    await longthreadApi();
  });

  after(async () => {
    await vscode.window.tabGroups.close(panelTabs());
  });

  it('opens only once even if the command runs twice, and opens again after it was closed', async () => {
    await run('openPanel');
    await until(() => panelTabs().length === 1);
    await run('openPanel');
    assert.equal(panelTabs().length, 1);
    await vscode.window.tabGroups.close(panelTabs());
    await until(() => panelTabs().length === 0);
    await run('openPanel');
    await until(() => panelTabs().length === 1);
  });
});
