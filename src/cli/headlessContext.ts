import { toOpenAiMessages, type OpenAiToolCall } from '../adapters/transcripts/exportOpenAi.ts';
import { TOKENS_PER_MESSAGE } from '../core/context/account.ts';
import { mergeAdjacent } from '../core/context/assemble.ts';
import type { Context, ItemTreatment } from '../core/context/context.ts';
import type { CountTokens } from '../core/ports.ts';
import type { EntryId } from '../core/session/entry.ts';
import type { Message } from '../core/session/message.ts';

/** A message of an OpenAI message list, with what Longthread did to it and which log entries it stands for. */
export interface HeadlessMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly OpenAiToolCall[];
  readonly tool_call_id?: string;
  readonly treatment: ItemTreatment;
  readonly entries: readonly EntryId[];
}

/** The context as an OpenAI message list that is valid as it stands. Images are named, not carried. */
export function headlessContext(context: Context): readonly HeadlessMessage[] {
  return mergeAdjacent(context).map(({ message, treatment, entries }) => {
    const [sent] = toOpenAiMessages([withoutImageData(message)]);
    const content = typeof sent?.content === 'string' ? sent.content : '';
    return {
      role: message.role,
      content,
      ...(sent?.role === 'assistant' && sent.tool_calls ? { tool_calls: sent.tool_calls } : {}),
      ...(sent?.role === 'tool' ? { tool_call_id: sent.tool_call_id } : {}),
      treatment,
      entries,
    };
  });
}

function withoutImageData(message: Message): Message {
  const parts = message.parts.map((part) =>
    part.type === 'image'
      ? {
          type: 'image' as const,
          mediaType: part.mediaType,
          ...(part.name === undefined ? {} : { name: part.name }),
        }
      : part,
  );
  return { ...message, parts } as Message;
}

/** Tokens of contents, tool names and arguments, plus a constant a message. */
export function countHeadless(messages: readonly HeadlessMessage[], count: CountTokens): number {
  return messages.reduce((sum, message) => {
    const calls = (message.tool_calls ?? []).map(
      (call) => count(call.function.name) + count(call.function.arguments),
    );
    return sum + TOKENS_PER_MESSAGE + count(message.content) + calls.reduce((a, b) => a + b, 0);
  }, 0);
}
