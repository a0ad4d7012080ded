/** Watches the event loop of this thread: the longest time that passed between two of its turns. */
export class LoopGap {
  #slowestMs = 0;
  #last = performance.now();
  #turn: NodeJS.Immediate;

  constructor() {
    this.#turn = setImmediate(() => this.#next());
  }

  /** Ends the watch; gives milliseconds. */
  stop(): number {
    clearImmediate(this.#turn);
    this.#measure();
    return this.#slowestMs;
  }

  #next(): void {
    this.#measure();
    this.#turn = setImmediate(() => this.#next());
  }

  #measure(): void {
    const now = performance.now();
    this.#slowestMs = Math.max(this.#slowestMs, now - this.#last);
    this.#last = now;
  }
}
