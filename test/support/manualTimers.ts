import type { Timers } from '../../src/adapters/models/watchdog.ts';

interface Timer {
  readonly callback: () => void;
  readonly ms: number;
}

/** Timers that fire only when a test says so. */
export class ManualTimers implements Timers {
  readonly #timers = new Set<Timer>();
  #waiting: { readonly ms: number; readonly resolve: () => void } | undefined;

  set(callback: () => void, ms: number): Timer {
    const timer = { callback, ms };
    this.#timers.add(timer);
    if (this.#waiting?.ms === ms) this.#waiting.resolve();
    return timer;
  }

  clear(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** Waits until a timer of this length is running. */
  untilSet(ms: number): Promise<void> {
    if ([...this.#timers].some((timer) => timer.ms === ms)) return Promise.resolve();
    return new Promise((resolve) => (this.#waiting = { ms, resolve }));
  }

  /** Fires the timer of this length. Throws if no timer of this length is running. */
  fire(ms: number): void {
    const timer = [...this.#timers].find((each) => each.ms === ms);
    if (timer === undefined) throw new Error(`no timer of ${String(ms)} ms is running`);
    this.#timers.delete(timer);
    timer.callback();
  }
}
