import type { Entry } from '../log/entry.ts';
import type { AssistantMessage } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import type { TokenAccount } from './account.ts';
import { withoutReasoning } from './project.ts';

/**
 * Returns the tokens that a host sent besides the transcript's messages (its system text and tools): the newest report
 * minus our count of the messages before it that no compaction had folded.
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
  const at = entries.findLastIndex((entry) => reportOf(entry) !== undefined);
  const report = entries[at];
  if (report === undefined) return 0;
  const foldedIds = new Set(
    entries
      .slice(0, at)
      .flatMap((entry) => (entry.kind === 'compaction' ? entry.folded.flatMap(({ ids }) => ids) : [])),
  );
  let tokens = 0;
  for (const { id, message } of session.messages) {
    if (id === report.id) break;
    if (!foldedIds.has(id)) tokens += account.ofMessage(withoutReasoning(message), id);
  }
  return Math.max(0, (reportOf(report)?.inputTokens ?? 0) - tokens);
}

function reportOf(entry: Entry): AssistantMessage['usage'] {
  if (entry.kind !== 'message' || entry.message.role !== 'assistant') return undefined;
  // Some proxies report only zeros.
  return (entry.message.usage?.inputTokens ?? 0) > 0 ? entry.message.usage : undefined;
}
