import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySample } from '../support/demo/startSetUp.ts';
import { openScriptedChat, type ScriptedChat } from '../support/scriptedChat.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';

/** The maximum number of model steps in a turn. */
export const MAX_STEPS = 20;

/** A scripted chat. `userData` is the folder of the editor's settings and storage, and `home` is the user's home. */
export interface ScriptedWindow extends ScriptedChat {
  readonly userData: string;
  readonly home: string;
}

let opened: Promise<ScriptedWindow> | undefined;

/**
 * Returns the same window to all suites, because opening a window takes longer than most tests. Each suite gets the
 * window with an empty session and the unchanged sample. No model writes notes in this window.
 */
export async function scriptedWindow(): Promise<ScriptedWindow> {
  if (opened === undefined) {
    opened = open();
    return opened;
  }
  const window = await opened;
  window.script.length = 0;
  for (const name of readdirSync(window.folder)) rmSync(path.join(window.folder, name), { recursive: true });
  copySample(window.folder);
  await beginSession(window);
  return window;
}

/** Starts a session unless the current session is empty. */
export async function beginSession(workbench: Workbench): Promise<void> {
  const rows = workbench.chat.locator('lt-user-row');
  if ((await rows.count()) === 0) return;
  await workbench.runCommand('Longthread: New Session');
  await rows.first().waitFor({ state: 'detached' });
}

/** Chooses the approval mode of the session. */
export async function chooseMode({ chat, page }: Workbench, mode: string): Promise<void> {
  const button = chat.locator('lt-composer .mode');
  await button.waitFor();
  if ((await button.innerText()).includes(mode)) return;
  await button.click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: mode }).first().click();
  await button.filter({ hasText: mode }).waitFor();
}

/**
 * Opens the window. An automatic compaction starts when the context fills two fifths of the model's usable window. Only
 * tests with long texts reach this level.
 */
async function open(): Promise<ScriptedWindow> {
  const root = mkdtempSync(path.join(tmpdir(), 'lt-window-'));
  const [userData, home] = [path.join(root, 'data'), path.join(root, 'home')];
  mkdirSync(home);
  const chat = await openScriptedChat({
    ...{ width: 1_400, height: 950, windowTokens: 100_000 },
    ...{ userData, environment: { HOME: home } },
    pricing: { prompt: '0.0001', completion: '0.0001', input_cache_read: '0.00001' },
    settings: {
      'longthread.summary.enabled': false,
      'longthread.compaction.keepRecentMessages': 2,
      'longthread.compaction.backgroundThreshold': 0.4,
      'longthread.compaction.target': 0.3,
      'longthread.maxSteps': MAX_STEPS,
    },
  });
  return {
    ...{ ...chat, userData, home },
    close: async () => {
      await chat.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

after(async () => {
  await (await opened)?.close();
});
