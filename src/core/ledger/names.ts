/**
 * The names in a text that a later turn may need letter for letter: paths, compound identifiers (camelCase, snake_case,
 * dotted), error names, addresses, hashes and numbers of three digits or more.
 */
export type NameKind = 'path' | 'url' | 'identifier' | 'error' | 'hash' | 'number';

/** Runs of characters that names are made of; one class without alternatives, so the scan is linear on any input. */
const RUN = /[\w$@~./:#%?=&+-]{3,}/g;
const LONGEST_NAME = 200;
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py[i]?|go|rs|java|kts?|swift|rb|php|cs|fs|scala|clj|exs?|erl|hs|ml|lua|pl|r|dart|zig|[ch](?:pp|xx|c)?|hh|mm?|sh|bash|zsh|fish|ps1|bat|sql|proto|graphql|vue|svelte|s?css|less|html?|xml|svg|md|mdx|rst|txt|json[cl5]?|ya?ml|toml|ini|cfg|conf|env|lock|mod|sum|csv|tsv|ipynb|gradle|tf|nix|log|png|jpe?g|pdf)$/i;
const COMPOUND = /[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]|^_+[a-z]\w{2}|[A-Z]{2}[a-z]{2}/;
const DOTTED = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;
const HASH = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/;

/** Distinct names in order of appearance, at most `limit`. */
export function namesIn(text: string, limit = Infinity): readonly string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(RUN)) {
    if (match[0].length <= LONGEST_NAME) addNames(match[0], names);
    if (names.size >= limit) break;
  }
  return [...names];
}

export function kindOfName(name: string): NameKind | undefined {
  if (name.includes('://')) return 'url';
  if (name.includes('/')) return isPath(name) ? 'path' : undefined;
  const first = name.charCodeAt(0);
  if (first >= 48 && first <= 57 && /^\d+$/.test(name)) return name.length >= 3 ? 'number' : undefined;
  if (name.includes('.') && FILE_ENDING.test(name)) return 'path';
  if (HASH.test(name)) return 'hash';
  if (name.length > 6 && /^[A-Z]\w*(?:Error|Exception)$/.test(name)) return 'error';
  return COMPOUND.test(name) || DOTTED.test(name) ? 'identifier' : undefined;
}

function isPath(name: string): boolean {
  if (name.length < 4 || /^\/+$/.test(name)) return false;
  return (
    FILE_ENDING.test(name) ||
    /^(?:\.{0,2}|~)\/\w/.test(name) ||
    /\w\/[\w@.-]+\/\w/.test(name) ||
    /\w\/$/.test(name)
  );
}

/** A run may hold several names: `src/a.ts:12`, `pkg.Type::method`, `key=value`. */
function addNames(run: string, names: Set<string>): void {
  if (run.includes('://')) {
    addName(run.replace(/[.:?#&=]+$/, ''), names);
    return;
  }
  for (const piece of run.split(/[:=?&#%+]+/)) {
    const name = trimmed(piece);
    if (name.includes('-') && !name.includes('/') && !FILE_ENDING.test(name)) {
      for (const part of name.split('-')) addName(trimmed(part), names);
    } else addName(name, names);
  }
}

function addName(name: string, names: Set<string>): void {
  if (name.length >= 3 && !names.has(name) && kindOfName(name) !== undefined) names.add(name);
}

/** Without the marks of a sentence around it: `foo.ts.` at a sentence's end, `--flag_name`. */
function trimmed(piece: string): string {
  let start = 0;
  let end = piece.length;
  while (end > start && '.-@~/'.includes(piece.charAt(end - 1))) end--;
  while (start < end && '-@'.includes(piece.charAt(start))) start++;
  while (
    start < end &&
    piece.charAt(start) === '.' &&
    piece.charAt(start + 1) === '.' &&
    piece.charAt(start + 2) === '.'
  )
    start++;
  return piece.slice(start, end);
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
