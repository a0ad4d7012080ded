import type { Entry } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { TokenAccount } from './account.ts';
import { withoutReasoning } from './project.ts';

/**
 * Returns the tokens that a host sent besides the transcript's messages (its system text and tools): the input tokens
 * of the newest answer that reports them, minus our count of the messages in that answer's context.
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

/** Returns the input tokens that an answer reports; 0 if it reports none or only zeros, as some proxies do. */
function reportedTokens(entry: Entry): number {
  if (entry.kind !== 'message' || entry.message.role !== 'assistant') return 0;
  return entry.message.usage?.inputTokens ?? 0;
}
