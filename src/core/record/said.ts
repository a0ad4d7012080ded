import { PLAN, textOf, toolCallsOf, type Message, type ToolMessage } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { ANSWERED_NEXT } from '../tools/askUser.ts';
import { readCall } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/** The words of one message, or its thoughts. */
export interface Said {
  readonly id: string;
  readonly message: Message;
  /** The speaker: `agent` for a subagent's report, undefined for a tool's result that repeats the person's answer. */
  readonly by: 'person' | 'assistant' | 'thought' | 'agent' | undefined;
  readonly text: string;
  /** Whether this is a plan in a message of the person: the model wrote it, and the person approved it. */
  readonly isPlan?: true;
}

/** A turn. It begins with a message of the person; only the first turn may begin with another message. */
export interface Turn {
  readonly said: readonly Said[];
  /** The assistant's last text, which usually says what the assistant did. Never a plan. */
  readonly closing: Said | undefined;
}

/** Returns the words of a session, turn by turn. */
export function turnsOf(messages: readonly SessionMessage[]): readonly Turn[] {
  const turns: Said[][] = [];
  for (const { id, message } of messages) {
    const text = wordsOf(message).trim();
    const plan = planIn(message);
    const said: readonly Said[] = [
      ...(text === '' ? [] : [{ id, message, by: speakerOf(message), text }]),
      ...(plan === '' ? [] : [{ id, message, by: 'assistant' as const, text: plan, isPlan: true as const }]),
    ];
    if (said.length === 0) continue;
    if (message.role === 'user' || turns.length === 0) turns.push([...said]);
    else turns.at(-1)?.push(...said);
  }
  return turns.map((said) => ({
    said,
    closing: said.findLast(({ by, isPlan }) => by === 'assistant' && isPlan !== true),
  }));
}

/** Returns the plan that a client put into a message when the person approved it; the empty text if there is none. */
function planIn({ parts }: Message): string {
  return parts
    .flatMap((part) => (part.type === 'text' && part.label === PLAN ? [part.text.trim()] : []))
    .join(PARAGRAPH);
}

/** Matches a summary of reasoning that consists only of titles, such as `**Inspecting files**`, without a finding. */
const ONLY_TITLES = /^\s*(?:\*\*[^*\n]{1,200}\*\*\s*)+$/u;

/** Returns the model's thoughts, one text for each message that has some. */
export function thoughtsOf(messages: readonly SessionMessage[]): readonly Said[] {
  return messages.flatMap(({ id, message }) => {
    const thoughts = message.parts.flatMap((part) =>
      part.type === 'reasoning' && !ONLY_TITLES.test(part.text) ? [part.text] : [],
    );
    const text = thoughts.join(PARAGRAPH).trim();
    return text === '' ? [] : [{ id, message, by: 'thought' as const, text }];
  });
}

function speakerOf(message: Message): Said['by'] {
  if (message.role === 'user') return 'person';
  if (message.role === 'tool' && kindOfTool(message.toolName) === 'agent') return 'agent';
  return message.role === 'assistant' ? 'assistant' : undefined;
}

/**
 * Returns the words of a message. For a message of the person or the assistant, these are the text and the texts in
 * tool calls, e.g. a question. For a tool result, they are a subagent's report or the outcome of a question to the
 * person. All other messages have no words.
 */
function wordsOf(message: Message): string {
  switch (message.role) {
    case 'system':
      return '';
    case 'user':
      return ownTextsOf(message).join(PARAGRAPH);
    case 'assistant':
      return [
        ...ownTextsOf(message),
        ...toolCallsOf(message).flatMap((call) => readCall(call).words ?? []),
      ].join(PARAGRAPH);
    case 'tool':
      return wordsOfTool(message);
  }
}

function wordsOfTool(message: ToolMessage): string {
  const kind = kindOfTool(message.toolName);
  if (kind !== 'ask' && kind !== 'agent') return '';
  const { isFailure } = readResult(message, kind);
  if (kind === 'agent') return isFailure ? '' : ownTextsOf(message).join(PARAGRAPH);
  // If the question was not answered, the text of the result says nothing more.
  if (isFailure) return `${message.toolName} → not answered`;
  // `ANSWERED_NEXT` is only a placeholder: the answer is the person's next message.
  if (textOf(message) === ANSWERED_NEXT) return '';
  return [`${message.toolName} → answered`, ...ownTextsOf(message)].join('\n');
}

/** Separates two parts of a message. */
const PARAGRAPH = '\n\n';

/** Returns a message's texts, without texts that a client added. */
function ownTextsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) =>
    part.type === 'text' && part.origin !== 'client' ? [part.text] : [],
  );
}
