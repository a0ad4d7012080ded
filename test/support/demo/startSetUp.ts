import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint, type DemoOptions } from '../demoEndpoint.ts';
import { projectRoot } from '../vscodeInstall.ts';
import { copySampleFiles } from './sampleFiles.ts';
import type { Settings } from '../vscodeSettings.ts';

/** The set-up of `npm start`, also used by its tests. */
export interface StartSetUp {
  readonly demo: DemoEndpoint;
  readonly settings: Settings;
  /** The folders of other extensions to install, by extension id. One of them opens the demo's views. */
  readonly extensions: Readonly<Record<string, string>>;
}

/**
 * The size of the model's window. Before the first compaction, it has room for the whole sample session and some more
 * questions. It also has room for the demo agent’s first task, whose tools and text take about twenty thousand tokens.
 */
const WINDOW_TOKENS = 48_000;

/** Starts the demo endpoint for Longthread's chat and for the editor's agent. The agent needs enabled AI features. */
export async function startSetUp(options: Omit<DemoOptions, 'windowTokens'> = {}): Promise<StartSetUp> {
  const demo = await startDemoEndpoint({ ...options, windowTokens: WINDOW_TOKENS });
  return {
    demo,
    extensions: { 'longthread.longthread-starter': path.join(projectRoot, 'scripts', 'starter') },
    settings: {
      'longthread.endpoint.url': demo.url,
      'longthread.model': DEMO_MODEL,
      // With these two values, a compaction of a short session makes room for several further questions.
      'longthread.compaction.keepRecentMessages': 4,
      'longthread.compaction.target': 0.45,
      'chat.disableAIFeatures': false,
      // Hides the ports of the demo endpoint and the editor.
      'remote.autoForwardPorts': false,
    },
  };
}

/**
 * Copies the sample into a new folder, in which an agent may edit and fix the sample. In each new copy, the tests fail
 * until an agent has fixed it. Adds a large logbook, so that a compaction has something to take out.
 */
export function copySample(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  copySampleFiles(folder);
  cpSync(path.join(import.meta.dirname, 'logbook'), path.join(folder, 'logbook'), { recursive: true });
  linkNode(path.join(folder, 'node_modules', '.bin'));
  return folder;
}

/**
 * Makes the sample's `npm test` use the Node that runs this process, because this Node can run TypeScript. The person's
 * own Node may be too old.
 */
function linkNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (process.platform === 'win32')
    writeFileSync(path.join(folder, 'node.cmd'), `@"${process.execPath}" %*\r\n`);
  else symlinkSync(process.execPath, path.join(folder, 'node'));
}
