/** The timers that the watchdog uses. Tests provide their own timers. */
export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export const systemTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/**
 * Calls a callback if an awaited event does not occur in time. This is needed because the SDK's own timeout covers only
 * the headers, and a stream may hang forever.
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

  /** The event that did not occur in time. Undefined while no event is late. */
  get missed(): What | undefined {
    return this.#missed;
  }

  /** Waits for an event that must occur within `ms`. No longer waits for the previous event. */
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
