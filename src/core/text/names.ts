/**
 * The kinds of names in a text that a later turn may need literally: paths, compound identifiers (camelCase,
 * snake_case, dotted), error names, addresses, hashes, numbers of three digits or more, and quoted words with their
 * quotes.
 */
export type NameKind = 'path' | 'url' | 'identifier' | 'error' | 'hash' | 'number' | 'literal';

/** Matches quoted words on one line, starting at a quotation mark. */
const LITERAL = new RegExp(
  `(?<![\\w"])"${upTo('"')}"|(?<![\\w'])'${upTo("'")}'(?!\\w)|(?<![\\w\`])\`${upTo('`')}\``,
  'y',
);
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|pyi?|go|rs|java|kts?|swift|rb|php|cs|fs|scala|clj|exs?|erl|hs|ml|lua|pl|r|dart|zig|[ch](?:pp|xx|c)?|hh|mm?|sh|bash|zsh|fish|ps1|bat|sql|proto|graphql|vue|svelte|s?css|less|html?|xml|svg|mdx?|rst|txt|json[cl5]?|ya?ml|toml|ini|cfg|conf|env|lock|mod|sum|csv|tsv|ipynb|gradle|tf|nix|log|png|jpe?g|pdf|gitignore|gitattributes|dockerignore|editorconfig|npmrc|nvmrc|(?:eslint|prettier|babel)(?:rc|ignore))$/i;
const COMPOUND = /[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]|[A-Z]{2}[a-z]{2}/;
const DOTTED = /^[A-Za-z_$][\w$]+(?:\.[A-Za-z_$][\w$]+)+$/;
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/;
const LETTER = /[\p{L}]/u;

/** Returns distinct names in order of appearance, at most `limit`; quoted words come after the others. */
export function namesIn(text: string, limit = Infinity): readonly string[] {
  const names = new Set<string>();
  const take = (name: string): void => {
    if (names.size < limit) names.add(name);
  };
  const quotes = scanRuns(text, (start, end, isWhole) => {
    if (isWhole) takeName(text, start, end, take);
    else takeNames(text, start, end, take);
    return names.size < limit;
  });
  let end = 0;
  for (const quote of quotes) {
    if (names.size >= limit) break;
    if (quote < end) continue;
    LITERAL.lastIndex = quote;
    const quoted = LITERAL.exec(text)?.[0];
    if (quoted === undefined) continue;
    end = quote + quoted.length;
    if (isLiteral(quoted)) names.add(quoted);
  }
  return [...names];
}

function upTo(quote: string): string {
  return `[^${quote}\\n\\v\\f\\r\\u0085\\u2028\\u2029]{3,60}`;
}

/** Returns whether quoted words count as a name. Words that are a name without their quotes are found as that name. */
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
 * Returns whether a name with slashes is a path. A single slash is not enough ("and/or"): the path must begin with
 * `./`, `../` or `~/`, contain a name between two slashes, or end in a file name.
 */
function isPath(name: string): boolean {
  if (name.length < 4 || !LETTER.test(name)) return false;
  return FILE_ENDING.test(name) || /^(?:\.{1,2}|~)\/\w/.test(name) || /\/[\w@.+-]+\//.test(name);
}

/** Returns the names in a run of name characters and separators: `src/a.ts:12`, `pkg.Type::method`, `key=value`. */
export function namesOfRun(run: string): readonly string[] {
  const names: string[] = [];
  takeNames(run, 0, run.length, (name) => names.push(name));
  return names;
}

type Take = (name: string) => void;

function takeNames(text: string, start: number, end: number, take: Take): void {
  if (hasAddress(text, start, end)) {
    take(text.slice(start, end).replace(/[.:?#&=]+$/, ''));
    return;
  }
  let from = start;
  let hasHyphen = false;
  for (let at = start; at <= end; at++) {
    const code = at < end ? text.charCodeAt(at) : COLON;
    if (code === HYPHEN) hasHyphen = true;
    else if (isBetween(code)) {
      if (hasHyphen) takeHyphenated(text.slice(from, at), take);
      else takeName(text, from, at, take);
      from = at + 1;
      hasHyphen = false;
    }
  }
}

const HYPHEN = 45;
const COLON = 58;

/** Returns whether a character separates names: `:`, `=`, `?`, `&`, `#`, `%` or `+`. */
function isBetween(code: number): boolean {
  return code !== HYPHEN && CLASSES[code] === SEPARATOR;
}

/** Returns whether a part of a text contains `://`. */
function hasAddress(text: string, start: number, end: number): boolean {
  for (let at = start; at + 3 <= end; at++)
    if (text.charCodeAt(at) === COLON && text.startsWith('//', at + 1)) return true;
  return false;
}

/** Takes a piece with hyphens as one name if it is a path, otherwise its parts. */
function takeHyphenated(piece: string, take: Take): void {
  const isOneName = piece.includes('/') || FILE_ENDING.test(piece);
  for (const part of isOneName ? [piece] : piece.split('-')) takeName(part, 0, part.length, take);
}

/** Matches the line number that a search appends to a path: `src/a.ts-12`. */
const LINE_BEHIND = /(\.[a-z]\w{0,5})-\d+$/;

const SHORTEST_NAME = 3;
const MOST_KNOWN = 100_000;
/** Caches for each hash the last piece that was tested, and the name found in it. */
const known = new Map<number, { readonly piece: string; readonly name: string }>();

/**
 * Takes the name in a piece of a run, if there is one. The cache gives the same string object for equal pieces, so that
 * later look-ups in maps are fast. A full cache is cleared. Copies each piece, so that the cache does not keep whole
 * texts in memory.
 */
function takeName(text: string, start: number, end: number, take: Take): void {
  if (end - start < SHORTEST_NAME) return;
  let hash = 0;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) & 0x3fffffff;
  const before = known.get(hash);
  if (before?.piece.length === end - start && text.startsWith(before.piece, start)) {
    if (before.name !== '') take(before.name);
    return;
  }
  if (known.size >= MOST_KNOWN) known.clear();
  const piece = ` ${text.slice(start, end)}`.slice(1);
  const found = trimmed(piece).replace(LINE_BEHIND, '$1');
  const name = found.length >= SHORTEST_NAME && kindOfName(found) !== undefined ? found : '';
  known.set(hash, { piece, name });
  if (name !== '') take(name);
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

/** Returns the last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
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

const CLASSES = classTable();
const LONGEST_RUN = 200;
const SHORTEST_RUN = 3;

/**
 * Visits the runs of a text that look like more than a plain word: with a digit, a joint, or a capital after the first
 * letter. Skips leading separators; `isWhole` is true for runs without any separator. Makes one pass and stops when
 * `visit` returns false. Returns the positions of quotation marks.
 */
function scanRuns(
  text: string,
  visit: (start: number, end: number, isWhole: boolean) => boolean,
): readonly number[] {
  const quotes: number[] = [];
  let start = -1;
  let classes = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const charClass = code < 128 ? (CLASSES[code] ?? OUTSIDE) : OUTSIDE;
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
      if (isRun && !visit(start, at, (classes & SEPARATOR) === 0)) return quotes;
      start = -1;
    }
    if (code === 34 || code === 39 || code === 96) quotes.push(at);
  }
  return quotes;
}

function classTable(): Uint8Array {
  const classes = new Uint8Array(128);
  const mark = (characters: string, charClass: number): void => {
    for (const character of characters) classes[character.charCodeAt(0)] = charClass;
  };
  mark('abcdefghijklmnopqrstuvwxyz', LOWER);
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', UPPER);
  mark('0123456789', DIGIT);
  mark('_$./~@', JOINT);
  mark(':#%?=&+-', SEPARATOR);
  return classes;
}
