/** A binary heap of numbers, the smallest on top. */
export class MinHeap {
  readonly #items: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#items = new Float64Array(capacity);
  }

  push(item: number): void {
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as number;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  /** Takes the smallest number out; undefined when there is none. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const top = this.#items[0];
    this.#size -= 1;
    if (this.#size > 0) this.#sink(this.#items[this.#size] as number);
    return top;
  }

  /** Puts an item in place of the top. */
  #sink(item: number): void {
    const items = this.#items;
    const size = this.#size;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < size && (items[right] as number) < (items[child] as number)) child = right;
      const below = items[child] as number;
      if (below >= item) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}
