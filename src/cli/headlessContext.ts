import { normaliseArguments, normaliseCallId, normaliseToolName } from '../adapters/models/callNames.ts';
import { wordedImage, wordedText } from '../adapters/models/partText.ts';
import { toOpenAiMessages, type OpenAiToolCall } from '../adapters/transcripts/exportOpenAi.ts';
import { DRAFT_ID } from '../core/compaction/plan/draft.ts';
import { TOKENS_PER_MESSAGE } from '../core/context/account.ts';
import { mergeAdjacent } from '../core/context/assemble.ts';
import type { Context, Treatment } from '../core/context/context.ts';
import { LOST_RESULT } from '../core/context/project.ts';
import type { CountTokens } from '../core/ports.ts';
import type { EntryId } from '../core/log/entry.ts';
import type { Message } from '../core/log/message.ts';

/**
 * A message of an OpenAI message list. `treatment` says how the message was made from the log. `entries` are the ids of
 * the log entries that the message represents. The compaction itself is never among them, since it is in no log.
 */
export interface HeadlessMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly OpenAiToolCall[];
  readonly tool_call_id?: string;
  readonly treatment: Treatment;
  readonly entries: readonly EntryId[];
}

/** Returns the messages with only the fields of OpenAI's format, since strict endpoints reject other fields. */
export function withoutSources(
  messages: readonly HeadlessMessage[],
): readonly Omit<HeadlessMessage, 'treatment' | 'entries'>[] {
  return messages.map(({ role, content, tool_calls, tool_call_id }) => ({
    ...{ role, content },
    ...(tool_calls === undefined ? {} : { tool_calls }),
    ...(tool_call_id === undefined ? {} : { tool_call_id }),
  }));
}

/** Converts the context to a valid OpenAI message list. Replaces images by their names. */
export function headlessContext(context: Context): readonly HeadlessMessage[] {
  return mergeAdjacent(context).map(({ message, treatment, entries }) => {
    const [sent] = toOpenAiMessages([withNamedImages(withLabelIfLost(message))]);
    const content = typeof sent?.content === 'string' ? sent.content : '';
    return {
      role: message.role,
      content,
      ...(sent?.role === 'assistant' && sent.tool_calls
        ? { tool_calls: sent.tool_calls.map(acceptableCall) }
        : {}),
      ...(sent?.role === 'tool' ? { tool_call_id: acceptableId(sent.tool_call_id) } : {}),
      treatment,
      entries: entries.filter((id) => id !== DRAFT_ID),
    };
  });
}

/**
 * Labels a tool result whose call is gone, so that nobody takes the result for typed text. The label is in the text,
 * since message lists have no field for a label.
 */
function withLabelIfLost(message: Message): Message {
  const parts = message.parts.map((part) =>
    part.type === 'text' && part.label === LOST_RESULT ? { ...part, text: wordedText(part) } : part,
  );
  return { ...message, parts } as Message;
}

/** Returns the call with an id, a name and arguments that endpoints accept. */
function acceptableCall({ id, type, function: called }: OpenAiToolCall): OpenAiToolCall {
  const name = normaliseToolName(called.name);
  return { id: acceptableId(id), type, function: { name, arguments: normaliseArguments(called.arguments) } };
}

function acceptableId(id: string): string {
  return normaliseCallId(id, 'openai');
}

/** Replaces images by their names, since the contents of a HeadlessMessage are text. */
export function withNamedImages(message: Message): Message {
  if (!message.parts.some((part) => part.type === 'image')) return message;
  const parts = message.parts.map((part) =>
    part.type === 'image'
      ? { type: 'text', text: wordedImage(part), origin: 'client', label: 'attachment' }
      : part,
  );
  return { ...message, parts } as Message;
}

/** Returns the number of tokens of contents, tool names and arguments, plus a constant for each message. */
export function countHeadless(messages: readonly HeadlessMessage[], count: CountTokens): number {
  return messages.reduce((sum, message) => {
    const calls = (message.tool_calls ?? []).map(
      (call) => count(call.function.name) + count(call.function.arguments),
    );
    return sum + TOKENS_PER_MESSAGE + count(message.content) + calls.reduce((a, b) => a + b, 0);
  }, 0);
}
