import type { MessageId } from '../log/entry.ts';
import { textOf, type Message } from '../log/message.ts';
import { excerptText } from '../text/excerpt.ts';
import { tellingPlaces } from '../tools/telling.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/**
 * Printed results above this many tokens are kept out. A compaction keeps so many tokens of newest results whole, and a
 * larger one would push out all others.
 */
const LARGEST_PRINTED = 8_000;
/** Share of the excerpt: at a fourth, replayed sessions at 200,000 had fewer of their names in the context. */
const SHOWN_SHARE = 0.5;
const MOST_TELLING = 20;
/**
 * The characters at a text's end that are searched for telling lines. Failures are reported there, and longer texts
 * would take too long.
 */
const LOOKED_THROUGH = 400_000;

/** The most tokens of a result that enters the context whole, for read and for printed results. */
export interface LargestResults {
  /** Room for a read text: it was asked for in this size, and is worked on next. */
  readonly read: number;
  readonly printed: number;
}

/** Returns the limits. A single result may take at most the share of the newest messages. */
export function largestResults(usableTokens: number, recentShare: number): LargestResults {
  const read = Math.floor(usableTokens * recentShare);
  return { read, printed: Math.min(LARGEST_PRINTED, read) };
}

/** Looked up again, it would be cut again: it has a limit of its own. */
const RECALL = /(?:^|_)recall$/u;

/**
 * Returns head, tail, telling lines and address of a result that is too large, by an estimate; undefined where it may
 * enter the context whole.
 */
export function keptOutText(
  result: { readonly id: MessageId; readonly message: Message; readonly tokens: number },
  { read, printed }: LargestResults,
): string | undefined {
  const { id, message, tokens } = result;
  if (message.role !== 'tool' || RECALL.test(message.toolName)) return undefined;
  const largest = kindOfTool(message.toolName) === 'read' ? read : printed;
  if (tokens <= largest) return undefined;
  const text = textOf(message);
  const lines = text.slice(-LOOKED_THROUGH).split('\n');
  const telling = tellingPlaces(lines, MOST_TELLING).flatMap((place) => lines[place] ?? []);
  // To count each try would hold the thread.
  const estimate = (piece: string): number => Math.ceil((piece.length * tokens) / text.length);
  return excerptText({ text, id, telling }, Math.floor(largest * SHOWN_SHARE), estimate);
}
