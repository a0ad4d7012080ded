import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { isObject, jsonText, onlyObjects, parseJson, type JsonObject } from './json.ts';
import { SQLITE_BEGINNING, SqliteCopy, UnreadableSourceError } from './sqliteCopy.ts';
import { lineValues } from './jsonLines.ts';

export interface Line {
  /** The number of the line, from 1. */
  readonly number: number;
  /** The text without its line end; empty if the line is longer than `MAX_LINE_LENGTH`. */
  readonly text: string;
  readonly isTooLong: boolean;
}

/** The beginning of a file, from which the file's format is recognised. */
export interface TranscriptHead {
  /** Complete lines. For a file, at least its first `HEAD_LENGTH` characters, or all lines of a shorter file. */
  readonly lines: readonly string[];
  /** The JSON objects on the first lines, or the one JSON object that is the whole file. */
  readonly objects: readonly JsonObject[];
  /** The parsed file, if it is one JSON value. */
  readonly json: unknown;
  /** A copy of the file, if the file is an SQLite database. Then there are no lines. */
  readonly database?: SqliteCopy;
}

/**
 * A transcript that is read line by line. If the source is a file, only `head` is kept in memory. If this file is one
 * JSON value, `head` contains the whole value.
 */
export interface TranscriptSource {
  readonly head: TranscriptHead;
  lines(): AsyncIterable<Line>;
  /** Closes the source. If the file is a database, removes its copy. */
  close(): Promise<void>;
}

/** Called with the number of bytes read so far and the file's size. If a file is read again, counting starts again. */
export type OnRead = (bytes: number, size: number) => void;

/** Opens a file for reading. Throws errors of the file system, and an UnreadableSourceError. */
export async function openSource(path: string, onRead: OnRead = () => undefined): Promise<TranscriptSource> {
  const info = await stat(path);
  if (!info.isFile()) throw new UnreadableSourceError('it is not a plain file');
  const beginning = await beginningOf(path);
  if (beginning.toString('latin1') === SQLITE_BEGINNING) return openDatabase(path);
  const encoding = encodingOf(beginning);
  const lines = () => readLines(path, encoding, (bytes) => onRead(bytes, info.size));
  return { head: await readHead(lines, info.size), lines, close: () => Promise.resolve() };
}

/**
 * Returns a source with one object per line for two kinds of files: a JSON list of objects, and objects that each
 * extend over several lines. People often store the lines of a log in these forms. Returns undefined for any other
 * file, and for a file that is too large to be read into one string.
 */
export async function asLines(source: TranscriptSource): Promise<TranscriptSource | undefined> {
  const { json, objects, lines } = source.head;
  if (json !== undefined) return Array.isArray(json) ? sourceOfValues(json) : undefined;
  if (objects.length > 0 || !/^\s*\{/u.test(lines.find((line) => line.trim() !== '') ?? '')) return undefined;
  const texts: string[] = [];
  let length = 0;
  for await (const { text } of source.lines()) {
    length += text.length + 1;
    if (length > MAX_JSON_BYTES) return undefined;
    texts.push(text);
  }
  return sourceOfValues(lineValues(texts.join('\n')));
}

function sourceOfValues(values: readonly unknown[]): TranscriptSource | undefined {
  const objects = values.filter(isObject);
  if (objects.length === 0) return undefined;
  return {
    ...sourceOfLines(objects.slice(0, HEAD_OBJECTS).map(jsonText)),
    lines: async function* () {
      for (const [at, value] of values.entries()) {
        const text = isObject(value) ? jsonText(value) : UNREADABLE;
        yield await Promise.resolve({ number: at + 1, text, isTooLong: false });
      }
    },
  };
}

/** The line that replaces a value that is not an object. Readers report this line as unreadable. */
const UNREADABLE = '{';

/** Returns a source for lines in memory. */
export function sourceOfLines(texts: readonly string[]): TranscriptSource {
  const objects = texts.slice(0, HEAD_OBJECTS).flatMap(lineValues).filter(isObject);
  return {
    head: { lines: texts, objects, json: undefined },
    lines: async function* () {
      for (const [at, text] of texts.entries())
        yield await Promise.resolve({ number: at + 1, text, isTooLong: false });
    },
    close: () => Promise.resolve(),
  };
}

async function openDatabase(path: string): Promise<TranscriptSource> {
  const database = await SqliteCopy.open(path);
  return {
    head: { lines: [], objects: [], json: undefined, database },
    lines: () => noLines,
    close: () => database.close(),
  };
}

const noLines: AsyncIterable<Line> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

const HEAD_LENGTH = 256 * 1024;
const HEAD_OBJECTS = 50;
/** The maximum size of a file that is read into one string. */
const MAX_JSON_BYTES = 400 * 1024 * 1024;
const MAX_LINE_LENGTH = 128 * 1024 * 1024;

async function readHead(lines: () => AsyncIterable<Line>, size: number): Promise<TranscriptHead> {
  const head: string[] = [];
  let length = 0;
  for await (const { text } of lines()) {
    head.push(text);
    length += text.length + 1;
    if (length >= HEAD_LENGTH) break;
  }
  const written = head.filter((line) => line.trim() !== '');
  const looksLikeJson = /^\s*[[{]/u.test(written[0] ?? '');
  if (!looksLikeJson) return { lines: head, objects: [], json: undefined };
  const [first = ''] = written;
  const value =
    written.length === 1 || parseJson(first) === undefined ? await readJson(lines, size) : undefined;
  if (value !== undefined) return { lines: head, objects: onlyObjects([value]), json: value };
  const objects = written.slice(0, HEAD_OBJECTS).flatMap(lineValues).filter(isObject);
  return { lines: head, objects, json: undefined };
}

async function readJson(lines: () => AsyncIterable<Line>, size: number): Promise<unknown> {
  if (size > MAX_JSON_BYTES) return undefined;
  const texts: string[] = [];
  for await (const line of lines()) texts.push(line.text);
  return parseJson(texts.join('\n'));
}

type Encoding = 'utf8' | 'utf16le' | 'utf16be';

/** Finds the encoding from the byte order mark or zero bytes: in UTF-16, every second byte of ASCII text is zero. */
function encodingOf(beginning: Buffer): Encoding {
  const [first, second, third, fourth] = beginning;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0))
    return 'utf16le';
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0);
  return isBigEndian && fourth !== 0 ? 'utf16be' : 'utf8';
}

/** Returns a decoder for consecutive slices of a file. A slice may end within a character. */
function decoderOf(encoding: Encoding): { write(bytes: Buffer): string; end(): string } {
  if (encoding !== 'utf16be') return new StringDecoder(encoding);
  const decoder = new StringDecoder('utf16le');
  let half = Buffer.alloc(0);
  return {
    write: (bytes) => {
      const all = Buffer.concat([half, bytes]);
      half = all.subarray(all.length - (all.length % 2));
      return decoder.write(Buffer.from(all.subarray(0, all.length - half.length)).swap16());
    },
    end: () => decoder.end(),
  };
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(SQLITE_BEGINNING.length),
      0,
      SQLITE_BEGINNING.length,
      0,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Yields the lines of a file. Only LF and CRLF end a line. JSON may contain other separators, which Node's readline
 * would take for line ends.
 */
async function* readLines(
  path: string,
  encoding: Encoding,
  onRead: (bytes: number) => void,
): AsyncGenerator<Line> {
  const decoder = decoderOf(encoding);
  let number = 0;
  let bytes = 0;
  let rest = new PendingLine();
  const finish = (): Line => {
    number += 1;
    const line = rest.finish(number);
    rest = new PendingLine();
    return line;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    bytes += (chunk as Buffer).length;
    onRead(bytes);
    const pieces = decoder.write(chunk as Buffer).split('\n');
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) yield finish();
      rest.add(piece);
    }
  }
  rest.add(decoder.end());
  if (!rest.isEmpty) yield finish();
}

/** A line that has not been read to its end. */
class PendingLine {
  #pieces: string[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_LINE_LENGTH) this.#pieces = [];
    else if (piece !== '') this.#pieces.push(piece);
  }

  finish(number: number): Line {
    const isTooLong = this.#length > MAX_LINE_LENGTH;
    const text = this.#pieces.join('').replace(/\r$/u, '');
    return { number, text: number === 1 ? text.replace(/^\uFEFF/u, '') : text, isTooLong };
  }
}
