/**
 * Counts the turns of the event loop. Replaces the real clock until `stop` is called: each call of `performance.now`
 * advances the time by a fixed number of milliseconds. Work that yields every few milliseconds then yields at the same
 * places in each run.
 */
export class CountedTurns {
  count = 0;
  #next: NodeJS.Immediate;

  constructor(millisecondsPerCall: number) {
    let now = 0;
    performance.now = () => (now += millisecondsPerCall);
    const turn = (): NodeJS.Immediate =>
      setImmediate(() => {
        this.count += 1;
        this.#next = turn();
      });
    this.#next = turn();
  }

  stop(): void {
    clearImmediate(this.#next);
    Reflect.deleteProperty(performance, 'now');
  }
}
