import path from 'node:path';
import { projectRoot } from './vscodeInstall.ts';

/** Takes the sample session whole, and some questions more before its first compaction. */
export const START_WINDOW_TOKENS = 48_000;

/** A compaction that goes far down leaves room for several questions before the next. */
export const startSettings = {
  'longthread.compaction.target': 0.45,
  // The demo endpoint's port and the editor's own are nobody's business.
  'remote.autoForwardPorts': false,
} as const;

/** An extension that opens what there is to see. */
export const starter = { 'longthread.longthread-starter': path.join(projectRoot, 'scripts', 'starter') };
