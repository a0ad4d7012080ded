import { readIfThere, replaceFile, type FileSystem } from './fileSystem.ts';

/**
 * A file of JSON values, one a line, that can always be made again: it is written in batches,
 * and where a line can't be read, that line and all after it are forgotten.
 */
export class CacheFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  #pending: string[] = [];

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.#path = path;
  }

  /** The file's values, and whether some of it was unreadable (then `replace` it before adding). */
  load(): { readonly values: readonly unknown[]; readonly isDamaged: boolean } {
    const text = readIfThere(this.#fs, this.#path) ?? '';
    const lines = text.split('\n');
    const isTorn = lines.pop() !== '';
    const values = parseAll(lines) ?? parseReadable(lines);
    return { values, isDamaged: isTorn || values.length < lines.length };
  }

  /** Remembers a value for the next `save`. */
  add(value: unknown): void {
    this.#pending.push(`${JSON.stringify(value)}\n`);
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
    this.#fs.appendFileSync(this.#path, this.#pending.join(''));
    this.#pending = [];
  }

  replace(values: readonly unknown[], token: string): void {
    this.#pending = [];
    replaceFile(this.#fs, this.#path, values.map((value) => `${JSON.stringify(value)}\n`).join(''), token);
  }

  remove(): void {
    this.forget();
    this.#fs.rmSync(this.#path, { force: true });
  }
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
