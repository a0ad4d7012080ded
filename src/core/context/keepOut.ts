import type { MessageId } from '../log/entry.ts';
import { textOf, type Message } from '../log/message.ts';
import { excerptText } from '../text/excerpt.ts';
import { errorLineIndexes } from '../tools/outputLines.ts';
import { kindOfTool } from '../tools/toolKind.ts';
import type { TokenAccount } from './account.ts';

/**
 * The maximum size, in tokens, of a tool result that enters the context in full. Files that the model read may be
 * larger. By default, tool outputs in the newest 8,000 tokens of the context stay whole (`stubs.protectedTokens`), so a
 * larger result would displace all other results.
 */
const LARGEST_PRINTED = 8_000;
/**
 * The size of the excerpt as a share of the limit. In replays of sessions of 200,000 tokens, a share of 0.25 left fewer
 * of the session's names in the context.
 */
const SHOWN_SHARE = 0.5;
const MOST_IMPORTANT_LINES = 20;
/**
 * The number of characters at the end of a text that are searched for important lines. Failures are reported at the
 * end, and searching longer texts would take too long.
 */
const SEARCHED_CHARACTERS = 400_000;

/** The maximum sizes, in tokens, of results that enter the context in full. */
export interface LargestResults {
  /** The limit for files that the model read. This limit may be higher, because the model works on these files next. */
  readonly read: number;
  readonly printed: number;
}

/** Returns the limits. A single result may take at most the share that is reserved for the newest messages. */
export function largestResults(usableTokens: number, recentShare: number): LargestResults {
  const read = Math.floor(usableTokens * recentShare);
  return { read, printed: Math.min(LARGEST_PRINTED, read) };
}

/**
 * Matches the name of a recall tool. Recall results always enter the context in full: their length is limited, and an
 * excerpt would make the model recall the same text again.
 */
const RECALL = /(?:^|_)recall$/u;

/**
 * Returns an excerpt of a tool result that is too large. The excerpt has the head, the tail, the important lines and
 * the address of the result. Undefined if the result may enter the context in full, and for all other messages.
 */
export function keptOutText(
  { id, message }: { readonly id: MessageId; readonly message: Message },
  account: TokenAccount,
  { read, printed }: LargestResults,
): string | undefined {
  if (message.role !== 'tool' || RECALL.test(message.toolName)) return undefined;
  const largest = kindOfTool(message.toolName) === 'read' ? read : printed;
  // Ignores images, because images can't be shortened like text.
  const tokens = account.ofMessage(message, id) - account.ofImages([{ message }]);
  if (tokens <= largest) return undefined;
  const text = textOf(message);
  const lines = text.slice(-SEARCHED_CHARACTERS).split('\n');
  const important = errorLineIndexes(lines, MOST_IMPORTANT_LINES).flatMap((place) => lines[place] ?? []);
  // Estimates the tokens of each excerpt that `excerptText` tries, because an exact count would block the thread.
  const estimate = (piece: string): number => Math.ceil((piece.length * tokens) / text.length);
  return excerptText({ text, id, important }, Math.floor(largest * SHOWN_SHARE), estimate);
}
