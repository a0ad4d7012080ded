import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chooseStrategy } from '../../src/extension/commands/chooseStrategy.ts';
import type { Parts } from '../../src/extension/parts.ts';
import { readSettings } from '../../src/extension/settings/liveSettings.ts';
import { set } from './support/longthread.ts';

describe('the strategy menu', () => {
  const { showQuickPick } = vscode.window;
  let shown: readonly vscode.QuickPickItem[] = [];

  /**
   * Chooses the item whose label matches, in a session with its own strategy. Adds the session's new entries to
   * `appended`.
   */
  async function pick(label: RegExp, appended: object[] = []): Promise<void> {
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
        shown = items;
        return Promise.resolve(items.find((item) => label.test(item.label)));
      },
    });
    const append = (draft: object): Promise<void> => Promise.resolve(void appended.push(draft));
    const live = { session: { strategy: 'staged' }, log: { isReadOnly: false }, append };
    await chooseStrategy({
      strategies: { names: ['hybrid', 'window'], find: () => undefined },
      settings: { current: readSettings() },
      acting: { current: { live } },
      sessions: { current: { live } },
    } as unknown as Parts);
  }

  afterEach(async () => {
    Object.assign(vscode.window, { showQuickPick });
    await set({ strategy: undefined, 'window.batch': undefined, 'summary.enabled': undefined });
  });

  it('sets all settings of a preset when the preset is chosen, and resets the settings when it is chosen again', async () => {
    const appended: object[] = [];
    await pick(/newest 50 turns/u, appended);
    const { strategy, window } = readSettings().compaction;
    assert.deepEqual([strategy, window.batch], ['window', 1]);
    assert.deepEqual(
      appended,
      [{ kind: 'session', strategy: 'window' }],
      'the open session did not get the strategy',
    );
    await pick(/newest 50 turns/u);
    assert.match(shown.find(({ label }) => /50 turns/u.test(label))?.description ?? '', /in use/u);
    const back = readSettings().compaction;
    assert.deepEqual([back.strategy, back.window.batch], ['hybrid', 10]);
  });

  it('turns off model-written notes when “No model” is chosen', async () => {
    await pick(/^No model$/u);
    assert.equal(readSettings().summaryEnabled, false);
  });
});
