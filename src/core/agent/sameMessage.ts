import { isForgotten } from '../log/forget.ts';
import { imagesOf } from '../context/account.ts';
import { toolCallsOf, type Message, type Part, type ToolCallPart } from '../log/message.ts';
import { withValues } from '../log/fillMarks.ts';
import type { SecretValues } from '../log/secretNumbers.ts';
import { memoized } from '../memoized.ts';
import { FRAME_OPENING, framedWords } from './userText.ts';

/** The real values of a session's masked secrets, by number; undefined if no secret in the log has a number. */
export type MarkedSecrets = Pick<SecretValues, 'valueOf'> | undefined;

/**
 * Compares a host's message with the logged message. The logged message must be unmasked; `secrets` are only for marks
 * that the model wrote in the arguments of calls. Returns `maybe` if the text of the logged message was forgotten, the
 * text of the host's message was not, and neither message is a tool result or has calls: then only the messages around
 * them can decide.
 */
export function compareMessages(
  host: Message,
  logged: Message,
  secrets: MarkedSecrets,
): 'same' | 'other' | 'maybe' {
  if (host.role !== logged.role) return 'other';
  if (isForgotten(logged)) return compareCalls(host, logged);
  const isSame =
    hasSameCallId(host, logged) && hasSameContents(host, logged) && hasSameCalls(host, logged, secrets);
  return isSame || isUnframed(host, logged) ? 'same' : 'other';
}

/**
 * Returns whether the host's message is the logged message without its frame. After the answer, the host sends a
 * question in Ask or Edit mode without the text around the question, while the log has that text.
 */
function isUnframed(host: Message, logged: Message): boolean {
  if (host.role !== 'user' || imagesOf(host).length > 0) return false;
  const words = framedWords(wholeText(logged));
  return words !== undefined && words === plainWords(wholeText(host).trim());
}

function plainWords(text: string): string | undefined {
  return text.startsWith(FRAME_OPENING) ? framedWords(text) : text;
}

/** Compares the ids of calls, which a message keeps after its text was forgotten. */
function compareCalls(host: Message, logged: Message): 'same' | 'other' | 'maybe' {
  if (host.role === 'tool') return hasSameCallId(host, logged) ? 'same' : 'other';
  const [ids, known] = [host, logged].map((message) => toolCallsOf(message).map(({ callId }) => callId));
  if (ids?.join('\n') !== known?.join('\n')) return 'other';
  return ids?.length === 0 && !isForgotten(host) ? 'maybe' : 'same';
}

function hasSameCallId(host: Message, logged: Message): boolean {
  return host.role !== 'tool' || (logged.role === 'tool' && host.callId === logged.callId);
}

/** Compares texts and images. A host may trim an answer or merge its pieces, which is not an edit. */
function hasSameContents(host: Message, logged: Message): boolean {
  const [sent, known] = [wholeText(host), wholeText(logged)];
  const isSameText = sent === known || (host.role === 'assistant' && sent.trim() === known.trim());
  return isSameText && hasSameImages(host, logged);
}

/** Returns a message's whole text. Returns a single part without copying, since copying long texts takes time. */
export function wholeText({ parts }: Message): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return wordsOf(only);
  return (parts as readonly Part[]).map(wordsOf).join('');
}

function wordsOf(part: Part): string {
  return part.type === 'text' || part.type === 'file' ? part.text : '';
}

function hasSameImages(host: Message, logged: Message): boolean {
  const [shown, known] = [imagesOf(host), imagesOf(logged)];
  return (
    shown.length === known.length &&
    shown.every(({ mediaType, data }, at) => mediaType === known[at]?.mediaType && data === known[at].data)
  );
}

function hasSameCalls(host: Message, logged: Message, secrets: MarkedSecrets): boolean {
  if (host.role !== 'assistant') return true;
  const [calls, known] = [toolCallsOf(host), toolCallsOf(logged)];
  return calls.length === known.length && calls.every((call, at) => isSameCall(call, known[at], secrets));
}

function isSameCall(host: ToolCallPart, logged: ToolCallPart | undefined, secrets: MarkedSecrets): boolean {
  if (logged === undefined || host.callId !== logged.callId || host.name !== logged.name) return false;
  if (host.arguments === logged.arguments) return true;
  return withSortedKeys(host.arguments) === sortedArguments(logged, secrets);
}

/**
 * Returns a call's arguments with sorted keys, and with values in place of the marks of secrets. Caches the arguments
 * if they contain no mark, since every request compares all logged calls.
 */
function sortedArguments(call: ToolCallPart, secrets: MarkedSecrets): string {
  return call.arguments.includes('[secret: ')
    ? withSortedKeys(withValues(call.arguments, secrets))
    : cachedSortedArguments(call);
}

const cachedSortedArguments = memoized((call: ToolCallPart) => withSortedKeys(call.arguments));

/** Returns JSON without white space and with sorted keys; `{}` for an empty text. Returns other text unchanged. */
export function withSortedKeys(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json === '' ? '{}' : json), sortKeys);
  } catch {
    return json;
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
