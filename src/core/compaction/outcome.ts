import type { CompactionEntry } from '../log/entry.ts';
import type { SkipReason } from './decide.ts';

export type RefusalReason = SkipReason | 'cancelled' | 'superseded' | 'no_summary';

/** What came of a run that was asked for. */
export type Outcome =
  | { readonly done: true; readonly entry: CompactionEntry }
  | {
      readonly done: false;
      readonly reason: RefusalReason | 'cannot_fit';
      readonly sentence: string;
    };

const SENTENCES: Readonly<Record<RefusalReason, string>> = {
  below_threshold: 'The context is below the threshold.',
  already_in_flight: 'A compaction is running already.',
  no_eligible_batch:
    'There is nothing to compact yet: all there is are the newest messages and what is pinned.',
  not_worth_it: 'Compacting now would free next to nothing.',
  deferred_by_user: 'Compaction rests until the next threshold, as asked.',
  summarizer_resting:
    'The model that writes summaries failed three times and is not asked again until it or its settings change.',
  session_closing: 'The session is closing.',
  read_only: 'This session is open in another window; take it over to compact it here.',
  cancelled: 'The compaction was cancelled; nothing was changed.',
  no_summary: 'The model wrote no summary, so the context stays as it is; the next check asks again.',
  superseded: 'The messages changed while the summary was made, so it was thrown away; nothing was changed.',
};

/** The refusal of a run, with a sentence for the person. */
export function refused(reason: RefusalReason): Outcome {
  return { done: false, reason, sentence: SENTENCES[reason] };
}
