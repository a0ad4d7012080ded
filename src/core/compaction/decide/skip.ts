/**
 * Sentences that say why nothing is compacted. The sentence for `cannot_fit` is replaced by a sentence that says what
 * is too large.
 */
export const SKIP_SENTENCES = {
  below_threshold: 'The context is below the threshold.',
  already_in_flight: 'A compaction is running already.',
  no_eligible_batch:
    'There is nothing to compact yet: the context holds only the newest and pinned messages.',
  not_worth_it: 'A compaction would free almost nothing now.',
  deferred_by_user:
    'You postponed or undid a compaction, so the next compaction waits for the next threshold.',
  waits_for_turn: 'A compaction waits until the turn ends and the plan has no open steps.',
  asks_first: 'A compaction waits for your answer (setting longthread.compaction.when).',
  only_by_person:
    'A compaction starts only when you ask or when it is urgent (setting longthread.compaction.when).',
  summarizer_resting:
    'The model that writes notes failed three times. Longthread asks it again when you compact, or when the model or its settings change.',
  session_closing: 'The session is closing.',
  read_only: 'This session is read-only here, so nothing is compacted.',
  cannot_fit:
    'The context can’t be made small enough. Allow more tokens, or choose a model with a larger window.',
  cancelled: 'The compaction was cancelled. Nothing was changed.',
  no_summary:
    'The model wrote no notes, so the context is unchanged. Longthread asks the model again when it next checks whether to compact.',
  superseded: 'The messages changed while the notes were written, so nothing was compacted.',
};

export type SkipReason = keyof typeof SKIP_SENTENCES;

/** Reasons that are not appended to the session's log, because they are frequent and expected. */
export const UNLOGGED: ReadonlySet<SkipReason> = new Set([
  'below_threshold',
  'session_closing',
  'waits_for_turn',
  'asks_first',
]);
