/**
 * The kinds of names in a text that a later turn may need literally: paths, compound identifiers (camelCase,
 * snake_case, dotted), error names, addresses, hashes, numbers of three digits or more, and quoted words with their
 * quotes.
 */
export type NameKind = 'path' | 'url' | 'identifier' | 'error' | 'hash' | 'number' | 'literal';

/**
 * The word characters of names, for a class in a regular expression: `\w`, the letters of scripts with upper and lower
 * case, and accents that are separate characters. Letters of other scripts are not included, since these scripts write
 * words beside a name without a space: `变更在session.ts里`.
 */
export const WORD_CHARACTERS = String.raw`\w\p{Lu}\p{Ll}\u0300-\u036f`;

const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|swift|rb|php|cs|fs|scala|clj|exs?|erl|hs|ml|lua|pl|r|dart|zig|[ch](?:pp|xx|c)?|hh|mm?|sh|bash|zsh|fish|ps1|bat|sql|proto|graphql|vue|svelte|s?css|less|html?|xml|svg|mdx?|rst|txt|json[cl5]?|ya?ml|toml|ini|cfg|conf|env|lock|mod|sum|csv|tsv|ipynb|gradle|tf|nix|log|png|jpe?g|pdf|gitignore|gitattributes|dockerignore|editorconfig|npmrc|nvmrc|(?:eslint|prettier|babel)(?:rc|ignore))$/i;
const BEGINS_AS_PATH = new RegExp(String.raw`^(?:\.{1,2}|~)/[${WORD_CHARACTERS}]`, 'u');
const BETWEEN_SLASHES = new RegExp(`/[${WORD_CHARACTERS}@.+-]+/`, 'u');
const HASH = /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}$/;
const ERROR = new RegExp(String.raw`^\p{Lu}[${WORD_CHARACTERS}]+(?:Error|Exception)$`, 'u');
const COMPOUND =
  /[\p{Ll}0-9][\u0300-\u036f]*\p{Lu}|[\p{L}0-9][\u0300-\u036f]*_+[\p{L}0-9]|\p{Lu}{2}\p{Ll}{2}/u;
const DOTTED = new RegExp(
  String.raw`^[\p{L}_$][${WORD_CHARACTERS}$]+(?:\.[\p{L}_$][${WORD_CHARACTERS}$]+)+$`,
  'u',
);
const LETTER = /\p{L}/u;

/** Returns the kind of a name without punctuation around it, or undefined for a plain word. */
export function kindOfName(name: string): NameKind | undefined {
  const first = name.charAt(0);
  if (first === '"' || first === "'" || first === '`') return 'literal';
  if (name.includes('://')) return 'url';
  if (name.includes('/')) return isPath(name) ? 'path' : undefined;
  if (first >= '0' && first <= '9' && /^\d+$/.test(name)) return name.length >= 3 ? 'number' : undefined;
  if (name.includes('.') && FILE_ENDING.test(name)) return 'path';
  if (HASH.test(name)) return 'hash';
  if (ERROR.test(name)) return 'error';
  return COMPOUND.test(name) || DOTTED.test(name) ? 'identifier' : undefined;
}

/**
 * Returns whether a name with slashes is a path. A single slash is not enough ("and/or"): the path must begin with
 * `./`, `../` or `~/`, contain a name between two slashes, or end in a file name.
 */
function isPath(name: string): boolean {
  if (name.length < 4 || !LETTER.test(name)) return false;
  return FILE_ENDING.test(name) || BEGINS_AS_PATH.test(name) || BETWEEN_SLASHES.test(name);
}

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Returns distinct names in order of appearance, at most `limit`; quoted words come after the others. */
export function namesIn(text: string, limit = Infinity): readonly string[] {
  const names = new Set<string>();
  const take = (name: string): void => {
    if (names.size < limit) names.add(name);
  };
  const quotes = scanRuns(text, (start, end, hasSeparator) => {
    if (hasSeparator) takeParts(text, start, end, take);
    else takePiece(text, start, end, take);
    return names.size < limit;
  });
  for (const quoted of quotedWords(text, quotes)) {
    if (names.size >= limit) break;
    names.add(quoted);
  }
  return [...names];
}

/** Returns the names in a run of name characters and separators: `src/a.ts:12`, `pkg.Type::method`, `key=value`. */
export function namesOfRun(run: string): readonly string[] {
  const names: string[] = [];
  takeParts(run, 0, run.length, (name) => names.push(name));
  return names;
}

/** Matches quoted words on one line, starting at a quotation mark. */
const QUOTED = new RegExp(
  `(?<![${WORD_CHARACTERS}"])"${upTo('"')}"` +
    `|(?<![${WORD_CHARACTERS}'])'${upTo("'")}'(?![${WORD_CHARACTERS}])` +
    `|(?<![${WORD_CHARACTERS}\`])\`${upTo('`')}\``,
  'uy',
);

function upTo(quote: string): string {
  return `[^${quote}\\n\\v\\f\\r\\u0085\\u2028\\u2029]{3,60}`;
}

/** Returns the quotations at these marks that count as names. Skips marks within a quotation. */
function* quotedWords(text: string, marks: readonly number[]): Iterable<string> {
  let end = 0;
  for (const mark of marks) {
    if (mark < end) continue;
    QUOTED.lastIndex = mark;
    const quoted = QUOTED.exec(text)?.[0];
    if (quoted === undefined) continue;
    end = mark + quoted.length;
    if (isLiteral(quoted)) yield quoted;
  }
}

const ONE_WORD = new RegExp(`^[${WORD_CHARACTERS}$@~./-]+$`, 'u');

/**
 * Returns whether quoted words count as a name. Returns false if the words are a name without the quotes, since such a
 * name is found anyway.
 */
function isLiteral(quoted: string): boolean {
  const inner = quoted.slice(1, -1);
  if (inner.length < 4 || inner.trim() !== inner || !LETTER.test(inner)) return false;
  return !ONE_WORD.test(inner) || kindOfName(inner) === undefined;
}

// The functions below read all text of a session. Most of them take positions and a callback, so that few objects are
// created.

type Take = (name: string) => void;

const HYPHEN = '-'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);

/** Passes the names in a run with separators to `take`: the whole run if it is an address, or else each part's name. */
function takeParts(text: string, start: number, end: number, take: Take): void {
  if (hasAddress(text, start, end)) {
    take(text.slice(start, end).replace(/[.:?#&=]+$/, ''));
    return;
  }
  let from = start;
  let hasHyphen = false;
  for (let at = start; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : COLON;
    if (code === HYPHEN) hasHyphen = true;
    else if (classOf(code) === SEPARATOR) {
      if (hasHyphen) takeHyphenated(text.slice(from, at), take);
      else takePiece(text, from, at, take);
      from = at + 1;
      hasHyphen = false;
    }
  }
}

/** Returns whether a part of a text contains `://`. */
function hasAddress(text: string, start: number, end: number): boolean {
  for (let at = start; at + 3 <= end; at++)
    if (text.charCodeAt(at) === COLON && text.startsWith('//', at + 1)) return true;
  return false;
}

/** Passes a piece with hyphens to `take` as one name if it is a path. Otherwise, passes the names in its parts. */
function takeHyphenated(piece: string, take: Take): void {
  const isOneName = piece.includes('/') || FILE_ENDING.test(piece);
  for (const part of isOneName ? [piece] : piece.split('-')) takePiece(part, 0, part.length, take);
}

const SHORTEST_NAME = 3;
const MOST_KNOWN = 100_000;
/** The last tested piece for each hash, and the name in this piece. */
const known = new Map<number, { readonly piece: string; readonly name: string | undefined }>();

/**
 * Passes the name in a piece without separators to `take`, if there is one. The cache gives the same string object for
 * equal pieces, so that later look-ups in maps are fast. A full cache is cleared. Copies each piece, so that the cache
 * does not keep whole texts in memory.
 */
function takePiece(text: string, start: number, end: number, take: Take): void {
  if (end - start < SHORTEST_NAME) return;
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) & 0x3fffffff;
  let found = known.get(hash);
  if (found?.piece.length !== end - start || !text.startsWith(found.piece, start)) {
    const piece = ` ${text.slice(start, end)}`.slice(1);
    found = { piece, name: nameOfPiece(piece) };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(hash, found);
  }
  if (found.name !== undefined) take(found.name);
}

/** Matches the line number that a search appends to a path: `src/a.ts-12`. */
const LINE_BEHIND = /(\.[a-z]\w{0,5})-\d+$/;

function nameOfPiece(piece: string): string | undefined {
  const name = trimmed(piece).replace(LINE_BEHIND, '$1');
  return name.length >= SHORTEST_NAME && kindOfName(name) !== undefined ? name : undefined;
}

/** Removes punctuation around a piece, and a variable of one letter before a dot (`e.` in `e.target`). */
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

/** Classes of characters for `scanRuns`, as bits to be combined. A run ends at a character of the class `OUTSIDE`. */
const OUTSIDE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
/** `_`, `$`, `.`, `/`, `~` and `@`: a run with one of them may be a name, even if all letters are lower-case. */
const JOINT = 8;
/** `:`, `-`, `=` and the like: they separate the names of a run, except in addresses and in paths with hyphens. */
const SEPARATOR = 16;

/** The blocks of Latin, Greek and Cyrillic letters. All other characters beyond ASCII are outside of names. */
const BLOCKS = [
  [0, 0x530],
  [0x1e00, 0x2000],
] as const;
const CLASSES = new Uint8Array(0x2000);
for (const [first, end] of BLOCKS)
  for (let code = first; code < end; code++) CLASSES[code] = computedClass(String.fromCharCode(code));

/** Returns the class of a character code, e.g. `DIGIT`. Codes beyond the table belong to the class `OUTSIDE`. */
function classOf(code: number): number {
  return code < CLASSES.length ? (CLASSES[code] ?? OUTSIDE) : OUTSIDE;
}

function computedClass(character: string): number {
  if ('_$./~@'.includes(character)) return JOINT;
  if (':#%?=&+-'.includes(character)) return SEPARATOR;
  if (character >= '0' && character <= '9') return DIGIT;
  if (character >= '\u0300' && character <= '\u036f') return LOWER;
  if (character.toLowerCase() !== character) return UPPER;
  return character.toUpperCase() === character ? OUTSIDE : LOWER;
}

const LONGEST_RUN = 200;
const SHORTEST_RUN = 3;
const SPACE = ' '.charCodeAt(0);

/**
 * Visits the runs of a text that look like more than a plain word: with a digit, a joint, or a capital after the first
 * letter. Skips leading separators. Makes one pass and stops when `visit` returns false. Returns the positions of the
 * quotation marks it has passed.
 */
function scanRuns(
  text: string,
  visit: (start: number, end: number, hasSeparator: boolean) => boolean,
): readonly number[] {
  const quotes: number[] = [];
  let start = -1;
  let classes = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    const charClass = classOf(code);
    if (charClass !== OUTSIDE) {
      if (start < 0) {
        if (charClass === SEPARATOR) continue;
        start = at;
        classes = charClass === UPPER ? 0 : charClass;
      } else classes |= charClass;
      continue;
    }
    if (start >= 0) {
      const isCandidate = (classes & (UPPER | DIGIT | JOINT)) !== 0;
      const isRun = isCandidate && at - start >= SHORTEST_RUN && at - start <= LONGEST_RUN;
      if (isRun && !visit(start, at, (classes & SEPARATOR) !== 0)) return quotes;
      start = -1;
    }
    if (code === 34 || code === 39 || code === 96) quotes.push(at);
  }
  return quotes;
}
