import { paybackOf, type Payback } from '../../core/compaction/commit/payback.ts';
import type { CompactionEntry, SummaryFigures } from '../../core/log/entry.ts';
import type { Compaction } from '../../core/log/session.ts';
import { receiptLine } from '../../core/session/receiptLine.ts';
import type { CompactionRow } from '../../shared/chatView.ts';
import {
  formatCost,
  formatCount,
  formatDuration,
  formatTokenCount,
  formatTokens,
} from '../../shared/format.ts';
import { begun, compactionState, shownEvent, undoAndRedoOf } from '../sessions/shownCompaction.ts';
import type { RowsInput } from './chatRows.ts';

/** Returns the row of a compaction: its sizes and state, what may be done with it, and its figures in words. */
export function compactionRow(compaction: Compaction, input: RowsInput): CompactionRow {
  const { entry } = compaction;
  const { tokensBefore, tokensAfter } = shownEvent(entry.event, input.shown);
  const { constraintsKept, constraintsRecallable, recallable } = entry.receipt;
  return {
    type: 'compaction',
    id: entry.id,
    at: entry.at,
    tokensBefore,
    tokensAfter,
    begun: begun(entry.event),
    rulesKept: constraintsKept,
    rulesGone: constraintsRecallable.length,
    recallable,
    state: compactionState(compaction),
    ...undoAndRedoOf(compaction, input),
    figures: figuresOf(compaction, input),
  };
}

function figuresOf({ entry, state }: Compaction, input: RowsInput): readonly string[] {
  const { event, receipt } = entry;
  const { tokensBefore, tokensAfter, strategy, durationMs, summary } = shownEvent(event, input.shown);
  // For another agent's own compaction, neither the duration nor the receipt is known.
  const time = durationMs === 0 ? '' : `, in ${formatDuration(durationMs)}`;
  const hasReceipt = receipt.kept + receipt.recallable > 0;
  return [
    `${formatTokens(tokensBefore)} → ${formatTokenCount(tokensAfter)} by ${strategy}, ${begun(event)}${time}`,
    ...(summary === undefined ? [] : [modelLine(summary)]),
    ...(state === 'live' ? moneyOf(entry, input) : []),
    ...(hasReceipt ? [receiptLine(receipt)] : []),
  ];
}

/** Returns a line on the model's summary: tokens sent and written, duration, cost. */
function modelLine({ model, inputTokens, outputTokens, durationMs, cost }: SummaryFigures): string {
  const price = cost === undefined ? '' : ` for ${formatCost(cost)}`;
  return (
    `${model} received ${formatTokenCount(inputTokens)} ` +
    `and wrote ${formatTokens(outputTokens)} in ${formatDuration(durationMs)}${price}`
  );
}

function moneyOf(entry: CompactionEntry, input: RowsInput): readonly string[] {
  if (input.price === undefined) return [];
  const at = input.entries.findIndex(({ id }) => id === entry.id);
  const before = () =>
    input.entries
      .slice(0, at)
      .filter(({ kind }) => kind === 'message')
      .map(({ id }) => ({ id, tokens: input.tokens.get(id) ?? 0 }));
  const payback = paybackOf(entry, before, input.price);
  if (payback.requests === undefined) return [];
  return [
    `Saves ${formatCost(payback.eachRequest)} with each request, counted at the price of cached tokens. ` +
      `The compaction itself cost at most ${formatCost(payback.once)}`,
    paidSentence(payback.requests, requestsSince(input, at, payback.requests)),
  ];
}

function paidSentence(requests: NonNullable<Payback['requests']>, since: number): string {
  if (requests === 0) return 'The compaction cost nothing';
  return since < requests
    ? `Pays for itself after ${formatCount(requests, 'request')}; ${String(since)} so far`
    : `Paid for itself after ${formatCount(requests, 'request')}`;
}

/** Returns the number of requests that were answered after the compaction. Stops counting at `most`. */
function requestsSince({ entries }: RowsInput, at: number, most: number): number {
  let count = 0;
  for (let next = at + 1; next < entries.length && count < most; next += 1) {
    const entry = entries[next];
    if (entry?.kind === 'message' && entry.message.role === 'assistant') count += 1;
  }
  return count;
}
