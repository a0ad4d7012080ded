import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageEntry } from '../../core/log/entry.ts';
import { SecretNumbers } from '../../core/log/secretNumbers.ts';
import type { Logger, Redactor } from '../../core/ports.ts';
import { markSecrets } from '../../core/session/markSecrets.ts';
import { nodeFileSystem } from '../store/fileSystem.ts';
import { LogFile } from '../store/logFile.ts';
import { linesFrom, textOfLine } from '../store/logLines.ts';
import { hitOf, MOST_A_SESSION, plainOf, type MessageHit } from '../store/messageSearch.ts';
import { readNamedMessages } from './sessionView.ts';

interface SearchPorts {
  readonly redactor: Redactor;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** The number of messages to search before a pause. */
const SEARCHED_AT_ONCE = 50;

/**
 * Searches a session of Claude Code for messages that contain every word. Returns at most the `MOST_A_SESSION` newest
 * of these messages, newest first. The messages have the same ids as in the opened session, so that the session can
 * show a hit. Ignores words within secrets. If `signal` is aborted, returns the hits so far. Throws TranscriptError.
 */
export async function messagesInTranscript(
  words: readonly string[],
  transcript: string,
  { signal, ...ports }: SearchPorts,
): Promise<readonly MessageHit[]> {
  if (!(await mayHave(words, transcript, signal))) return [];
  const { named } = await readNamedMessages(transcript);
  const secrets = new SecretNumbers();
  const hits: MessageHit[] = [];
  for (const [at, entry] of named.toReversed().entries()) {
    if (at % SEARCHED_AT_ONCE === 0) await nextTurn();
    if (signal.aborted || hits.length === MOST_A_SESSION) break;
    if (hitOf(entry, words) === undefined) continue;
    const [masked] = (await markSecrets([entry], secrets, ports)) as readonly MessageEntry[];
    const hit = masked && hitOf(masked, words);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

/**
 * Returns whether the file may have hits, i.e. whether it contains every search word. Does not check words that look
 * different in JSON, e.g. words with a quotation mark. Returns false if the signal is aborted. This check is faster
 * than parsing the file.
 */
async function mayHave(words: readonly string[], path: string, signal: AbortSignal): Promise<boolean> {
  const missing = new Set(plainOf(words));
  const file = new LogFile(nodeFileSystem, path, 'read');
  try {
    for await (const lines of linesFrom(file, 0)) {
      if (signal.aborted) return false;
      if (missing.size === 0) return true;
      for (const line of lines) {
        const lowered = textOfLine(line).toLowerCase();
        for (const word of missing) if (lowered.includes(word)) missing.delete(word);
      }
    }
    return missing.size === 0;
  } finally {
    file.close();
  }
}
