/** A debounced callback. The callback runs `delayMs` milliseconds after the last call of `call`. */
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
