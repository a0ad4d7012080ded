/** The time before the first progress line, and between two progress lines. */
const EVERY_MS = 1_000;

/** The minimum size of a large file. A smaller file is read in about a second, even on a busy machine. */
const LEAST_BYTES = 5_000_000;

export interface ProgressOptions {
  readonly write: (text: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Writes the progress of a command that reads a large file: at most one line per second. */
export class Progress {
  readonly #options: ProgressOptions;
  #lastAt: number;
  #isLarge = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#lastAt = options.now();
  }

  /** Sets the file's size. Progress is only written for a large file. If the size is never set, none is written. */
  expect(bytes: number): void {
    this.#isLarge = bytes >= LEAST_BYTES;
  }

  /** Writes a progress line if one is due. Calls `doing` only in this case. */
  tell(doing: () => string): void {
    const now = this.#options.now();
    if (!this.#isLarge || now - this.#lastAt < EVERY_MS) return;
    this.#lastAt = now;
    this.#options.write(`longthread: ${doing()}\n`);
  }
}

/** Returns a percentage, such as `45 %`; `100 %` if `whole` is 0. */
export function percent(done: number, whole: number): string {
  return `${String(whole <= 0 ? 100 : Math.min(100, Math.floor((100 * done) / whole)))} %`;
}
