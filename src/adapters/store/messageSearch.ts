import type { MessageEntry, MessageId } from '../../core/log/entry.ts';
import { isForgotten } from '../../core/log/forget.ts';
import { maskMessage } from '../../core/log/mask.ts';
import { textOf, type Message } from '../../core/log/message.ts';
import { excerptAround } from '../../core/recall/excerptAround.ts';
import { writtenForms } from '../../core/recall/scan.ts';
import { withSpacesFolded } from '../../core/text/lines.ts';
import { readLine } from './checksum.ts';
import type { FileSystem } from './fileSystem.ts';
import { LogFile } from './logFile.ts';
import { linesFrom, textOfLine } from './logLines.ts';

/** A message that contains every searched word. */
export interface MessageHit {
  readonly id: MessageId;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly role: Exclude<Message['role'], 'system'>;
  /** The text around the found words, on one line. */
  readonly excerpt: string;
}

export const MOST_A_SESSION = 20;
const MOST_EXCERPT = 180;

/** Splits a query into lower-case words. Keeps a quoted phrase together, with one space between its words. */
export function wordsToFind(query: string): readonly string[] {
  const found = query.toLowerCase().matchAll(/"([^"]+)"|[^\s"]+/g);
  return Array.from(found, ([bare, quoted]) => withSpacesFolded(quoted ?? bare)).filter(Boolean);
}

/** Returns a function that tells whether a session's title contains every word of the query. Ignores case. */
export function titleMatcher(query: string): (session: { readonly title?: string }) => boolean {
  const words = wordsToFind(query);
  return ({ title = '' }) => {
    const lowered = title.toLowerCase();
    return words.every((word) => lowered.includes(word));
  };
}

/**
 * Searches a log for messages that contain all of the words. A word may be in a message's text, calls or results.
 * Ignores case. Returns at most the 20 newest of these messages, newest first. Reads the log from its beginning, about
 * 0.25 MB at a time, and lets other work run between. Ends early when `signal` is aborted.
 */
export async function messagesWith(
  words: readonly string[],
  log: string,
  { fs, signal }: { readonly fs: FileSystem; readonly signal: AbortSignal },
): Promise<readonly MessageHit[]> {
  const file = new LogFile(fs, log, 'read');
  const hits: MessageHit[] = [];
  const plain = plainOf(words);
  try {
    for await (const lines of linesFrom(file, 0)) {
      if (signal.aborted) break;
      for (const line of lines) {
        const lowered = textOfLine(line).toLowerCase();
        if (!plain.every((word) => lowered.includes(word))) continue;
        const parsed = readLine(line);
        if (parsed.type !== 'entry' || parsed.entry.kind !== 'message') continue;
        const hit = hitOf(parsed.entry, words);
        if (hit !== undefined) hits.push(hit);
      }
      hits.splice(0, hits.length - MOST_A_SESSION);
    }
  } finally {
    file.close();
  }
  return hits.reverse();
}

/**
 * Returns the words that JSON does not escape. Splits a quoted phrase into its words. A word that JSON escapes, e.g. a
 * word with a backslash, can only be searched in the parsed text of a line.
 */
export function plainOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(' ')).filter((word) => JSON.stringify(word) === `"${word}"`);
}

/**
 * Returns a hit for a message. Returns undefined for a system message, if the person removed the message's text, or if
 * the message lacks a word.
 */
export function hitOf(entry: MessageEntry, words: readonly string[]): MessageHit | undefined {
  const { id, at } = entry;
  // The log stores secrets unmasked. So the search and the excerpt use the masked message.
  const message = maskMessage(entry, []);
  if (message.role === 'system' || isForgotten(message)) return undefined;
  const raw = textOf(message);
  const rawLowered = raw.toLowerCase();
  // The arguments of calls are JSON, which escapes some characters.
  const isIn = (searched: string, word: string): boolean =>
    writtenForms(word).some((form) => searched.includes(form));
  if (!words.every((word) => word.includes(' ') || isIn(rawLowered, word))) return undefined;
  // Replaces line breaks by spaces, since a line break may separate the words of a quoted phrase.
  const text = withSpacesFolded(raw);
  const lowered = text.toLowerCase();
  if (!words.every((word) => isIn(lowered, word))) return undefined;
  const needles = words.flatMap(writtenForms);
  return { id, at, role: message.role, excerpt: excerptAround(text, needles, MOST_EXCERPT) };
}
