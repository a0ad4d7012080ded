import type { RunStep } from '../../core/compaction/run.ts';

/** What a compaction that runs is doing, in a sentence. */
export const STEP_WORDS: Readonly<Record<RunStep, string>> = {
  mechanical: 'Compacting…',
  summary: 'A model writes notes; the context changes when they are there.',
  summaryToFollow: 'Compacted. A model is adding its notes…',
};
