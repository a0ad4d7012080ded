import type { Entry } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { TokenAccount } from './account.ts';
import { withoutReasoning } from './project.ts';

/**
 * Returns the number of tokens of the system text and the tools, which a host sends but does not write to the
 * transcript. This is the input token count in the newest answer that reports a count, minus our own count of the
 * messages in the context of this answer.
 */
export function hostOverhead({
  entries,
  session,
  account,
}: {
  readonly entries: readonly Entry[];
  readonly session: Pick<Session, 'messages'>;
  readonly account: TokenAccount;
}): number {
  const at = entries.findLastIndex((entry) => reportedTokens(entry) > 0);
  const answer = entries[at];
  if (answer === undefined) return 0;
  const foldedIds = new Set(
    entries
      .slice(0, at)
      .flatMap((entry) => (entry.kind === 'compaction' ? entry.folded.flatMap(({ ids }) => ids) : [])),
  );
  let tokens = 0;
  for (const { id, message } of session.messages) {
    if (id === answer.id) break;
    if (!foldedIds.has(id)) tokens += account.ofMessage(withoutReasoning(message), id);
  }
  return Math.max(0, reportedTokens(answer) - tokens);
}

/** Returns the input tokens that an answer reports; 0 without a report. Some proxies also report 0. */
function reportedTokens(entry: Entry): number {
  if (entry.kind !== 'message' || entry.message.role !== 'assistant') return 0;
  return entry.message.usage?.inputTokens ?? 0;
}
