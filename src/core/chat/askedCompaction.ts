import { toolCallsOf } from '../log/message.ts';
import type { Session } from '../log/session.ts';

/** The tool by which a model asks for a compaction. */
export const ASK_FOR_COMPACTION = 'compact_when_done';

/** Whether the model asked since the newest compaction, so that one is made once its turn is over. */
export function isCompactionAsked({ allMessages, messages, compactions }: Session): boolean {
  const since = allMessages.slice(compactions.at(-1)?.madeAfter ?? 0);
  return since.some(
    (each) =>
      each.message.role === 'assistant' &&
      messages.includes(each) &&
      toolCallsOf(each.message).some(({ name }) => name === ASK_FOR_COMPACTION),
  );
}
