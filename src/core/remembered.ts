/** Memoizes a function of an object. The result is kept as long as the object is. */
export function remembered<Key extends object, Value extends object | string | number>(
  of: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key);
    if (value !== undefined) return value;
    const found = of(key);
    known.set(key, found);
    return found;
  };
}
