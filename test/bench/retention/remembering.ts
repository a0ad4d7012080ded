const MAX_REMEMBERED = 50_000;

/** Returns a function of a text that caches its results. Rows and budgets have most of their texts in common. */
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
