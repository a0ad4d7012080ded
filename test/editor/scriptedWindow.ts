import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { copySample } from '../support/demo/startSetUp.ts';
import { openScriptedChat } from '../support/scriptedChat.ts';
import type { Answer, ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';

/** A window whose model answers by a script, in a folder with the sample. */
export interface ScriptedWindow {
  readonly workbench: Workbench;
  readonly endpoint: ScriptedEndpoint;
  /** What the model answers next, in order. */
  readonly script: Answer[];
  /** The workspace. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** The model may take so many steps in a turn. */
export const MAX_STEPS = 20;

let opened: Promise<ScriptedWindow> | undefined;

/**
 * Gives each suite the same window, since opening one costs more than most tests. It begins with an empty session and
 * with the sample as it is. No model writes notes in it.
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
  await beginSession(window.workbench);
  return window;
}

/** Begins a session, unless the one that is shown is empty. */
export async function beginSession(workbench: Workbench): Promise<void> {
  const rows = workbench.chat.locator('lt-user-row');
  if ((await rows.count()) === 0) return;
  await workbench.runCommand('Longthread: New Session');
  await rows.first().waitFor({ state: 'detached' });
}

async function open(): Promise<ScriptedWindow> {
  const chat = await openScriptedChat({
    ...{ width: 1_400, height: 950 },
    settings: {
      'longthread.summary.enabled': false,
      'longthread.compaction.keepRecentMessages': 2,
      'longthread.maxSteps': MAX_STEPS,
    },
  });
  const { endpoint, script, folder } = chat;
  return { workbench: chat, endpoint, script, folder, close: () => chat.close() };
}

after(async () => {
  await (await opened)?.close();
});
