/** Memoizes a function of an object. The result is cached as long as the object exists. */
export function memoized<Key extends object, Value extends object | string | number>(
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
 * Returns a function that reduces a list to a state, item by item, and caches the state by the list's first item. If a
 * list extends an earlier list, the function continues from the cached state. So `add` must return a new state and must
 * not change the given state.
 */
export function accumulated<Item extends object, State>(
  start: State,
  add: (state: State, item: Item, place: number) => State,
): (items: readonly Item[]) => State {
  const known = new WeakMap<Item, { readonly count: number; readonly last: Item; readonly state: State }>();
  return (items) => {
    const [first, last] = [items[0], items.at(-1)];
    if (first === undefined || last === undefined) return start;
    const cached = known.get(first);
    const hasGrown = cached !== undefined && items[cached.count - 1] === cached.last;
    let state = hasGrown ? cached.state : start;
    for (let at = hasGrown ? cached.count : 0; at < items.length; at += 1) {
      const item = items[at];
      if (item !== undefined) state = add(state, item, at);
    }
    known.set(first, { count: items.length, last, state });
    return state;
  };
}
