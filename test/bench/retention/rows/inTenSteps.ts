import type { ImportedMessage } from '../../../../src/adapters/transcripts/recording.ts';
import {
  finishHeadless,
  prepareHeadless,
  type HeadlessOptions,
} from '../../../../src/cli/compactMessages.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { EntryNumbers } from '../../../../src/core/log/ids.ts';
import { toolCallsOf } from '../../../../src/core/log/message.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import type { ContextItem } from '../contextItem.ts';
import { WINDOW_TOKENS } from './engine.ts';
import { DRIFT_ROW, SINGLE_ROW } from './drift.ts';
import type { Row, Task } from './row.ts';

const STEPS = 10;

/** Compacts the past ten times while it grows. Each compaction uses the log with the earlier compactions. */
export const inTenSteps: Row = { name: DRIFT_ROW, kind: 'engine', compact };

function compact({ past, budgetTokens, count }: Task): readonly ContextItem[] {
  const options: HeadlessOptions = {
    windowTokens: WINDOW_TOKENS,
    strategy: SINGLE_ROW,
    budgetTokens,
    count,
  };
  const numbers = new EntryNumbers();
  const log: Entry[] = [];
  let start = 0;
  for (const end of stepsOf(past)) {
    for (const { message, at } of past.slice(start, end)) {
      log.push(numbers.finish({ kind: 'message', message }, at ?? 0));
    }
    start = end;
    const prepared = prepareHeadless(foldSession(log), options);
    if (end === past.length) return finishHeadless(prepared, options).context;
    log.push(numbers.finish(prepared.draft, 0));
  }
  return [];
}

/**
 * Splits the past into at most ten steps with about the same number of messages. Returns, for each step, the number of
 * messages from the beginning of the past to the end of the step. Except for the last step, a step ends only where no
 * tool call is open.
 */
export function stepsOf(past: readonly ImportedMessage[]): readonly number[] {
  const open = new Set<string>();
  const ends = new Set<number>();
  let wanted = 1;
  for (const [index, { message }] of past.entries()) {
    for (const call of toolCallsOf(message)) open.add(call.callId);
    if (message.role === 'tool') open.delete(message.callId);
    // If a call has no result before the next message of the user, the call was interrupted and never gets a result.
    if (message.role === 'user') open.clear();
    if (index + 1 < (past.length * wanted) / STEPS || open.size > 0) continue;
    ends.add(index + 1);
    wanted += 1;
  }
  return [...ends.add(past.length)];
}
