import type { Message } from '../../../../src/core/log/message.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';

/** Returns session messages with the ids `m1`, `m2`, … in order. */
export function sessionOf(...messages: readonly Message[]): readonly SessionMessage[] {
  return messages.map((message, index) => ({ id: `m${String(index + 1)}`, at: index, message }));
}

export function person(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

export function assistant(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

export function thinking(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'reasoning', text }] };
}

export function call(callId: string, name: string, fields: unknown): Message {
  return {
    role: 'assistant',
    parts: [{ type: 'toolCall', callId, name, arguments: JSON.stringify(fields) }],
  };
}

export function result(callId: string, toolName: string, text: string, exitCode?: number): Message {
  const parts = [{ type: 'text', text }] as const;
  return { role: 'tool', callId, toolName, parts, ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Counts one token for each four characters, as a rough estimate. */
export function countRoughly(text: string): number {
  return Math.ceil(text.length / 4);
}
