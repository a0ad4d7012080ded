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
  /** Extensions to install beside Longthread, folders by id: one opens the demo's views. */
  readonly extensions: Readonly<Record<string, string>>;
}

/**
 * Has room for the whole sample session and some more questions before its first compaction, and for the demo agent’s
 * first task, whose tools and text take some twenty thousand tokens.
 */
const WINDOW_TOKENS = 48_000;

/** Starts the demo endpoint for Longthread's chat and for the editor's agent, which needs AI features on. */
export async function startSetUp(options: Omit<DemoOptions, 'windowTokens'> = {}): Promise<StartSetUp> {
  const demo = await startDemoEndpoint({ ...options, windowTokens: WINDOW_TOKENS });
  return {
    demo,
    extensions: { 'longthread.longthread-starter': path.join(projectRoot, 'scripts', 'starter') },
    settings: {
      'longthread.endpoint.url': demo.url,
      'longthread.model': DEMO_MODEL,
      // Early enough for a small project, and low enough that several questions follow before the next.
      'longthread.compaction.keepRecentMessages': 4,
      'longthread.compaction.target': 0.45,
      'chat.disableAIFeatures': false,
      // Hides the ports of the demo endpoint and the editor.
      'remote.autoForwardPorts': false,
    },
  };
}

/**
 * Copies the sample into a new folder, in which an agent may edit and fix it, so that its tests fail again. Adds a
 * large logbook, so that a compaction has something to take out.
 */
export function copySample(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  copySampleFiles(folder);
  cpSync(path.join(import.meta.dirname, 'logbook'), path.join(folder, 'logbook'), { recursive: true });
  linkNode(path.join(folder, 'node_modules', '.bin'));
  return folder;
}

/**
 * Makes the sample's `npm test` use the Node that we run on: it runs TypeScript, for which the person's own Node may be
 * too old.
 */
function linkNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (process.platform === 'win32')
    writeFileSync(path.join(folder, 'node.cmd'), `@"${process.execPath}" %*\r\n`);
  else symlinkSync(process.execPath, path.join(folder, 'node'));
}
