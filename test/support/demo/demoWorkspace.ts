import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DEMO_AGENT_MODEL, DEMO_MODEL } from '../demoEndpoint.ts';
import { projectRoot, vscodeTestFolder } from '../vscodeInstall.ts';
import type { Settings } from '../vscodeSettings.ts';

/** Of the agent’s window: a first compaction comes when its first task is done, as test/agent/demo.test.ts shows. */
export const DEMO_AGENT_WINDOW_TOKENS = 34_000;

/** A copy of the sample, which an agent may edit and mend: made anew, so that its tests fail again. */
export function demoWorkspace(folder = path.join(vscodeTestFolder, 'harbour-log')): string {
  rmSync(folder, { recursive: true, force: true });
  cpSync(path.join(projectRoot, 'sample'), folder, { recursive: true });
  return folder;
}

/** The demo endpoint for Longthread's chat and, with more room, for the editor's agent, which needs AI features on. */
export function demoSettings(url: string): Settings {
  return {
    'longthread.endpoint.url': url,
    'longthread.model': DEMO_MODEL,
    'longthread.summary.model': DEMO_AGENT_MODEL,
    // Soon enough to be seen in a small project.
    'longthread.compaction.keepRecentMessages': 4,
    'longthread.compaction.minSavingTokens': 300,
    'chat.disableAIFeatures': false,
  };
}
