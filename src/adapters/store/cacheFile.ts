import { OWN_FILE, readIfThere, replaceFile, type FileSystem } from './fileSystem.ts';

/**
 * A file of JSON values, one a line, that can always be made again: it is written in batches,
 * and where a line can't be read, that line and all after it are forgotten.
 */
export class CacheFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  #pending: unknown[] = [];

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.#path = path;
  }

  /** The file's values, and whether some of it was unreadable (then `replace` it before adding). */
  load(): { readonly values: readonly unknown[]; readonly isDamaged: boolean } {
    const text = this.#read();
    if (text === undefined) return { values: [], isDamaged: true };
    const lines = text.split('\n');
    const isTorn = lines.pop() !== '';
    const values = parseAll(lines) ?? parseReadable(lines);
    return { values, isDamaged: isTorn || values.length < lines.length };
  }

  /** Undefined where the disk refuses: what can be made again must not keep a session from being opened. */
  #read(): string | undefined {
    try {
      return readIfThere(this.#fs, this.#path) ?? '';
    } catch {
      return undefined;
    }
  }

  /** Remembers a value, which stays as it is, for the next `save`. */
  add(value: unknown): void {
    this.#pending.push(value);
  }

  get pendingCount(): number {
    return this.#pending.length;
  }

  /** Drops what `save` would have written. */
  forget(): void {
    this.#pending = [];
  }

  save(): void {
    if (this.#pending.length === 0) return;
    this.#fs.appendFileSync(this.#path, linesOf(this.#pending), { mode: OWN_FILE });
    this.#pending = [];
  }

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

/** One call for all lines is several times as fast as a call a line. */
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
