import { setImmediate } from 'node:timers/promises';
import { StoreError } from '../../core/ports.ts';
import { atOnce, mapInSteps, withPauses, type Steps } from '../../core/steps.ts';
import { asWritten } from '../../core/log/notesLine.ts';
import type { Entry } from '../../core/log/entry.ts';
import { readLine, sealedLine } from './checksum.ts';
import { OWN_FILE, type FileSystem } from './fileSystem.ts';
import { LogFile, NEWLINE } from './logFile.ts';
import { linesFrom, type LogLine } from './logLines.ts';
import { parseLine, type ParsedLine } from './parseLine.ts';
import type { SessionFolder } from './sessionFolder.ts';
import { SideCar, type LineRecord } from './sideCar.ts';

/** How another program changed the log: completes the sentence “The session’s file was … by another program”. */
export type LogDamage = 'deleted' | 'replaced' | 'cut short' | 'changed';

/**
 * Keeps a log and its side-car consistent. The side-car is an index file beside the log. If the two differ, the log is
 * authoritative, and the side-car is rebuilt.
 */
export class IndexedLog {
  readonly #fs: FileSystem;
  readonly #folder: SessionFolder;
  readonly file: LogFile;
  readonly sideCar: SideCar;
  /** The file's modification time after this window's last change or check. */
  #knownModifiedAt = 0;
  /** Whether another program wrote to the file after it was opened, without changing the last known line. */
  #isTouched = false;
  /**
   * All entries, so that they need not be read again. Set only if the entries were read while opening and nothing has
   * been added since.
   */
  #justRead: readonly Entry[] | undefined;

  private constructor(fs: FileSystem, folder: SessionFolder, parts: { file: LogFile; sideCar: SideCar }) {
    this.#fs = fs;
    this.#folder = folder;
    this.file = parts.file;
    this.sideCar = parts.sideCar;
  }

  /**
   * Reads the side-car and the log's lines that the side-car lacks. `token` is part of the names of temporary files.
   */
  static async open(
    fs: FileSystem,
    folder: SessionFolder,
    options: { mode: 'append' | 'read'; token: string },
  ): Promise<IndexedLog> {
    const file = new LogFile(fs, folder.log, options.mode);
    const sideCar = await SideCar.load(fs, folder.sideCar, { logSize: file.size(), token: options.token });
    const log = new IndexedLog(fs, folder, { file, sideCar });
    if (!log.#isLastLineWhereExpected()) sideCar.clear();
    const readsWholeLog = sideCar.coveredTo === 0;
    const entries = await log.catchUp();
    if (readsWholeLog) log.#justRead = entries;
    log.#knownModifiedAt = file.modifiedAt();
    return log;
  }

  get isCaughtUp(): boolean {
    return this.file.size() === this.sideCar.coveredTo;
  }

  /**
   * Returns how another program damaged the log: deleted, replaced or shortened it, or changed the last known line.
   * Returns undefined for an undamaged log. Appended lines are no damage. Changes of earlier lines are not noticed.
   */
  damage(): LogDamage | undefined {
    const lost = this.file.loss();
    if (lost !== undefined) return lost;
    if (this.file.size() < this.sideCar.coveredTo) return 'cut short';
    const modifiedAt = this.file.modifiedAt();
    if (modifiedAt !== this.#knownModifiedAt && !this.#isLastLineWhereExpected()) return 'changed';
    this.#isTouched ||= modifiedAt !== this.#knownModifiedAt;
    this.#knownModifiedAt = modifiedAt;
    return undefined;
  }

  /**
   * The number of messages in the log, and the time of the log's last write. The time is 0 if another program wrote to
   * the log, so that `readMeta` reads the log again.
   */
  get counted(): { readonly messageCount: number; readonly logWrittenAt: number } {
    return {
      messageCount: this.sideCar.messageCount,
      logWrittenAt: this.#isTouched ? 0 : this.#knownModifiedAt,
    };
  }

  /** Reads the complete lines that the side-car lacks, and returns their entries. */
  async catchUp(): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    for await (const lines of linesFrom(this.file, this.sideCar.coveredTo)) {
      for (const line of lines) {
        const entry = this.#parseAndRecord(line);
        if (entry !== undefined) entries.push(entry);
      }
    }
    if (entries.length > 0) this.#justRead = undefined;
    return entries;
  }

  /** Returns the newest entries, oldest first. Lets other work run while they are read. */
  async tail(count: number): Promise<readonly Entry[]> {
    const entries = await withPauses(this.#readTail(count), setImmediate);
    if (entries !== undefined) return entries;
    this.sideCar.clear();
    await this.catchUp();
    return (await withPauses(this.#readTail(count), setImmediate)) ?? [];
  }

  /**
   * Reads all entries. If the side-car contradicts the log, rebuilds the side-car, so that a damaged line is reported.
   */
  async readAll(): Promise<readonly Entry[]> {
    const justRead = this.#justRead;
    this.#justRead = undefined;
    if (justRead !== undefined) return justRead;
    const entries = await this.readFrom(0);
    const { heads } = this.sideCar;
    const isAsKnown = entries.length === heads.length && entries.every(({ id }, at) => id === heads[at]?.id);
    if (isAsKnown) return entries;
    this.sideCar.clear();
    return this.catchUp();
  }

  /** Returns the entries of all complete lines from a byte offset on. The offset must be the start of a line. */
  async readFrom(offset: number): Promise<readonly Entry[]> {
    const entries: Entry[] = [];
    for await (const lines of linesFrom(this.file, offset)) {
      for (const line of lines) {
        const parsed = readLine(line);
        if (parsed.type === 'entry') entries.push(parsed.entry);
      }
    }
    return entries;
  }

  /**
   * Appends an entry. Throws StoreError `corrupt` if the entry could not be read again later, `unwritable` if the disk
   * refuses.
   */
  append(entry: Entry): void {
    const json = JSON.stringify(asWritten(entry));
    const parsed = parseLine(json);
    if (parsed.type !== 'entry') {
      throw new StoreError(
        'corrupt',
        `The entry was not saved, because Longthread would not be able to read it again: ${parsed.why}.`,
      );
    }
    const bytes = sealedLine(json);
    this.#justRead = undefined;
    this.file.append(bytes);
    this.#knownModifiedAt = this.file.modifiedAt();
    this.#record(bytes, { type: 'entry', entry });
  }

  /**
   * Repairs the log's last line after an interrupted write. If only the newline is missing, adds the newline. If more
   * is missing, moves the line to `log.torn` and returns a sentence that says so. Does nothing if the line is complete.
   */
  async mendTail(): Promise<string | undefined> {
    await this.catchUp();
    const start = this.sideCar.coveredTo;
    const bytes = this.file.read(start, this.file.size() - start);
    if (bytes.length === 0) return undefined;
    if (readLine(bytes).type !== 'unreadable') {
      this.file.append(Buffer.of(NEWLINE));
      await this.catchUp();
      return undefined;
    }
    this.#fs.appendFileSync(this.#folder.torn, Buffer.concat([bytes, Buffer.of(NEWLINE)]), {
      mode: OWN_FILE,
    });
    this.file.cut(start);
    return `The last line of the log was incomplete (${String(bytes.length)} bytes). Longthread moved it to log.torn.`;
  }

  close(): void {
    this.file.close();
  }

  #parseAndRecord(line: LogLine): Entry | undefined {
    const parsed = readLine(line);
    this.#record(line, parsed);
    return parsed.type === 'entry' ? parsed.entry : undefined;
  }

  #record(line: LogLine, parsed: ParsedLine): void {
    const place = { offset: this.sideCar.coveredTo, length: line.length };
    if (parsed.type !== 'entry') {
      this.sideCar.addLine({ ...parsed, ...place });
      return;
    }
    const { entry } = parsed;
    const role = entry.kind === 'message' ? { role: entry.message.role } : {};
    this.sideCar.addLine({ type: 'entry', head: { id: entry.id, kind: entry.kind, ...role }, ...place });
  }

  /** Reads the newest entries; undefined if the log contradicts the side-car. */
  *#readTail(count: number): Steps<readonly Entry[] | undefined> {
    const records = lastEntries(this.sideCar.lines, count);
    const start = records[0]?.offset ?? this.sideCar.coveredTo;
    const bytes = this.file.read(start, this.sideCar.coveredTo - start);
    const read = ({ head, offset, length }: EntryRecord): Entry | undefined => {
      const parsed = readLine(bytes.subarray(offset - start, offset - start + length));
      return parsed.type === 'entry' && parsed.entry.id === head.id ? parsed.entry : undefined;
    };
    const entries = yield* mapInSteps(records, read, ({ length }) => length);
    return entries.every((entry) => entry !== undefined) ? entries : undefined;
  }

  #isLastLineWhereExpected(): boolean {
    const last = this.sideCar.lines.at(-1);
    if (last === undefined) return true;
    const isEnd = this.file.read(last.offset + last.length - 1, 1)[0] === NEWLINE;
    return isEnd && atOnce(this.#readTail(1)) !== undefined;
  }
}

type EntryRecord = Extract<LineRecord, { type: 'entry' }>;

function lastEntries(lines: readonly LineRecord[], count: number): readonly EntryRecord[] {
  const found: EntryRecord[] = [];
  for (let i = lines.length - 1; i >= 0 && found.length < count; i--) {
    const line = lines[i];
    if (line?.type === 'entry') found.push(line);
  }
  return found.reverse();
}
