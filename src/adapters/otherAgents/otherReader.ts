import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Entry } from '../../core/log/entry.ts';
import { markOf } from '../../core/log/secretMark.ts';
import { foldSession } from '../../core/log/session.ts';
import type { Redactor } from '../../core/ports.ts';
import { secretRules } from '../redaction/secretRules.ts';
import { hitOf, wordsToFind, type MessageHit } from '../store/messageSearch.ts';
import { auditTranscript, type TranscriptAudit } from '../transcripts/auditTranscript.ts';
import { leftOutSentence } from '../transcripts/leftOut.ts';
import { entriesWithSecrets } from '../transcripts/maskedSession.ts';
import { readTranscript, type Transcript } from '../transcripts/formats.ts';
import type { SessionCopy } from './listedSession.ts';
import { withCompactions } from './withCompactions.ts';

/** The location of another agent's session: a file, one of several sessions in a file, or a copy. */
export interface OtherSession {
  readonly path: string;
  readonly chat?: string;
  /** Whether the file contains each text in one piece (`WITH_WHOLE_WORDS`). */
  readonly hasWholeWords?: boolean;
  /** Facts about the original that the copy itself does not contain. */
  readonly copied?: Pick<SessionCopy, 'format' | 'leftOut'>;
}

/** The result of reading a session. The entries are fetched piece by piece. */
export interface OtherRead {
  readonly format: string;
  readonly title?: string;
  readonly window?: number;
  readonly entries: number;
  /** The number of entries at the beginning that have not changed since the last read. */
  readonly asBefore: number;
  readonly leftOut?: string;
}

/** The approximate number of characters in one piece, which consists of several entries. */
const PIECE_CHARS = 200_000;
const MOST_HITS = 20;

/**
 * Reads whole sessions of other agents. Keeps a digest of each entry that was read, so that the next read can tell
 * which entries changed.
 */
export class OtherReader {
  readonly #redactor: Redactor;
  readonly #digests = new Map<string, readonly string[]>();
  readonly #entries = new Map<string, readonly Entry[]>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Reads a session and keeps its entries for `piece`. Throws TranscriptError if the session can't be read. */
  async read(session: OtherSession): Promise<OtherRead> {
    const key = keyOf(session);
    const transcript = await transcriptOf(session);
    const { title, window, messages, skipped } = transcript;
    const { copied } = session;
    const format = copied?.format ?? transcript.format;
    const entries = withCompactions({ format, messages }, await entriesWithSecrets(messages, this.#redactor));
    const digests = entries.map(digestOf);
    const before = this.#digests.get(key) ?? [];
    const changed = before.findIndex((digest, at) => digest !== digests[at]);
    this.#digests.set(key, digests);
    this.#entries.set(key, entries);
    const leftOut = copied === undefined ? leftOutSentence(skipped) : copied.leftOut;
    return {
      ...{ format, entries: entries.length, asBefore: changed < 0 ? before.length : changed },
      ...(title !== undefined && { title }),
      ...(window !== undefined && { window }),
      ...(leftOut !== undefined && { leftOut }),
    };
  }

  /** Returns the next piece of entries from an index on. After the last piece, the reader drops the entries. */
  piece(session: OtherSession, from: number): readonly Entry[] {
    const key = keyOf(session);
    const entries = this.#entries.get(key) ?? [];
    let room = PIECE_CHARS;
    let end = from;
    while (end < entries.length && room > 0) room -= JSON.stringify(entries[end++]).length;
    if (end >= entries.length) this.#entries.delete(key);
    return entries.slice(from, end);
  }

  /** Returns the rules, decisions, files and failures that each of the agent's own compactions lost. */
  async audit(session: OtherSession): Promise<TranscriptAudit> {
    const transcript = await transcriptOf(session);
    const entries = await entriesWithSecrets(transcript.messages, this.#redactor);
    const format = session.copied?.format ?? transcript.format;
    return auditTranscript({ ...transcript, format }, foldSession(entries));
  }

  /** Returns the newest messages that contain every word, newest first. */
  async find(session: OtherSession, query: string): Promise<readonly MessageHit[]> {
    const words = wordsToFind(query);
    if (words.length === 0 || (session.hasWholeWords === true && !(await mayHave(session.path, words))))
      return [];
    const { messages } = await transcriptOf(session);
    const entries = await entriesWithSecrets(messages, this.#redactor);
    return entries
      .flatMap((entry) => (entry.kind === 'message' ? (hitOf(entry, words) ?? []) : []))
      .slice(-MOST_HITS)
      .reverse();
  }
}

/**
 * Reads a session. If the file contains several sessions, reads only the session with the id `chat`.
 */
export function transcriptOf({ path, chat }: OtherSession): Promise<Transcript> {
  return readTranscript(path, undefined, chat === undefined ? undefined : { only: chat });
}

const CHUNK_BYTES = 1 << 20;
/** Matches words that no program escapes in a file. Such words can be searched without parsing the file. */
const NEVER_ESCAPED = /^[a-z0-9_.,:;-]+$/u;

const MARKS = secretRules.map(({ kind }) => markOf({ kind }).toLowerCase());

/**
 * Returns whether a word may be part of a mark that replaces a secret, such as `[secret: password]`. An agent's file
 * contains the secret instead, so a search in the file would not find the word.
 */
function isPartOfMark(word: string): boolean {
  return MARKS.some((mark) => mark.includes(word));
}

/** Returns false if a word is certainly not in the file. This is much faster than parsing the file. */
async function mayHave(path: string, words: readonly string[]): Promise<boolean> {
  const missing = new Set(words.filter((word) => NEVER_ESCAPED.test(word) && !isPartOfMark(word)));
  const overlap = Math.max(0, ...Array.from(missing, ({ length }) => length - 1));
  let end = '';
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES, encoding: 'latin1' })) {
    if (missing.size === 0) break;
    const text = end + (chunk as string).toLowerCase();
    for (const word of missing) if (text.includes(word)) missing.delete(word);
    end = overlap === 0 ? '' : text.slice(-overlap);
  }
  return missing.size === 0;
}

function keyOf({ path, chat = '' }: OtherSession): string {
  return `${path}\0${chat}`;
}

function digestOf(entry: Entry): string {
  return createHash('sha1').update(JSON.stringify(entry)).digest('base64');
}
