import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chatIsKept, needsAgent, openAgentEditor, type AgentEditor } from '../support/agentEditor.ts';
import { copySampleFiles } from '../support/demo/sampleFiles.ts';
import { startScriptedEndpoint, SCRIPTED_MODEL, type ScriptedEndpoint } from '../support/scriptedEndpoint.ts';

/** The one window for all tests of Longthread in the agent. Its browser context stores what the person allowed. */
export interface SharedEditor {
  readonly editor: AgentEditor;
  readonly endpoint: ScriptedEndpoint;
  readonly workspace: string;
  /** The folders of Longthread's sessions. */
  sessions(): readonly string[];
  /** Waits until the editor has saved this answer. A window that is reloaded earlier loses the answer. */
  isKept(answer: string): Promise<void>;
}

/** The size of the model's window. The agent's tools and system text alone take about twenty thousand tokens. */
const WINDOW_TOKENS = 48_000;
const LOGBOOK_DAYS = 16;
const ended: (() => unknown)[] = [];
let opened: Promise<SharedEditor> | undefined;

/** Opens the window at the first call. Skips the suite if this editor has no agent. */
export async function sharedEditor(context: Mocha.Context): Promise<SharedEditor> {
  needsAgent(context);
  opened ??= open();
  return opened;
}

async function open(): Promise<SharedEditor> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lt-agent-'));
  ended.push(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const [workspace, userData] = [path.join(folder, 'sample'), path.join(folder, 'user')];
  copySampleFiles(workspace);
  writeLogbook(path.join(workspace, 'logbook'));
  const endpoint = await startScriptedEndpoint(WINDOW_TOKENS);
  ended.push(() => {
    endpoint.close();
  });
  const settings = {
    'longthread.endpoint.url': endpoint.url,
    'longthread.model': SCRIPTED_MODEL,
    'longthread.compaction.keepRecentMessages': 4,
  };
  const editor = await openAgentEditor({ workspace, userData, settings, withExtension: true });
  ended.push(() => editor.close());
  const sessions = (): readonly string[] => {
    const kept = path.join(userData, 'User/globalStorage/longthread.longthread/sessions');
    return existsSync(kept) ? readdirSync(kept).map((name) => path.join(kept, name)) : [];
  };
  const isKept = (answer: string): Promise<void> => chatIsKept(userData, answer);
  return { editor, endpoint, workspace, sessions, isKept };
}

/** Writes a logbook that fills the model's context window: for each day, a file of about two thousand tokens. */
function writeLogbook(folder: string): void {
  mkdirSync(folder);
  for (let day = 1; day <= LOGBOOK_DAYS; day += 1) {
    const lines = Array.from(
      { length: 80 },
      (_, hour) =>
        `Day ${day}, entry ${hour}: berth ${(day * 7 + hour * 3) % 90} was taken, ${hour * day} feet of water.`,
    );
    writeFileSync(path.join(folder, `day-${day}.md`), `${lines.join('\n')}\n`);
  }
}

after(async () => {
  for (const end of ended.toReversed()) await end();
});
