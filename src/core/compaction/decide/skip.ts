/**
 * Sentences that say why nothing is compacted. The sentence for `cannot_fit` is replaced by a sentence that says what
 * is too large.
 */
export const SKIP_SENTENCES = {
  below_threshold: 'The context is below the threshold.',
  already_in_flight: 'A compaction is running already.',
  no_eligible_batch:
    'There is nothing to compact yet: the context holds only the newest and pinned messages.',
  not_worth_it: 'Compacting now would free next to nothing.',
  deferred_by_user: 'Compaction is postponed until the next threshold, as you asked.',
  waits_for_turn: 'Compaction waits for the end of the turn, or of the task whose plan has open steps.',
  asks_first: 'Compaction waits for your answer to its question, as you set it.',
  only_by_person: 'You set compaction to start only when you ask, unless it is urgent.',
  summarizer_resting:
    'The model that writes summaries failed three times and is not asked again until it or its settings change.',
  session_closing: 'The session is closing.',
  read_only: 'This session can only be read here, so nothing is compacted.',
  cannot_fit: 'The context can’t be made small enough; choose a larger budget.',
  cancelled: 'The compaction was cancelled; nothing was changed.',
  no_summary: 'The model wrote no summary, so the context stays as it is; the next check asks again.',
  superseded: 'The messages changed while the summary was made, so it was thrown away; nothing was changed.',
};

export type SkipReason = keyof typeof SKIP_SENTENCES;

/** Reasons that are not appended to the session's log, because they are frequent and expected. */
export const UNLOGGED: ReadonlySet<SkipReason> = new Set([
  'below_threshold',
  'session_closing',
  'waits_for_turn',
  'asks_first',
]);
