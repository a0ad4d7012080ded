/** More ways than this to read the braces of a glob are not tried. */
const MOST_ALTERNATIVES = 256;

/**
 * Whether a relative path with slashes matches a glob as the editor reads it: `*` and `?` within a name, `**` for any
 * folders, `[a-z]`, `[!a]` and `{one,other}`. Names that begin with a dot are names like all others. Takes at most the
 * product of the lengths, whatever the glob.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const names = path.split('/');
  return alternativesOf(glob).some((plain) =>
    isMatch(plain.split('/'), names, (pattern) => pattern === '**', matchesName),
  );
}

function matchesName(pattern: string, name: string): boolean {
  const signs = pattern.match(/\[[^\]]+\]|./gsu) ?? [];
  return isMatch(signs, name.match(/./gsu) ?? [], (sign) => sign === '*', matchesSign);
}

function matchesSign(sign: string, character: string): boolean {
  if (sign === '?' || sign === character) return true;
  if (sign.length < 3 || !sign.startsWith('[')) return false;
  const isNegated = /^\[[!^]./u.test(sign);
  const ranges = sign.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu);
  const isIn = [...ranges].some(([only, from = only, to = only]) => character >= from && character <= to);
  return isIn !== isNegated;
}

/** Goes back to the newest wildcard alone: what an earlier one could take more of, the newest one can, too. */
function isMatch(
  pattern: readonly string[],
  items: readonly string[],
  isWildcard: (sign: string) => boolean,
  matches: (sign: string, item: string) => boolean,
): boolean {
  let next = 0;
  let wildcard = -1;
  let taken = 0;
  for (let at = 0; at < items.length;) {
    const sign = pattern[next];
    if (sign !== undefined && isWildcard(sign)) {
      wildcard = next++;
      taken = at;
    } else if (sign !== undefined && matches(sign, items[at] ?? '')) {
      next++;
      at++;
    } else if (wildcard < 0) {
      return false;
    } else {
      next = wildcard + 1;
      at = ++taken;
    }
  }
  return pattern.slice(next).every(isWildcard);
}

/** The glob once for each way to choose between what its braces offer, the innermost first. */
function alternativesOf(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (done.length === MOST_ALTERNATIVES) break;
    const [braces, choices] = /\{([^{}]*)\}/u.exec(current) ?? [];
    if (braces === undefined || choices === undefined) done.push(current);
    else
      for (const choice of choices.split(',', MOST_ALTERNATIVES))
        open.push(current.replace(braces, () => choice));
  }
  return done;
}
