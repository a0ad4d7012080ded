/**
 * Counts the turns of the event loop while each call of `performance.now` advances the clock by a fixed number of
 * milliseconds. Work that yields every few milliseconds then yields at the same places each time. `stop` restores the
 * real clock.
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
