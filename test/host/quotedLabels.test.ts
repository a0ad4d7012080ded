import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { approvalCommands } from '../../src/extension/commands/approvalCommands.ts';
import { endpointItem } from '../../src/extension/commands/askModel.ts';
import { viewCommands } from '../../src/extension/commands/viewCommands.ts';
import type { Parts } from '../../src/extension/parts.ts';

const ICON = 'Quote $(pwd)';
const NO_ICON = 'Quote \\$(pwd)';

/** Runs a command and closes the list that the command shows. Returns the items of the list. */
async function listShownBy(command: () => unknown): Promise<readonly vscode.QuickPickItem[]> {
  const { showQuickPick } = vscode.window;
  let shown: readonly vscode.QuickPickItem[] = [];
  Object.assign(vscode.window, {
    showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
      shown = items;
      return Promise.resolve(undefined);
    },
  });
  try {
    await assert.rejects(async () => command(), vscode.CancellationError);
  } finally {
    Object.assign(vscode.window, { showQuickPick });
  }
  return shown;
}

/**
 * Unless `$(pwd)` is escaped in a label, a description or a detail, the editor shows an icon in its place, or nothing
 * if no icon has this name.
 */
describe('a quick pick', () => {
  it('shows `$(pwd)` in a session’s title unchanged', async () => {
    const session = { live: { session: { title: ICON } } };
    const parts = { acting: { choices: [session] } } as unknown as Parts;
    const { chooseActing } = viewCommands(parts, {} as Parameters<typeof viewCommands>[1]);
    const [item] = await listShownBy(() => chooseActing?.());
    assert.equal(item?.label, NO_ICON);
  });

  it('shows `$(pwd)` in a model’s name unchanged', () => {
    assert.equal(endpointItem({ id: ICON, facts: {} }).label, NO_ICON);
  });

  it('shows `$(pwd)` in the description and the tags of another extension’s tool unchanged', async () => {
    const lm = Object.getOwnPropertyDescriptor(vscode.lm, 'tools');
    const tool = { name: 'their_tool', description: ICON, tags: [ICON], inputSchema: undefined };
    Object.defineProperty(vscode.lm, 'tools', { configurable: true, get: () => [tool] });
    const session = { live: { session: { foreignTools: [] } } };
    const parts = { sessions: { ensure: () => Promise.resolve(session) } } as unknown as Parts;
    try {
      const [item] = await listShownBy(() => approvalCommands(parts)['chooseForeignTools']?.());
      assert.deepEqual([item?.detail, item?.description], [NO_ICON, NO_ICON]);
    } finally {
      if (lm !== undefined) Object.defineProperty(vscode.lm, 'tools', lm);
    }
  });
});
