import { scanRuns } from './scanNames.ts';
import { SharedNames } from './sharedNames.ts';

/**
 * The names in a text that a later turn may need letter for letter: paths, compound identifiers (camelCase, snake_case,
 * dotted), error names, addresses, hashes, numbers of three digits or more, and quoted words with their quotes.
 */
export type NameKind = 'path' | 'url' | 'identifier' | 'error' | 'hash' | 'number' | 'literal';

/** Quoted words on one line, whatever breaks lines. */
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

/** Distinct names in order of appearance, at most `limit`; quoted words after the others. */
export function namesIn(text: string, limit = Infinity): readonly string[] {
  const names = new Set<string>();
  const hasQuote = scanRuns(text, 0, text.length, (start, end) => {
    if (names.size >= limit) return;
    for (const name of namesOfRun(text.slice(start, end))) names.add(name);
  });
  if (hasQuote) for (const literal of literalsIn(text)) if (names.size < limit) names.add(literal);
  return [...names];
}

/** Quoted words that are no name themselves, with their quotes. */
export function literalsIn(text: string): readonly string[] {
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

/** A slash alone makes no path ("and/or"): it is rooted, has two slashes or more, or ends in a file's name. */
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

/** What a search puts behind a path: `src/a.ts-12`. */
const LINE_BEHIND = /(\.[a-z]\w{0,5})-\d+$/;

function nameOf(piece: string): readonly string[] {
  const name = shared.nameOf(trimmed(piece).replace(LINE_BEHIND, '$1'));
  return name === undefined ? [] : [name];
}

const shared = new SharedNames((text) => text.length >= 3 && kindOfName(text) !== undefined);

/** Without the marks of a sentence around it and without a receiver of one letter, which names nothing. */
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

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
