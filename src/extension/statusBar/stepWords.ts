import type { RunStep } from '../../core/compaction/compactor.ts';

/** What a compaction that runs is doing, in a sentence. */
export const STEP_WORDS: Readonly<Record<RunStep, string>> = {
  mechanical: 'Compacting…',
  summary: 'A model writes the summary; the context changes when it is there.',
  summaryToFollow: 'Compacted. A model writes the summary, which follows.',
};
