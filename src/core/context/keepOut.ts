import type { MessageId } from '../log/entry.ts';
import { textOf, type Message } from '../log/message.ts';
import { excerptText } from '../text/excerpt.ts';
import { errorLineIndexes } from '../tools/outputLines.ts';
import { kindOfTool } from '../tools/toolKind.ts';
import type { TokenAccount } from './account.ts';

/**
 * Printed results above this many tokens are kept out of the context. A compaction keeps this many tokens of the newest
 * results, so a larger one would displace all others.
 */
const LARGEST_PRINTED = 8_000;
/**
 * The excerpt's share of the limit. At a quarter, replayed sessions of 200,000 tokens had fewer of their names in the
 * context.
 */
const SHOWN_SHARE = 0.5;
const MOST_IMPORTANT_LINES = 20;
/**
 * The number of characters at a text's end that are searched for important lines. Failures are reported there, and
 * searching longer texts would take too long.
 */
const SEARCHED_CHARACTERS = 400_000;

/** The largest results, in tokens, that enter the context whole. */
export interface LargestResults {
  /** The limit for files that the model read, since it works on them next. */
  readonly read: number;
  readonly printed: number;
}

/** Returns the limits. A single result may take at most the share of the newest messages. */
export function largestResults(usableTokens: number, recentShare: number): LargestResults {
  const read = Math.floor(usableTokens * recentShare);
  return { read, printed: Math.min(LARGEST_PRINTED, read) };
}

/**
 * Matches recall, whose results always enter whole: their length is limited, and an excerpt of one would make the model
 * recall the same text again.
 */
const RECALL = /(?:^|_)recall$/u;

/**
 * Returns head, tail, important lines and address of a result that is too large by an estimate; undefined if it may
 * enter the context whole.
 */
export function keptOutText(
  { id, message }: { readonly id: MessageId; readonly message: Message },
  account: TokenAccount,
  { read, printed }: LargestResults,
): string | undefined {
  if (message.role !== 'tool' || RECALL.test(message.toolName)) return undefined;
  const largest = kindOfTool(message.toolName) === 'read' ? read : printed;
  // Images are no text that could be shortened.
  const tokens = account.ofMessage(message, id) - account.ofImages([{ message }]);
  if (tokens <= largest) return undefined;
  const text = textOf(message);
  const lines = text.slice(-SEARCHED_CHARACTERS).split('\n');
  const important = errorLineIndexes(lines, MOST_IMPORTANT_LINES).flatMap((place) => lines[place] ?? []);
  // Counting each attempt exactly would block the thread.
  const estimate = (piece: string): number => Math.ceil((piece.length * tokens) / text.length);
  return excerptText({ text, id, important }, Math.floor(largest * SHOWN_SHARE), estimate);
}
