import { toolCallsOf } from '../log/message.ts';
import type { Session } from '../log/session.ts';

/** The tool by which a model asks for a compaction. */
export const ASK_FOR_COMPACTION = 'compact_when_done';

/**
 * Returns whether the model asked for a compaction in a turn. `begin` is the index in `allMessages` where the turn
 * begins. Ignores calls of the tool before the newest compaction, and calls in rewound messages.
 */
export function isCompactionAsked({ allMessages, messages, compactions }: Session, begin: number): boolean {
  const since = allMessages.slice(Math.max(begin, compactions.at(-1)?.madeAfter ?? 0));
  return since.some(
    (each) =>
      each.message.role === 'assistant' &&
      toolCallsOf(each.message).some(({ name }) => name === ASK_FOR_COMPACTION) &&
      messages.includes(each),
  );
}
