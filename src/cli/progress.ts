/** Time of a run before its first progress line, and between two. */
const EVERY_MS = 1_000;

/** A smaller file takes a second where the machine is busy with other things, too. */
const LEAST_BYTES = 5_000_000;

export interface ProgressOptions {
  readonly write: (text: string) => void;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
}

/** Writes the progress of a run over a large file, at most one line a second. */
export class Progress {
  readonly #options: ProgressOptions;
  #lastAt: number;
  #isLarge = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#lastAt = options.now();
  }

  /** Sets the number of bytes of the run; no progress is written before. */
  expect(bytes: number): void {
    this.#isLarge = bytes >= LEAST_BYTES;
  }

  /** `doing` is asked only when there is something to say. */
  tell(doing: () => string): void {
    const now = this.#options.now();
    if (!this.#isLarge || now - this.#lastAt < EVERY_MS) return;
    this.#lastAt = now;
    this.#options.write(`longthread: ${doing()}\n`);
  }
}

/** Returns `45 %`; a whole of nothing is done. */
export function percent(done: number, whole: number): string {
  return `${String(whole <= 0 ? 100 : Math.min(100, Math.floor((100 * done) / whole)))} %`;
}
