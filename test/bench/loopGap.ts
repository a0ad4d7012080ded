/** Watches this thread's event loop for the most CPU time between two of its turns. */
export class LoopGap {
  #slowestMs = 0;
  #last: NodeJS.CpuUsage = process.threadCpuUsage();
  #turn: NodeJS.Immediate;

  constructor() {
    this.#turn = setImmediate(() => this.#next());
  }

  /** Ends the watch. Returns milliseconds. */
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
