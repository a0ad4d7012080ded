import type { MessageId, ReplacedMessage } from '../log/entry.ts';
import { spokenTextOf, toolCallsOf, type Message, type ToolCallPart } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { clipLine } from '../text/lines.ts';
import { namesIn } from '../text/names.ts';
import { argumentsOf, stringsIn } from './callArguments.ts';
import { namesToList } from './namesOf.ts';
import { readCall } from './readCall.ts';

/**
 * The default of `maxLength`, in characters. Arguments that say what a call did are usually shorter. Longer arguments
 * usually contain text that the call writes.
 */
const MAX_ARGUMENT = 600;
/** The maximum number of characters to keep of a long command's first line, which shows what ran. */
const MAX_COMMAND = 160;

/**
 * Replaces the long texts in the arguments of a message's calls with their size, their address and the names in them.
 * If the arguments of a call are together longer than `maxLength`, shortens each argument that is longer than half of
 * `maxLength`. Returns undefined if no call gets shorter.
 */
export function shortArguments(
  { id, message }: SessionMessage,
  { maxLength = MAX_ARGUMENT, withNames = true } = {},
): ReplacedMessage | undefined {
  if (message.role !== 'assistant') return undefined;
  const shortened = toolCallsOf(message).flatMap((call) => {
    if (call.arguments.length <= maxLength) return [];
    const text = shorten(call, id, maxLength / 2, withNames);
    return text.length < call.arguments.length ? [[call.callId, text] as const] : [];
  });
  if (shortened.length === 0) return undefined;
  return { id, as: 'excerpt', text: spokenTextOf(message), arguments: Object.fromEntries(shortened) };
}

const shortHeads = new WeakMap<
  Message,
  { readonly id: MessageId; readonly short: ReplacedMessage | undefined }
>();

/** Returns the same as `shortArguments` without options, cached with the message like `stubOf`. */
export function shortArgumentsOf(said: SessionMessage): ReplacedMessage | undefined {
  const known = shortHeads.get(said.message);
  if (known?.id === said.id) return known.short;
  const short = shortArguments(said);
  shortHeads.set(said.message, { id: said.id, short });
  return short;
}

function shorten(call: ToolCallPart, id: string, longest: number, withNames: boolean): string {
  const values = Object.entries(argumentsOf(call)).map(([key, value]) => {
    return { key, value, text: writtenOut(value) };
  });
  if (values.length === 0) return JSON.stringify({ arguments: address(call.arguments, id) });
  const { command } = readCall(call);
  const listed = new Set(values.flatMap(({ text }) => (text.length > longest ? [] : namesIn(text))));
  const short = values.map(({ key, value, text: whole }) => {
    if (whole.length <= longest) return [key, value];
    if (!withNames) return [key, address(whole, id)];
    const text = stringsIn(value).join('\n') || whole;
    const begun = value === command ? `${clipLine(text.split('\n')[0] ?? '', MAX_COMMAND)}\n` : '';
    const names = namesToList(text, listed);
    for (const name of names) listed.add(name);
    return [key, begun + address(text, id) + (names.length > 0 ? ` names in it: ${names.join(', ')}` : '')];
  });
  return JSON.stringify(Object.fromEntries(short));
}

function writtenOut(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function address(text: string, id: string): string {
  const lines = text.split('\n').length;
  return `[${String(lines)} line${lines === 1 ? '' : 's'} · recall ${id}]`;
}
