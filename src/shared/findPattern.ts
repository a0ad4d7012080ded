/**
 * Returns a pattern for a person's query; undefined for an empty query. The pattern ignores case and allows any white
 * space between words. Host and view use the same pattern, so that the view marks exactly the matches of the host.
 */
export function findPattern(query: string): RegExp | undefined {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`\s+`),
    'giu',
  );
}
