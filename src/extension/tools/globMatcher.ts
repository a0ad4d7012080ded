/**
 * The maximum number of characters of a glob and its brace expansions together. With this limit, matching a path of
 * 4,096 characters, the most that Linux allows, takes at most some 8 million steps.
 */
const MOST_CHARACTERS = 2_000;
/**
 * The maximum number of wildcards `*` and `**` of a glob for the editor's search. The editor turns a glob into a
 * regular expression, which can't backtrack for long with so few wildcards.
 */
const MOST_QUICK_WILDCARDS = 4;

/** An error for a glob that is too long or has too many braces. Its message is a sentence for the model. */
export class GlobError extends Error {
  override readonly name = 'GlobError';
}

/** A part of a name's pattern. It matches one character, or any number of characters. */
type CharacterPattern = typeof ANY | ((character: string) => boolean);
/** A part of a path's pattern. It matches one name of a file or folder, or any number of names. */
type NamePattern = typeof ANY | readonly CharacterPattern[];

/** The wildcard for any number of characters in a name (`*`), or any number of names in a path (`**`). */
const ANY = Symbol('any');

/** Matches relative paths with slashes against one glob. */
export interface GlobMatcher {
  readonly matches: (path: string) => boolean;
  /** Whether the glob is fast enough for the editor's own search. */
  readonly isQuick: boolean;
}

/**
 * Parses a glob in the editor's syntax: `*` and `?` within a name, `**` for any folders, `[a-z]`, `[!a]` and
 * `{one,other}`. Names that begin with a dot match like other names. The number of steps to match a path is at most the
 * length of the expanded glob times the length of the path. Uses no regular expression for the whole glob, because one
 * for ten stars may take seconds. Throws GlobError if the glob is too long.
 */
export function globMatcher(glob: string): GlobMatcher {
  const alternatives = alternativesOf(glob);
  const patterns = alternatives.map((alternative) => alternative.split('/').map(namePattern));
  return {
    matches: (path) => {
      const names = path.split('/').map((name) => name.match(/./gsu) ?? []);
      return patterns.some((pattern) => isMatch(pattern, names, isNameMatch));
    },
    isQuick: alternatives.every(
      (alternative) => (alternative.match(/\*+/g) ?? []).length <= MOST_QUICK_WILDCARDS,
    ),
  };
}

function namePattern(name: string): NamePattern {
  return name === '**' ? ANY : (name.match(/\[[^\]]+\]|./gsu) ?? []).map(characterPattern);
}

function characterPattern(part: string): CharacterPattern {
  if (part === '*') return ANY;
  if (part === '?') return () => true;
  if (part.length < 3 || !part.startsWith('[')) return (character) => character === part;
  const isNegated = /^\[[!^]./u.test(part);
  const ranges = [...part.slice(isNegated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu)];
  return (character) =>
    ranges.some(([only, from = only, to = only]) => character >= from && character <= to) !== isNegated;
}

function isNameMatch(pattern: readonly CharacterPattern[], name: readonly string[]): boolean {
  return isMatch(pattern, name, (part, character) => part(character));
}

/**
 * Returns whether the pattern matches all items. Backtracks only to the latest wildcard. Backtracking to an earlier
 * wildcard would find no other match, since the latest wildcard can match the additional items itself.
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
    const part = pattern[next];
    if (part === ANY) {
      wildcard = next++;
      taken = at;
    } else if (part !== undefined && matches(part, items[at] as Item)) {
      next++;
      at++;
    } else if (wildcard < 0) {
      return false;
    } else {
      next = wildcard + 1;
      at = ++taken;
    }
  }
  return pattern.slice(next).every((part) => part === ANY);
}

/** Returns the brace expansions of a glob. Throws GlobError if the expansions together have too many characters. */
function alternativesOf(glob: string): readonly string[] {
  const done: string[] = [];
  const open = [glob];
  let characters = glob.length;
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    if (characters > MOST_CHARACTERS)
      throw new GlobError('The glob is too long or has too many braces; use a shorter one.');
    const [braces, choices] = /\{([^{}]*)\}/u.exec(current) ?? [];
    if (braces === undefined || choices === undefined) done.push(current);
    else
      for (const choice of choices.split(',')) {
        const expanded = current.replace(braces, () => choice);
        characters += expanded.length;
        open.push(expanded);
      }
  }
  return done;
}
