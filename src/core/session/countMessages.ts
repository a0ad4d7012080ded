import { countMessage } from '../context/account.ts';
import { withoutReasoning } from '../context/project.ts';
import type { TokenCounter } from '../ports.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';

/** A single message's texts up to this many UTF-16 units are counted at once; larger ones, and many, in the worker. */
const COUNTED_AT_ONCE = 5_000;

/** The tokens of messages as they are sent, without their reasoning. */
export async function countMessages(
  messages: readonly SessionMessage[],
  counter: TokenCounter,
): Promise<ReadonlyMap<MessageId, number>> {
  const texts: string[] = [];
  for (const { message } of messages) {
    countMessage(withoutReasoning(message), (text) => {
      if (text.length > COUNTED_AT_ONCE || messages.length > 1) texts.push(text);
      return 0;
    });
  }
  const counts = texts.length === 0 ? [] : await counter.count(texts);
  const known = new Map(texts.map((text, index) => [text, counts[index] ?? 0]));
  const count = (text: string): number => known.get(text) ?? counter.countSmall(text);
  return new Map(messages.map(({ id, message }) => [id, countMessage(withoutReasoning(message), count)]));
}
