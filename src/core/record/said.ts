import { textOf, toolCallsOf, type Message, type ToolMessage } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { ANSWERED_NEXT } from '../tools/askUser.ts';
import { readCall } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/** The words of one message, or its reasoning. */
export interface Said {
  readonly id: string;
  readonly message: Message;
  /** `agent` is a subagent's report; undefined is a tool's record of the person's answer. Both are a tool's words. */
  readonly by: 'person' | 'assistant' | 'thought' | 'agent' | undefined;
  readonly text: string;
}

/** A turn, which begins with the person's message. `closing` is the assistant's last text in it, its own summary. */
export interface Turn {
  readonly said: readonly Said[];
  readonly closing: Said | undefined;
}

/** Returns the words of a session, turn by turn. */
export function turnsOf(messages: readonly SessionMessage[]): readonly Turn[] {
  const turns: Said[][] = [];
  for (const { id, message } of messages) {
    const text = wordsOf(message).trim();
    if (text === '') continue;
    const said: Said = { id, message, by: speakerOf(message), text };
    if (message.role === 'user' || turns.length === 0) turns.push([said]);
    else turns.at(-1)?.push(said);
  }
  return turns.map((said) => ({ said, closing: said.findLast(({ by }) => by === 'assistant') }));
}

/** Returns the model's thoughts, one for each message. Where it acts without a word, its reasons are only there. */
export function thoughtsOf(messages: readonly SessionMessage[]): readonly Said[] {
  return messages.flatMap(({ id, message }) => {
    const thoughts = message.parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : []));
    const text = thoughts.join(APART).trim();
    return text === '' ? [] : [{ id, message, by: 'thought' as const, text }];
  });
}

function speakerOf(message: Message): Said['by'] {
  if (message.role === 'user') return 'person';
  if (message.role === 'tool' && kindOfTool(message.toolName) === 'agent') return 'agent';
  return message.role === 'assistant' ? 'assistant' : undefined;
}

/**
 * Returns the words of a message: the person's text, the assistant's text or words in calls, the person's answer to a
 * question, or a subagent's report.
 */
function wordsOf(message: Message): string {
  switch (message.role) {
    case 'system':
      return '';
    case 'user':
      return textsOf(message).join(APART);
    case 'assistant':
      return [
        ...textsOf(message),
        ...toolCallsOf(message).flatMap((call) => readCall(call).words ?? []),
      ].join(APART);
    case 'tool':
      return wordsOfTool(message);
  }
}

function wordsOfTool(message: ToolMessage): string {
  const kind = kindOfTool(message.toolName);
  if (kind !== 'ask' && kind !== 'agent') return '';
  const { isFailure } = readResult(message, kind);
  if (kind === 'agent') return isFailure ? '' : textsOf(message).join(APART);
  // Omits the client's text in place of an answer: the reader knows the question, and it says nothing else.
  if (isFailure) return `${message.toolName} → not answered`;
  if (textOf(message) === ANSWERED_NEXT) return '';
  return [`${message.toolName} → answered`, ...textsOf(message)].join('\n');
}

/** Separates two parts, whatever separator a client used. */
const APART = '\n\n';

/** Returns a message's texts without a client's. */
function textsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) =>
    part.type === 'text' && part.origin !== 'client' ? [part.text] : [],
  );
}
