import type { ReplacedMessage } from '../log/entry.ts';
import { spokenTextOf, toolCallsOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { argumentsOf } from './callArguments.ts';

/** Longer arguments are text for the tool to write; shorter ones say what it did. */
const MAX_ARGUMENT = 600;

/**
 * Returns an assistant message whose calls keep their arguments but for long texts, which give way to their size and
 * address. Undefined when nothing is long.
 */
export function shortArguments(
  { id, message }: SessionMessage,
  maxLength = MAX_ARGUMENT,
): ReplacedMessage | undefined {
  if (message.role !== 'assistant') return undefined;
  const shortened = toolCallsOf(message).flatMap((call) => {
    if (call.arguments.length <= maxLength) return [];
    const values = argumentsOf(call);
    const short = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, shorten(value, id, maxLength)]),
    );
    const text = JSON.stringify(
      Object.keys(values).length === 0 ? { arguments: placeholder(call.arguments, id) } : short,
    );
    return text.length < call.arguments.length ? [[call.callId, text] as const] : [];
  });
  if (shortened.length === 0) return undefined;
  return { id, as: 'excerpt', text: spokenTextOf(message), arguments: Object.fromEntries(shortened) };
}

function shorten(value: unknown, id: string, maxLength: number): unknown {
  if (typeof value === 'string') return value.length > maxLength / 2 ? placeholder(value, id) : value;
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > maxLength / 2 ? placeholder(text, id) : value;
}

function placeholder(text: string, id: string): string {
  const lines = text.split('\n').length;
  return `[${String(lines)} line${lines === 1 ? '' : 's'} · recall ${id}]`;
}
