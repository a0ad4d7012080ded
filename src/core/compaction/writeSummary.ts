import type { CancelSignal } from '../cancellation.ts';
import type { Summarize, Summary } from '../summary/summary.ts';
import type { Prepared } from './draft.ts';
import { pendingProse } from './pendingProse.ts';
import { recordRoom } from './writeRecord.ts';
import { mergesSummaries, standingSummaries, SUMMARY_SHARE } from './summaryBlocks.ts';

/** A summary that fits the record's room, of what is folded and told by none yet; of what was summarized before, too (`merge`). */
export async function writeSummary(
  prepared: Prepared,
  { summarize, signal, instructions }: { summarize: Summarize; signal: CancelSignal; instructions?: string },
): Promise<Summary> {
  const { request } = prepared.plan;
  const earlier = mergesSummaries(request) ? standingSummaries(request.session).map(({ text }) => text) : [];
  const untold = new Set([...pendingProse(request.session), ...prepared.newlyFolded.map(({ id }) => id)]);
  return summarize(
    {
      folded: prepared.folded.filter(({ id }) => untold.has(id)),
      ...(earlier.length === 0 ? {} : { earlier: earlier.join('\n\n') }),
      ledger: prepared.notes?.text ?? '',
      ...(instructions === undefined ? {} : { instructions }),
      ...(request.facts ? { facts: request.facts } : {}),
      budgetTokens: Math.floor(
        Math.min(request.goal.record.reserve, recordRoom(prepared.plan)) * SUMMARY_SHARE,
      ),
    },
    signal,
  );
}
