/**
 * The most characters of a glob and its brace expansions together: with paths of 4,096 characters, the longest there
 * are, some 8 million steps.
 */
const MOST_SIGNS = 2_000;
/** The editor turns a glob into a regular expression; with so few stars it can't backtrack for long. */
const MOST_QUICK_STARS = 4;

/** A glob that would take too long to match, in a sentence for the model. */
export class GlobError extends Error {
  override readonly name = 'GlobError';
}

type Sign = typeof ANY | ((character: string) => boolean);
type NamePattern = typeof ANY | readonly Sign[];

/** Matches any characters of a name, or any folders. */
const ANY = Symbol('any');

/** Matches relative paths with slashes against one glob. */
export interface GlobMatcher {
  readonly matches: (path: string) => boolean;
  /** Whether the glob can be passed to the editor's own search, too. */
  readonly isQuick: boolean;
}

/**
 * Parses a glob as the editor does: `*` and `?` within a name, `**` for any folders, `[a-z]`, `[!a]` and `{one,other}`.
 * Names that begin with a dot match like others. Matching takes at most as many steps as the length of the glob times
 * that of the path; a regular expression made from a glob with ten stars takes seconds. Throws GlobError when the glob
 * is too long.
 */
export function globMatcher(glob: string): GlobMatcher {
  const alternatives = alternativesOf(glob);
  const patterns = alternatives.map((plain) => plain.split('/').map(namePattern));
  return {
    matches: (path) => {
      const names = path.split('/').map((name) => name.match(/./gsu) ?? []);
      return patterns.some((pattern) => isMatch(pattern, names, isNameMatch));
    },
    isQuick: alternatives.every((plain) => (plain.match(/\*+/g) ?? []).length <= MOST_QUICK_STARS),
  };
}

function namePattern(name: string): NamePattern {
  return name === '**' ? ANY : (name.match(/\[[^\]]+\]|./gsu) ?? []).map(signOf);
}

function signOf(sign: string): Sign {
  if (sign === '*') return ANY;
  if (sign === '?') return () => true;
  if (sign.length < 3 || !sign.startsWith('[')) return (character) => character === sign;
  const isNegated = /^\[[!^]./u.test(sign);
  const ranges = [...sign.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu)];
  return (character) =>
    ranges.some(([only, from = only, to = only]) => character >= from && character <= to) !== isNegated;
}

function isNameMatch(pattern: readonly Sign[], name: readonly string[]): boolean {
  return isMatch(pattern, name, (sign, character) => sign(character));
}

/**
 * Backtracks only to the newest wildcard: if an earlier one could match more items, the newest one can match them
 * instead.
 */
function isMatch<Pattern, Item>(
  pattern: readonly (Pattern | typeof ANY)[],
  items: readonly Item[],
  matches: (pattern: Pattern, item: Item) => boolean,
): boolean {
  let next = 0;
  let wildcard = -1;
  let taken = 0;
  for (let at = 0; at < items.length;) {
    const sign = pattern[next];
    if (sign === ANY) {
      wildcard = next++;
      taken = at;
    } else if (sign !== undefined && matches(sign, items[at] as Item)) {
      next++;
      at++;
    } else if (wildcard < 0) {
      return false;
    } else {
      next = wildcard + 1;
      at = ++taken;
    }
  }
  return pattern.slice(next).every((sign) => sign === ANY);
}

/** Returns the glob once for each choice in its braces, the innermost first. */
function alternativesOf(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  let signs = glob.length;
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (signs > MOST_SIGNS)
      throw new GlobError('The glob is too long or has too many braces; use a shorter one.');
    const [braces, choices] = /\{([^{}]*)\}/u.exec(current) ?? [];
    if (braces === undefined || choices === undefined) done.push(current);
    else
      for (const choice of choices.split(',')) {
        const chosen = current.replace(braces, () => choice);
        signs += chosen.length;
        open.push(chosen);
      }
  }
  return done;
}
