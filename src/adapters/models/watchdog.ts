/** The timers that the watchdog uses; tests provide their own. */
export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export const systemTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/**
 * Calls back when an awaited event does not come in time. The SDK's own timeout covers only the headers, and a stream
 * may hang forever.
 */
export class Watchdog<What extends string> {
  readonly #timers: Timers;
  readonly #onMissed: () => void;
  #timer: unknown;
  #missed: What | undefined;

  constructor(timers: Timers, onMissed: () => void) {
    this.#timers = timers;
    this.#onMissed = onMissed;
  }

  /** The event that did not come in time; undefined while none is late. */
  get missed(): What | undefined {
    return this.#missed;
  }

  /** Expects an event within `ms`, instead of the one before. */
  waitFor(what: What, ms: number): void {
    this.stop();
    this.#timer = this.#timers.set(() => {
      this.#missed = what;
      this.#onMissed();
    }, ms);
  }

  stop(): void {
    if (this.#timer !== undefined) this.#timers.clear(this.#timer);
    this.#timer = undefined;
  }
}
