/**
 * Counts the turns of the event loop while each look at `performance.now` takes so many milliseconds: work that gives
 * others a turn every few milliseconds then does so at the same places each time. The real clock is back after `stop`.
 */
export class CountedTurns {
  count = 0;
  #next: NodeJS.Immediate;

  constructor(millisecondsALook: number) {
    let now = 0;
    performance.now = () => (now += millisecondsALook);
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
