/** The literal pieces and wildcards of a path pattern. The wildcard `*` matches no slash, and `**` matches any text. */
export type PathPattern = readonly string[];

export function asPathPattern(written: string): PathPattern {
  return written.split(/(\*\*\/?|\*)/u).map((piece) => (piece === '**/' ? '**' : piece));
}

/**
 * Returns the positions in a path where a match of the pattern may end. A match begins at the start of a file's or
 * folder's name. Avoids backtracking: for each piece, keeps the set of all positions where a match up to this piece may
 * end.
 */
export function matchEnds(path: string, pattern: PathPattern): ReadonlySet<number> {
  const [begin = ''] = pattern;
  if (!path.includes(begin)) return new Set();
  let places = new Set([0, ...Array.from(path.matchAll(/\//gu), ({ index }) => index + 1)]);
  for (const piece of pattern)
    places = piece.startsWith('*') ? afterStar(path, places, piece) : afterText(path, places, piece);
  return places;
}

function afterText(path: string, places: ReadonlySet<number>, text: string): Set<number> {
  return new Set([...places].filter((at) => path.startsWith(text, at)).map((at) => at + text.length));
}

function afterStar(path: string, places: ReadonlySet<number>, star: string): Set<number> {
  const reached = new Set<number>();
  for (const place of places)
    for (let at = place; at <= path.length && !reached.has(at); at += 1) {
      reached.add(at);
      if (star === '*' && path.charAt(at) === '/') break;
    }
  return reached;
}
