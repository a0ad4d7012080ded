/** A binary heap, greatest gain on top. */
export class GainHeap<T extends { readonly gain: number }> {
  private readonly items: T[] = [];

  get top(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { items } = this;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (above === undefined || above.gain >= item.gain) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (top !== undefined && last !== undefined && items.length > 0) this.sink(last);
    return top;
  }

  private sink(item: T): void {
    const { items } = this;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if ((items[child + 1]?.gain ?? -1) > (items[child]?.gain ?? -1)) child++;
      const below = items[child];
      if (below === undefined || below.gain <= item.gain) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}
