/**
 * Defines the facts in a text: file paths, compound identifiers, commands, error names, URLs, numbers with at least
 * three digits, hashes and quoted literals. This file shares no code with the engine that writes the measured notes.
 */
export type FactKind = 'url' | 'path' | 'hash' | 'error' | 'identifier' | 'number' | 'command' | 'literal';

export const FACT_KINDS: readonly FactKind[] = [
  'path',
  'identifier',
  'command',
  'error',
  'url',
  'number',
  'hash',
  'literal',
];

export interface FactSpan {
  readonly text: string;
  readonly kind: FactKind;
  /** The UTF-16 offsets of the beginning and the end of the fact in the text. */
  readonly start: number;
  readonly end: number;
}

interface Rule {
  readonly kind: FactKind;
  readonly pattern: RegExp;
  readonly accepts?: (match: string) => boolean;
}

const EXTENSIONS =
  'tsx?|jsx?|mjs|cjs|mts|cts|json[lc5]?|py|pyi|ipynb|go|rs|rb|java|kts?|swift|cs|fs|cpp|cc|hpp|[ch]|php|lua|sh|bash|zsh|ps1|sql|ya?ml|toml|ini|cfg|conf|env|lock|md|mdx|rst|txt|csv|html?|css|scss|less|vue|svelte|xml|svg|png|log|proto|graphql|tf|gradle|traj|ex|exs|erl|hs|ml|scala|dart|zig|nix';

const ERRNOS =
  'ERR_[A-Z_]+|ENOENT|EACCES|EPERM|EEXIST|EADDRINUSE|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EISDIR|ENOTDIR|ENOTEMPTY|EMFILE|EBUSY|EINVAL|EAGAIN|ENOSPC|ENOMEM|EXDEV';

/** Rules whose spans exclude each other. The first rule that matches a place gets this place. */
const EXCLUSIVE: readonly Rule[] = [
  { kind: 'url', pattern: /\bhttps?:\/\/[^\s"'`<>()[\]{}\\]*[^\s"'`<>()[\]{}\\.,;:!?]/g },
  {
    kind: 'path',
    pattern: /(?:~|\.{1,2})?\/?(?:[\w@+.-]+\/)+[\w@+.-]*\w|(?<![\w/])\/[\w@+.-]*\w/g,
    accepts: isPath,
  },
  {
    kind: 'path',
    pattern: new RegExp(`(?<![\\w/.-])\\.?\\w[\\w.-]*\\.(?:${EXTENSIONS})(?![\\w-]|\\.\\w)`, 'g'),
  },
  { kind: 'hash', pattern: /(?<![\w-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\w-])/g },
  {
    kind: 'error',
    pattern: new RegExp(`\\b(?:[A-Z]\\w*(?:Error|Exception)|${ERRNOS}|SIG[A-Z]{3,}|TS\\d{4})\\b`, 'g'),
  },
  {
    kind: 'identifier',
    pattern: /(?<![\w$.\\-])[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?![\w$])/g,
    accepts: isDottedName,
  },
  { kind: 'identifier', pattern: /(?<![\w$\\])[A-Za-z_$][\w$]*(?![\w$])/g, accepts: isCompoundName },
  { kind: 'number', pattern: /(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d{3,})(?:\.\d+)?(?![\w]|[.,]\d)/g },
];

const PROGRAMS =
  'npm|npx|pnpm|yarn|bun|node|deno|tsc|eslint|prettier|git|gh|cargo|rustc|go|gofmt|python3?|pip3?|uv|pytest|poetry|tox|ruff|mypy|make|cmake|gradle|mvn|bundle|rake|rspec|docker|kubectl|terraform|brew|apt-get|systemctl|curl|swift|xcodebuild|dotnet|mix|composer|php';

/** Rules whose spans may contain spans of the other rules. If the pattern has a group 1, this group is the fact. */
const ENCLOSING: readonly Rule[] = [
  {
    kind: 'command',
    pattern: new RegExp(
      `(?<=^|[\`$&|;(]\\s*|\\n\\s*)(?:${PROGRAMS})(?: +(?![-&|;<>]|\\d+[<>])[\\w@:./=-]*\\w){1,3}`,
      'g',
    ),
  },
  { kind: 'literal', pattern: /(?<![\w"])"([^"\n]{4,60})"(?!\w)/g, accepts: isLiteral },
  { kind: 'literal', pattern: /(?<![\w'])'([^'\n]{4,60})'(?!\w)/g, accepts: isLiteral },
  { kind: 'literal', pattern: /(?<![\w`])`([^`\n]{4,60})`(?!\w)/g, accepts: isLiteral },
];

/**
 * Returns all facts of a text with their places, in order. Commands and literals may overlap with facts inside them.
 */
export function factSpansIn(text: string): readonly FactSpan[] {
  const taken = new Uint8Array(text.length);
  const spans: FactSpan[] = [];
  for (const rule of EXCLUSIVE) {
    for (const span of matchesOf(rule, text)) {
      if (taken[span.start] === 1 || taken[span.end - 1] === 1) continue;
      taken.fill(1, span.start, span.end);
      spans.push(span);
    }
  }
  const known = new Set(spans.map((span) => span.text));
  for (const rule of ENCLOSING) spans.push(...matchesOf(rule, text).filter((span) => !known.has(span.text)));
  return spans.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Returns the distinct facts of a text with their kinds. */
export function factsIn(text: string): ReadonlyMap<string, FactKind> {
  const facts = new Map<string, FactKind>();
  for (const span of factSpansIn(text)) if (!facts.has(span.text)) facts.set(span.text, span.kind);
  return facts;
}

function matchesOf(rule: Rule, text: string): readonly FactSpan[] {
  const spans: FactSpan[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const fact = match[1] ?? match[0];
    const start = match.index + (match[1] === undefined ? 0 : 1);
    if (rule.accepts?.(fact) === false) continue;
    spans.push({ text: fact, kind: rule.kind, start, end: start + fact.length });
  }
  return spans;
}

/**
 * Returns whether a match with a slash is a path, unlike "and/or" and "1/2". A path has at least two slashes, begins
 * with `~/`, `./` or `../`, or ends in a file name with an extension.
 */
function isPath(match: string): boolean {
  if (!/[A-Za-z]/.test(match) || match.length < 4) return false;
  const slashes = match.split('/').length - 1;
  return slashes >= 2 || /^(?:~|\.{1,2})\//.test(match) || /\/[\w@+-]*\.\w{1,5}$/.test(match);
}

/** Returns whether a match with dots is a name such as `fs.readFile`, unlike "e.g.". */
function isDottedName(match: string): boolean {
  return match.split('.').every((name) => name.length >= 2);
}

/** Returns whether a match is in camelCase, PascalCase or snake_case with at least two words. */
function isCompoundName(match: string): boolean {
  return /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/.test(match) || /[A-Za-z0-9]_+[A-Za-z0-9]/.test(match);
}

/**
 * Returns whether a quoted text is a fact. A single plain word is not a fact, because without its quotes, the word
 * looks like prose.
 */
function isLiteral(match: string): boolean {
  if (!/[A-Za-z]/.test(match) || /^[A-Za-z]+$/.test(match) || match.includes('\\')) return false;
  return match.trim() === match && !/^[,;:)\]}=+]|[,;:([{=+]$/.test(match);
}
