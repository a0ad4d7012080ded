import type { CancelSignal } from '../cancellation.ts';
import { standingBlocks } from '../context/record.ts';
import { liveCompactions } from '../session/session.ts';
import type { Summarize, Summary } from '../summary/summary.ts';
import type { Prepared } from './draft.ts';
import { SUMMARY_SHARE } from './writeRecord.ts';

/** A summary that fits the record's room: of what is newly folded, together with what was summarized before (`merge`). */
export async function writeSummary(
  prepared: Prepared,
  { summarize, signal, instructions }: { summarize: Summarize; signal: CancelSignal; instructions?: string },
): Promise<Summary> {
  const { request } = prepared.plan;
  const standing = standingBlocks(liveCompactions(request.session)).filter(({ kind }) => kind === 'summary');
  const earlier = request.settings.summaries === 'merge' ? standing.map(({ text }) => text).join('\n\n') : '';
  return summarize(
    {
      folded: prepared.newlyFolded,
      ...(earlier === '' ? {} : { earlier }),
      ledger: prepared.ledger?.text ?? '',
      ...(instructions === undefined ? {} : { instructions }),
      ...(request.facts ? { facts: request.facts } : {}),
      budgetTokens: Math.floor(request.goal.record.reserve * SUMMARY_SHARE),
    },
    signal,
  );
}
