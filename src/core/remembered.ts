/** Memoizes a function of an object. The result is kept as long as the object is. */
export function remembered<Key extends object, Value extends object | string | number>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const found = compute(key);
    known.set(key, found);
    return found;
  };
}

/**
 * Returns a function that computes a state from a list, item by item, and caches it. For a list that continues an
 * earlier one, only the new items are read, so `add` must not change the state that it gets.
 */
export function accumulated<Item extends object, State>(
  start: State,
  add: (state: State, item: Item, place: number) => State,
): (items: readonly Item[]) => State {
  const known = new WeakMap<Item, { readonly count: number; readonly last: Item; readonly state: State }>();
  return (items) => {
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return start;
    const before = known.get(first);
    const hasGrown = before !== undefined && items[before.count - 1] === before.last;
    let state = hasGrown ? before.state : start;
    for (let at = hasGrown ? before.count : 0; at < items.length; at += 1) {
      const item = items[at];
      if (item !== undefined) state = add(state, item, at);
    }
    known.set(first, { count: items.length, last, state });
    return state;
  };
}
