import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint, type DemoOptions } from '../demoEndpoint.ts';
import { projectRoot } from '../vscodeInstall.ts';
import { copySampleFiles } from './sampleFiles.ts';
import type { Settings } from '../vscodeSettings.ts';

/** What `npm start` sets up; a test of what it shows sets up the same. */
export interface StartSetUp {
  readonly demo: DemoEndpoint;
  readonly settings: Settings;
  /** Extensions to install beside Longthread, folders by id: one that opens what there is to see. */
  readonly extensions: Readonly<Record<string, string>>;
}

/**
 * Takes the sample session whole and some questions more before its first compaction, and the demo agent’s first task,
 * whose tools and own text take some twenty thousand tokens.
 */
const WINDOW_TOKENS = 48_000;

/** Starts the demo endpoint, for Longthread's chat and for the editor's agent, which needs AI features on. */
export async function startSetUp(options: Omit<DemoOptions, 'windowTokens'> = {}): Promise<StartSetUp> {
  const demo = await startDemoEndpoint({ ...options, windowTokens: WINDOW_TOKENS });
  return {
    demo,
    extensions: { 'longthread.longthread-starter': path.join(projectRoot, 'scripts', 'starter') },
    settings: {
      'longthread.endpoint.url': demo.url,
      'longthread.model': DEMO_MODEL,
      // Soon enough to be seen in a small project, and so far down that several questions follow before the next.
      'longthread.compaction.keepRecentMessages': 4,
      'longthread.compaction.target': 0.45,
      'chat.disableAIFeatures': false,
      // The demo endpoint's port and the editor's own are nobody's business.
      'remote.autoForwardPorts': false,
    },
  };
}

/**
 * Copies the sample into a folder, in which an agent may edit and fix it: made anew, so that its tests fail again; and a
 * logbook, which is most of what the agent reads there, so that a compaction has something to take out.
 */
export function copySample(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  copySampleFiles(folder);
  cpSync(path.join(import.meta.dirname, 'logbook'), path.join(folder, 'logbook'), { recursive: true });
  linkNode(path.join(folder, 'node_modules', '.bin'));
  return folder;
}

/** `npm test` of the sample runs TypeScript, which the person's own Node may be too old for: it takes the one we run on. */
function linkNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (process.platform === 'win32')
    writeFileSync(path.join(folder, 'node.cmd'), `@"${process.execPath}" %*\r\n`);
  else symlinkSync(process.execPath, path.join(folder, 'node'));
}
