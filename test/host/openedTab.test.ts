import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { OpenedTab } from '../../src/extension/commands/editorAgent.ts';
import { until } from '../support/until.ts';

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));
const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const pages = (): readonly vscode.Tab[] => tabs().filter(({ input }) => input === undefined);

describe('OpenedTab', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('closes a newly opened page of the editor, but no document that the person opens afterwards', async () => {
    const opened = new OpenedTab();
    await vscode.commands.executeCommand('workbench.action.openGlobalKeybindings');
    await until('the page is there', () => pages().length === 1, { pause });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'mine' }));
    await opened.close();
    await until('the page is gone', () => pages().length === 0, { pause });
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'mine');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('closes no tab if no page of the editor was opened', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'mine' }));
    const opened = new OpenedTab();
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'too' }));
    const before = tabs().length;
    await opened.close();
    assert.equal(tabs().length, before);
    for (let at = 0; at < 2; at++)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
