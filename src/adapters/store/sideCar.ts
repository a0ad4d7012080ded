import type { EntryHead } from '../../core/ports.ts';
import type { EntryId } from '../../core/log/entry.ts';
import { CacheFile } from './cacheFile.ts';
import type { FileSystem } from './fileSystem.ts';

/** The place of a line in the log, with the head of the line's entry, or the reason why the line is skipped. */
export type LineRecord =
  | { readonly type: 'entry'; readonly head: EntryHead; readonly offset: number; readonly length: number }
  | {
      readonly type: 'newer' | 'unreadable';
      readonly why: string;
      readonly offset: number;
      readonly length: number;
    };

/** A line of the log that is not read as an entry. The line stays in the log. Line numbers begin at 1. */
export interface SkippedLine {
  readonly number: number;
  readonly type: 'newer' | 'unreadable';
  readonly why: string;
}

const HEADER = 'longthread side-car 1';
const SAVE_AFTER = 512;

/**
 * A cache of the offsets and heads of a log's lines and of the token counts of entries. With this cache, only the
 * newest entries must be read when a session is opened. The cache can be rebuilt from the log, and the tokens can be
 * counted again. The file contains the lengths of the lines instead of their offsets. So if any length is wrong, the
 * computed place of the last line is wrong, too. `IndexedLog` checks this place when the session is opened.
 */
export class SideCar {
  readonly #file: CacheFile;
  readonly #token: string;
  #lines: LineRecord[] = [];
  #heads: EntryHead[] = [];
  #skipped: SkippedLine[] = [];
  #tokens = new Map<EntryId, number>();
  #coveredTo = 0;
  #messageCount = 0;
  #mustReplace = true;

  private constructor(fs: FileSystem, path: string, token: string) {
    this.#file = new CacheFile(fs, path);
    this.#token = token;
  }

  /** Reads the records up to the first invalid one. Drops all records if they reach past the log's end. */
  static async load(
    fs: FileSystem,
    path: string,
    options: { logSize: number; token: string },
  ): Promise<SideCar> {
    const sideCar = new SideCar(fs, path, options.token);
    let valuesRead = 0;
    const isWhole = await sideCar.#file.load((value) =>
      valuesRead++ === 0 ? value === HEADER : sideCar.#apply(value),
    );
    sideCar.#mustReplace = valuesRead === 0 || !isWhole;
    if (sideCar.#coveredTo > options.logSize) sideCar.clear();
    return sideCar;
  }

  /** The log's lines in order. */
  get lines(): readonly LineRecord[] {
    return this.#lines;
  }

  get heads(): readonly EntryHead[] {
    return this.#heads;
  }

  get skipped(): readonly SkippedLine[] {
    return this.#skipped;
  }

  get tokens(): ReadonlyMap<EntryId, number> {
    return this.#tokens;
  }

  get messageCount(): number {
    return this.#messageCount;
  }

  /** The offset up to which the log's lines are known. */
  get coveredTo(): number {
    return this.#coveredTo;
  }

  addLine(line: LineRecord): void {
    this.#takeLine(line);
    this.#remember(recordOf(line));
  }

  setTokens(id: EntryId, tokens: number): void {
    if (this.#tokens.get(id) === tokens) return;
    this.#tokens.set(id, tokens);
    this.#remember(['t', id, tokens]);
  }

  clear(): void {
    this.#lines = [];
    this.#heads = [];
    this.#skipped = [];
    this.#tokens = new Map();
    this.#coveredTo = 0;
    this.#messageCount = 0;
    this.#mustReplace = true;
  }

  /**
   * Writes new records. Only the session's owner may call this. Ignores disk errors, since missing records only make
   * the next opening of the session slower.
   */
  save(): void {
    try {
      if (this.#mustReplace) this.#file.replace(this.#records(), this.#token);
      else this.#file.save();
      this.#mustReplace = false;
    } catch {
      this.#mustReplace = true;
    }
  }

  /**
   * Saves the new records if there are many, so that their log lines need not be read again after a crash. Usually
   * saves nothing while the whole file must be replaced, since new records are not counted then.
   */
  saveWhenMany(): void {
    if (this.#file.pendingCount >= SAVE_AFTER) this.save();
  }

  /** Removes the file. Called before the log is replaced, since the lengths in the file are wrong for the new log. */
  remove(): void {
    this.#file.remove();
    this.#mustReplace = true;
  }

  /** Adds a record to the file. Does nothing if the whole file will be replaced anyway. */
  #remember(record: unknown): void {
    if (!this.#mustReplace) this.#file.add(record);
  }

  #records(): readonly unknown[] {
    const tokens = [...this.#tokens].map(([id, count]) => ['t', id, count]);
    return [HEADER, ...this.#lines.map(recordOf), ...tokens];
  }

  #takeLine(line: LineRecord): void {
    this.#lines.push(line);
    if (line.type === 'entry') {
      this.#heads.push(line.head);
      if (line.head.kind === 'message') this.#messageCount++;
    } else this.#skipped.push({ number: this.#lines.length, type: line.type, why: line.why });
    this.#coveredTo = line.offset + line.length;
  }

  /** Applies one record from disk. Returns false if it is invalid. */
  #apply(record: unknown): boolean {
    if (!Array.isArray(record)) return false;
    const [tag, first, second, third, fourth] = record as readonly unknown[];
    if (tag === 't' && typeof first === 'string' && isCount(second)) {
      this.#tokens.set(first, second);
      return true;
    }
    const line = lineOf([tag, first, second, third, fourth], this.#coveredTo);
    if (line === undefined) return false;
    this.#takeLine(line);
    return true;
  }
}

function recordOf(line: LineRecord): readonly unknown[] {
  if (line.type !== 'entry') return [line.type === 'newer' ? 'n' : 'u', line.length, line.why];
  return [
    'e',
    line.length,
    line.head.id,
    line.head.kind,
    ...(line.head.role === undefined ? [] : [line.head.role]),
  ];
}

function lineOf(record: readonly unknown[], offset: number): LineRecord | undefined {
  const [tag, length, first, kind, role] = record;
  if (!isCount(length) || length === 0 || typeof first !== 'string') return undefined;
  if (tag === 'n') return { type: 'newer', why: first, offset, length };
  if (tag === 'u') return { type: 'unreadable', why: first, offset, length };
  if (tag !== 'e' || typeof kind !== 'string') return undefined;
  const head = { id: first, kind, ...(typeof role === 'string' && { role }) };
  return { type: 'entry', head, offset, length };
}

/** Returns whether a value can be the length of a line or a token count. A record with another value is invalid. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
