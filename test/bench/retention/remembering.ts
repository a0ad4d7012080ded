const MAX_REMEMBERED = 50_000;

/** Returns `valueOf` with a cache for its results, because rows and budgets share most of their texts. */
export function remembering<T>(valueOf: (text: string) => T): (text: string) => T {
  const values = new Map<string, T>();
  return (text) => {
    const known = values.get(text);
    if (known !== undefined) return known;
    if (values.size >= MAX_REMEMBERED) values.clear();
    const value = valueOf(text);
    values.set(text, value);
    return value;
  };
}
