import { setImmediate } from 'node:timers/promises';
import { OWN_FILE, readIfThere, replaceFile, type FileSystem } from './fileSystem.ts';

/** The number of lines to read before a pause. */
const LINES_AT_ONCE = 2_000;

/**
 * A file with one JSON value per line. The file can always be recreated. Values are written in batches. If a line is
 * unreadable, this line and all later lines are dropped.
 */
export class CacheFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  #pending: unknown[] = [];

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.#path = path;
  }

  /**
   * Passes the file's values to `take`, until `take` returns false. Lets other work run between batches of lines.
   * Returns true if all values could be read and `take` accepted them. If the result is false, call `replace` before
   * `add`.
   */
  async load(take: (value: unknown) => boolean): Promise<boolean> {
    const text = this.#read();
    if (text === undefined) return false;
    const lines = text.split('\n');
    const isTorn = lines.pop() !== '';
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
      if (at > 0) await setImmediate();
      const some = lines.slice(at, at + LINES_AT_ONCE);
      const values = parseAll(some) ?? parseReadable(some);
      if (!values.every(take) || values.length < some.length) return false;
    }
    return !isTorn;
  }

  /**
   * Returns the file's text, or an empty text if there is no file. Returns undefined if the file can't be read, since a
   * session can be opened without a cache.
   */
  #read(): string | undefined {
    try {
      return readIfThere(this.#fs, this.#path) ?? '';
    } catch {
      return undefined;
    }
  }

  /** Adds a value, which the next `save` writes. The caller must not change the value afterwards. */
  add(value: unknown): void {
    this.#pending.push(value);
  }

  get pendingCount(): number {
    return this.#pending.length;
  }

  /** Drops all values that are not saved yet. */
  forget(): void {
    this.#pending = [];
  }

  save(): void {
    if (this.#pending.length === 0) return;
    this.#fs.appendFileSync(this.#path, linesOf(this.#pending), { mode: OWN_FILE });
    this.#pending = [];
  }

  /** Replaces the file's values. Drops values that are not saved yet. `token` is part of the temporary file's name. */
  replace(values: readonly unknown[], token: string): void {
    this.#pending = [];
    replaceFile(this.#fs, this.#path, linesOf(values), token);
  }

  remove(): void {
    this.forget();
    this.#fs.rmSync(this.#path, { force: true });
  }
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Parses all lines in one call, which is several times as fast as one call per line. */
function parseAll(lines: readonly string[]): readonly unknown[] | undefined {
  try {
    const values = JSON.parse(`[${lines.join(',')}]`) as unknown[];
    return values.length === lines.length ? values : undefined;
  } catch {
    return undefined;
  }
}

function parseReadable(lines: readonly string[]): readonly unknown[] {
  const values: unknown[] = [];
  for (const line of lines) {
    try {
      values.push(JSON.parse(line));
    } catch {
      break;
    }
  }
  return values;
}
