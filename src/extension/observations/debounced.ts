/** A debounced callback. It runs when no call was made for `delayMs` milliseconds. */
export class Debounced {
  readonly #delayMs: number;
  readonly #callback: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(delayMs: number, callback: () => void) {
    this.#delayMs = delayMs;
    this.#callback = callback;
  }

  call(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#callback, this.#delayMs);
    this.#timer.unref();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
