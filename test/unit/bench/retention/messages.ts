import type { CountedMessage } from '../../../bench/retention/cuts.ts';
import type { Message } from '../../../../src/core/log/message.ts';

/** Builders of tiny transcripts. Token counts are given and not computed, so that sums can be checked by hand. */

export function user(text: string, tokens = 0): CountedMessage {
  return { message: { role: 'user', parts: [{ type: 'text', text }] }, tokens };
}

export function assistant(text: string, tokens = 0): CountedMessage {
  return { message: { role: 'assistant', parts: [{ type: 'text', text }] }, tokens };
}

export function call(callId: string, input: object, tokens = 0): CountedMessage {
  const part = { type: 'toolCall', callId, name: 'run', arguments: JSON.stringify(input) } as const;
  return { message: { role: 'assistant', parts: [part] }, tokens };
}

export function result(callId: string, text: string, tokens = 0): CountedMessage {
  const message: Message = { role: 'tool', callId, toolName: 'run', parts: [{ type: 'text', text }] };
  return { message, tokens };
}
