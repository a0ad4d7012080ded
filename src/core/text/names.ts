/**
 * The names in a text that a later turn may need letter for letter: paths, compound identifiers (camelCase, snake_case,
 * dotted), error names, addresses, hashes, numbers of three digits or more, and quoted words with their quotes.
 */
export type NameKind = 'path' | 'url' | 'identifier' | 'error' | 'hash' | 'number' | 'literal';

/** Matches quoted words on one line, for all kinds of line breaks. */
const LITERAL = new RegExp(
  `(?<![\\w"])"${upTo('"')}"|(?<![\\w'])'${upTo("'")}'(?!\\w)|(?<![\\w\`])\`${upTo('`')}\``,
  'g',
);
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|swift|rb|php|cs|fs|scala|clj|exs?|erl|hs|ml|lua|pl|r|dart|zig|[ch](?:pp|xx|c)?|hh|mm?|sh|bash|zsh|fish|ps1|bat|sql|proto|graphql|vue|svelte|s?css|less|html?|xml|svg|mdx?|rst|txt|json[cl5]?|ya?ml|toml|ini|cfg|conf|env|lock|mod|sum|csv|tsv|ipynb|gradle|tf|nix|log|png|jpe?g|pdf|gitignore|gitattributes|dockerignore|editorconfig|npmrc|nvmrc|(?:eslint|prettier|babel)(?:rc|ignore))$/i;
const COMPOUND = /[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]|[A-Z]{2}[a-z]{2}/;
const DOTTED = /^[A-Za-z_$][\w$]+(?:\.[A-Za-z_$][\w$]+)+$/;
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/;
const LETTER = /[\p{L}]/u;

/** Returns distinct names in order of appearance, at most `limit`; quoted words after the others. */
export function namesIn(text: string, limit = Infinity): readonly string[] {
  const names = new Set<string>();
  const hasQuote = scanRuns(text, (start, end) => {
    if (names.size >= limit) return;
    for (const name of namesOfRun(text.slice(start, end))) names.add(name);
  });
  if (hasQuote) for (const literal of literalsIn(text)) if (names.size < limit) names.add(literal);
  return [...names];
}

/** Returns quoted words that are no name themselves, with their quotes. */
function literalsIn(text: string): readonly string[] {
  return [...text.matchAll(LITERAL)].flatMap(([quoted]) => (isLiteral(quoted) ? [quoted] : []));
}

function upTo(quote: string): string {
  return `[^${quote}\\n\\v\\f\\r\\u0085\\u2028\\u2029]{3,60}`;
}

function isLiteral(quoted: string): boolean {
  const inner = quoted.slice(1, -1);
  if (inner.length < 4 || inner.trim() !== inner || !LETTER.test(inner)) return false;
  return !/^[\w$@~./-]+$/.test(inner) || kindOfName(inner) === undefined;
}

export function kindOfName(name: string): NameKind | undefined {
  const first = name.charAt(0);
  if (first === '"' || first === "'" || first === '`') return 'literal';
  if (name.includes('://')) return 'url';
  if (name.includes('/')) return isPath(name) ? 'path' : undefined;
  if (first >= '0' && first <= '9' && /^\d+$/.test(name)) return name.length >= 3 ? 'number' : undefined;
  if (name.includes('.') && FILE_ENDING.test(name)) return 'path';
  if (name.length > 6 && isHexDigit(first) && HASH.test(name)) return 'hash';
  if (/^[A-Z]\w+(?:Error|Exception)$/.test(name)) return 'error';
  return COMPOUND.test(name) || DOTTED.test(name) ? 'identifier' : undefined;
}

function isHexDigit(character: string): boolean {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
}

/**
 * Returns whether slashes make a path: a single one does not ("and/or"), so it has to be rooted, have two slashes, or
 * end in a file's name.
 */
function isPath(name: string): boolean {
  if (name.length < 4 || !LETTER.test(name)) return false;
  return FILE_ENDING.test(name) || /^(?:\.{1,2}|~)\/\w/.test(name) || /\/[\w@.+-]+\//.test(name);
}

/** A run may hold several names: `src/a.ts:12`, `pkg.Type::method`, `key=value`. */
export function namesOfRun(run: string): readonly string[] {
  if (run.includes('://')) return [run.replace(/[.:?#&=]+$/, '')];
  if (!/[:=?&#%+-]/.test(run)) return nameOf(run);
  return run.split(/[:=?&#%+]+/).flatMap((piece) => {
    const isOneName = !piece.includes('-') || piece.includes('/') || FILE_ENDING.test(piece);
    return isOneName ? nameOf(piece) : piece.split('-').flatMap(nameOf);
  });
}

/** The line number that a search puts behind a path: `src/a.ts-12`. */
const LINE_BEHIND = /(\.[a-z]\w{0,5})-\d+$/;

function nameOf(piece: string): readonly string[] {
  const name = sharedName(trimmed(piece).replace(LINE_BEHIND, '$1'));
  return name === undefined ? [] : [name];
}

const MOST_SHARED = 100_000;
/** Texts that are shared between results; empty for what is no name. */
const shared = new Map<string, string>();

/**
 * Returns the text, if it is a name: equal ones as one string, which maps find by its identity, each tested only once.
 * It does not keep the text alive that it was cut from. A cache, bounded by forgetting all at once.
 */
function sharedName(text: string): string | undefined {
  const known = shared.get(text);
  if (known !== undefined) return known || undefined;
  if (shared.size >= MOST_SHARED) shared.clear();
  const own = ` ${text}`.slice(1);
  const name = own.length >= 3 && kindOfName(own) !== undefined ? own : '';
  shared.set(own, name);
  return name || undefined;
}

/** Removes the marks of a sentence around it and a receiver of one letter, which names nothing. */
function trimmed(piece: string): string {
  let start = 0;
  let end = piece.length;
  while (end > start && '.-@~/'.includes(piece.charAt(end - 1))) end--;
  while (start < end && '-@'.includes(piece.charAt(start))) start++;
  if (piece.charAt(start) === '.' && piece.charAt(start + 1) !== '/' && piece.charAt(start + 1) !== '.') {
    if (!piece.includes('/', start) && !/^\.\w+$/.test(piece.slice(start, end))) start++;
  }
  if (piece.charAt(start + 1) === '.' && /\w/.test(piece.charAt(start)) && !piece.includes('/')) start += 2;
  return piece.slice(start, end);
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Classes of characters for the scan; a run continues while the class is not `OUTSIDE`. */
const OUTSIDE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
/** `_`, `$`, `.`, `/`, `~` and `@`: within a run they make it a name. */
const JOINT = 8;
/** Characters that runs hold, but that make no name: `:`, `-`, `=` and the like. */
const SEPARATOR = 16;

const CLASSES = classTable();
const LONGEST_RUN = 200;
const SHORTEST_RUN = 3;

/**
 * Visits the runs of a text, without the separators in front of them, that look like more than a plain word: with a digit, a
 * joint, or a capital after their first letter. One pass, on any input. Gives whether a quotation mark stood there.
 */
function scanRuns(text: string, visit: (start: number, end: number) => void): boolean {
  let hasQuote = false;
  let start = -1;
  let classes = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const of = code < 128 ? (CLASSES[code] ?? OUTSIDE) : OUTSIDE;
    if (of !== OUTSIDE) {
      if (start < 0) {
        if (of === SEPARATOR) continue;
        start = at;
        classes = of === UPPER ? 0 : of;
      } else classes |= of;
      continue;
    }
    if (start >= 0) {
      const isCandidate = (classes & (UPPER | DIGIT | JOINT)) !== 0;
      if (isCandidate && at - start >= SHORTEST_RUN && at - start <= LONGEST_RUN) visit(start, at);
      start = -1;
    }
    hasQuote ||= code === 34 || code === 39 || code === 96;
  }
  return hasQuote;
}

function classTable(): Uint8Array {
  const classes = new Uint8Array(128);
  const mark = (characters: string, of: number): void => {
    for (const character of characters) classes[character.charCodeAt(0)] = of;
  };
  mark('abcdefghijklmnopqrstuvwxyz', LOWER);
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER);
  mark('0123456789', DIGIT);
  mark('_$./~@', JOINT);
  mark(':#%?=&+-', SEPARATOR);
  return classes;
}
