import { textOf, type Message } from '../log/message.ts';
import { formatAddress, type LineRange, type RecallAddress } from './address.ts';

/** The maximum number of characters of an original text that a model gets with one recall. */
const MOST_CHARACTERS = 24_000;

/**
 * Returns the answer of a recall: a head, and below it the addressed lines. The head names the lines and the address at
 * which to continue. `before` is put before each address, e.g. to name the session. `speaker` is the author of the
 * text.
 */
export function originalText(
  message: Message,
  address: RecallAddress,
  { before = '', speaker }: { readonly before?: string; readonly speaker?: string } = {},
): string {
  const { text, first, last, lineCount, next } = readBack(textOf(message), address, MOST_CHARACTERS);
  const whose = speaker === undefined ? '' : `, ${speaker}`;
  const goOn = next === undefined ? '' : `; go on with ${before}${formatAddress(next)}`;
  return `[original of ${before}${address.id}${whose}, lines ${first}-${last} of ${lineCount}${goOn}]\n${text}`;
}

export interface ReadBack {
  readonly text: string;
  /** The first and the last line of the text, counted from 1. If the range is empty, `last` is less than `first`. */
  readonly first: number;
  readonly last: number;
  readonly lineCount: number;
  /** The address to continue at if the range was longer than `maxChars`. */
  readonly next?: RecallAddress;
}

/**
 * Returns a message's original text or its addressed lines. Returns only the whole lines that fit into `maxChars`. If
 * not even the first line fits, returns the beginning of this line, at least one character. So a reader who continues
 * at `next` always reaches the end.
 */
export function readBack(original: string, { id, lines }: RecallAddress, maxChars: number): ReadBack {
  const all = original.split('\n');
  const range = clamp(lines, all.length);
  const chosen = all.slice(range.first - 1, range.last);
  if (chosen[0] !== undefined) chosen[0] = chosen[0].slice(range.offset);
  const fitting = countFitting(chosen, maxChars);
  const lineCount = all.length;
  if (fitting === chosen.length)
    return { text: chosen.join('\n'), first: range.first, last: range.last, lineCount };
  if (fitting === 0) return readWithinLine(chosen[0] ?? '', { id, lines: range }, { maxChars, lineCount });
  const last = range.first + fitting - 1;
  const next = { id, lines: { first: last + 1, last: range.last } };
  return { text: chosen.slice(0, fitting).join('\n'), first: range.first, last, lineCount, next };
}

type WholeRange = Required<LineRange>;

interface Limits {
  readonly maxChars: number;
  readonly lineCount: number;
}

function clamp(lines: LineRange | undefined, lineCount: number): WholeRange {
  const first = Math.max(1, lines?.first ?? 1);
  return { first, last: Math.min(lines?.last ?? lineCount, lineCount), offset: lines?.offset ?? 0 };
}

function countFitting(lines: readonly string[], maxChars: number): number {
  let chars = 0;
  const tooLong = lines.findIndex((line) => (chars += line.length + 1) > maxChars + 1);
  return tooLong < 0 ? lines.length : tooLong;
}

function readWithinLine(
  line: string,
  { id, lines }: { readonly id: string; readonly lines: WholeRange },
  { maxChars, lineCount }: Limits,
): ReadBack {
  const { first, last, offset } = lines;
  const end = Math.max(1, maxChars);
  const splitsPair = end > 1 && (line.codePointAt(end - 1) ?? 0) > 0xffff;
  const text = line.slice(0, splitsPair ? end - 1 : end);
  const next = { id, lines: { first, last, offset: offset + text.length } };
  return { text, first, last: first, lineCount, next };
}
