import { personTextOf, toolCallsOf, type Message } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import { readCall } from '../tools/readCall.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/** What one message says in words. */
export interface Said {
  readonly id: string;
  readonly by: 'person' | 'assistant';
  readonly text: string;
}

/** A turn begins with what the person says; what the assistant says last in it is its own account of it. */
export interface Turn {
  readonly said: readonly Said[];
  readonly closing: Said | undefined;
}

/** The words of a session, turn by turn. */
export function turnsOf(messages: readonly SessionMessage[]): readonly Turn[] {
  const turns: Said[][] = [];
  for (const { id, message } of messages) {
    const text = wordsOf(message).trim();
    if (text === '') continue;
    const said: Said = {
      id,
      by: message.role === 'user' || isAnswer(message) ? 'person' : 'assistant',
      text,
    };
    if (message.role === 'user' || turns.length === 0) turns.push([said]);
    else turns.at(-1)?.push(said);
  }
  return turns.map((said) => ({ said, closing: said.findLast(({ by }) => by === 'assistant') }));
}

/** The person's typed text, the assistant's, what its calls say to the person, and what the person answered to them. */
function wordsOf(message: Message): string {
  switch (message.role) {
    case 'system':
      return '';
    case 'user':
      return personTextOf(message);
    case 'assistant':
      return [
        ...textsOf(message),
        ...toolCallsOf(message).flatMap((call) => readCall(call).words ?? []),
      ].join('\n');
    case 'tool':
      return isAnswer(message) ? textsOf(message).join('\n') : '';
  }
}

/** The result of a question to the person is the person's. */
function isAnswer(message: Message): boolean {
  return message.role === 'tool' && kindOfTool(message.toolName) === 'ask';
}

function textsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
