/**
 * Returns the paths that match a typed word, best first: paths whose file name begins with the word, paths whose file
 * name contains the word, other paths that contain the word, and paths that contain its letters in the same order.
 * Among equal matches, open files come first, then shorter paths.
 */
export function rankPaths(
  paths: readonly string[],
  { query, open, most }: { readonly query: string; readonly open: readonly string[]; readonly most: number },
): readonly string[] {
  const wanted = query.toLowerCase();
  const opened = new Set(open);
  return paths
    .map((path) => ({ path, score: scoreOf(path.toLowerCase(), wanted) + (opened.has(path) ? 0.5 : 0) }))
    .filter(({ score }) => score >= 1)
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, Math.max(0, most))
    .map(({ path }) => path);
}

function scoreOf(path: string, query: string): number {
  if (query === '') return 1;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(query)) return 4;
  if (name.includes(query)) return 3;
  if (path.includes(query)) return 2;
  return hasSubsequence(path, query) ? 1 : 0;
}

/** Returns whether the path contains the letters in this order, perhaps with other letters between them. */
function hasSubsequence(path: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
