/** Measures the largest CPU time between two turns of this thread's event loop. */
export class LoopGap {
  #slowestMs = 0;
  #last: NodeJS.CpuUsage = process.threadCpuUsage();
  #turn: NodeJS.Immediate;

  constructor() {
    this.#turn = setImmediate(() => this.#next());
  }

  /** Ends the measurement, and returns the milliseconds. */
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
    const { user, system } = process.threadCpuUsage(this.#last);
    this.#slowestMs = Math.max(this.#slowestMs, (user + system) / 1_000);
    this.#last = process.threadCpuUsage();
  }
}
