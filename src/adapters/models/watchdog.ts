/** Timers as the watchdog needs them; tests give their own. */
export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export const systemTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => {
    clearTimeout(timer as NodeJS.Timeout);
  },
};

/** Barks once when it is not fed in time. The SDK's own time limit ends with the headers, a stream may hang for ever. */
export class Watchdog {
  readonly #timers: Timers;
  readonly #bark: () => void;
  #timer: unknown;
  hasBarked = false;

  constructor(timers: Timers, bark: () => void) {
    this.#timers = timers;
    this.#bark = bark;
  }

  /** From now on, the next feeding has to come within `ms`. */
  feed(ms: number): void {
    this.stop();
    this.#timer = this.#timers.set(() => {
      this.hasBarked = true;
      this.#bark();
    }, ms);
  }

  stop(): void {
    if (this.#timer !== undefined) this.#timers.clear(this.#timer);
    this.#timer = undefined;
  }
}
