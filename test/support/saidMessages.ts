import type { Message } from '../../src/core/log/message.ts';
import type { SessionMessage } from '../../src/core/log/session.ts';

/** Returns the messages with the ids `m1`, `m2` and so on. */
export function numbered(...messages: readonly Message[]): readonly SessionMessage[] {
  return messages.map((message, index) => ({ id: `m${String(index + 1)}`, at: index, message }));
}

export function person(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export function client(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text, origin: 'client', label: 'attachment' }] };
}

export function assistant(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

export function calls(name: string, args: Readonly<Record<string, unknown>>, callId: string): Message {
  return { role: 'assistant', parts: [{ type: 'toolCall', callId, name, arguments: JSON.stringify(args) }] };
}

export function result(
  text: string,
  callId: string,
  outcome: { exitCode?: number; isError?: boolean; toolName?: string } = {},
): Message {
  return { role: 'tool', callId, toolName: 'tool', parts: [{ type: 'text', text }], ...outcome };
}
