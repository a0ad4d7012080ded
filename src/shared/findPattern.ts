/**
 * Returns what a person looks for as a pattern: in any case, with any white space between its words. Undefined for nothing. Host
 * and view both look by it, so that what the one finds the other can mark.
 */
export function findPattern(query: string): RegExp | undefined {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  return new RegExp(
    words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`\s+`),
    'giu',
  );
}
