import type { MessageId } from '../log/entry.ts';
import { textOf, type Message } from '../log/message.ts';
import { excerptText } from '../text/excerpt.ts';
import { tellingPlaces } from '../tools/telling.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/** More tokens that a tool prints are kept out: so many of the newest results stay whole in a compaction, and one beyond would push out all others. */
const LARGEST_PRINTED = 8_000;
/** Share of the excerpt: at a fourth, replayed sessions at 200,000 had fewer of their names in the context. */
const SHOWN_SHARE = 0.5;
const MOST_TELLING = 20;
/** Characters at a text's end in which telling lines are looked for: what went wrong stands there, and longer ones take too long. */
const LOOKED_THROUGH = 400_000;

/** Tokens of the largest result that comes into a context whole, by what it is. */
export interface LargestResults {
  /** Room for a read text: it was asked for in this size, and is worked on next. */
  readonly read: number;
  readonly printed: number;
}

/** One result takes no more than the newest messages may take together. */
export function largestResults(usableTokens: number, recentShare: number): LargestResults {
  const read = Math.floor(usableTokens * recentShare);
  return { read, printed: Math.min(LARGEST_PRINTED, read) };
}

/** Looked up again, it would be cut again: it has a limit of its own. */
const RECALL = /(?:^|_)recall$/u;

/**
 * Returns head, tail, what matters and the address of a result that is too large, by an estimate; undefined where it
 * may stand whole.
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
