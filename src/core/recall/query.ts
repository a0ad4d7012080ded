import { isCompound, versionsOf, wordsOf, type Word } from './terms.ts';

/**
 * A query by a person or a model. Text in quotes is one chunk, and so is other text without spaces, e.g. `src/log.ts`.
 * A chunk is searched as a phrase. A search in the mode `any` of `ftsQuery` also finds the single words of a chunk.
 */
export interface RecallQuery {
  readonly text: string;
  readonly chunks: readonly QueryChunk[];
}

export interface QueryChunk {
  /** The chunk as it was typed, without quotes, in lower case. */
  readonly literal: string;
  readonly words: readonly Word[];
}

const CHUNKS = /["“”„]([^"“”„]+)["“”„]|\S+/g;
/** Matches quotation marks at the beginning or end of a chunk that is not in quotes. */
const LONE_QUOTES = /^["“”„]+|["“”„]+$/g;
const PLAIN_PLURAL = /^\p{L}{3,}[^s\P{L}]s$/u;
const ENDS_IN_NUMBER = /\p{N}$/u;
const MIN_PREFIX_CHARS = 4;
/**
 * The maximum number of characters of a query. The beginning of a pasted page is enough, and FTS5 rejects long
 * expressions.
 */
const MAX_QUERY_CHARS = 1000;
const MAX_CHUNKS = 32;
const MAX_NEEDLES = 24;

export function parseQuery(query: string): RecallQuery {
  const text = query.slice(0, MAX_QUERY_CHARS).trim();
  const chunks = Array.from(text.matchAll(CHUNKS), ([bare, quoted]) => {
    const together = quoted ?? (bare.replace(LONE_QUOTES, '') || bare);
    return { literal: together.toLowerCase(), words: wordsOf(together) };
  });
  return { text, chunks: chunks.slice(0, MAX_CHUNKS) };
}

/**
 * Returns the query in SQLite's FTS5 syntax. `all` requires every chunk, `any` requires at least one word. Returns
 * undefined if the query contains no word. All words are quoted, so that no character acts as syntax.
 */
export function ftsQuery({ chunks }: RecallQuery, mode: 'all' | 'any'): string | undefined {
  const groups = chunks.flatMap((chunk) => {
    const alternatives = mode === 'all' ? togetherOf(chunk) : [...togetherOf(chunk), ...apartOf(chunk)];
    const distinct = [...new Set(alternatives)];
    return distinct.length === 0 ? [] : [`(${distinct.join(' OR ')})`];
  });
  return groups.length === 0 ? undefined : groups.join(mode === 'all' ? ' AND ' : ' OR ');
}

/** Returns the strings to look for in the text of a hit, in lower case, with the most specific string first. */
export function needlesOf({ text, chunks }: RecallQuery): readonly string[] {
  const literals = chunks.map((chunk) => chunk.literal);
  const wholes = chunks.flatMap((chunk) => chunk.words.map((word) => word.whole));
  const parts = chunks.map(partsOf);
  const singulars = parts.flatMap((each) => singularOf(each.at(-1)));
  return [...new Set([text.toLowerCase(), ...literals, ...wholes, ...parts.flat(), ...singulars])]
    .filter(Boolean)
    .slice(0, MAX_NEEDLES);
}

/** Returns the alternatives for a whole chunk: a compound word, a dotted number, or a phrase of all its parts. */
function togetherOf(chunk: QueryChunk): readonly string[] {
  const { words, literal } = chunk;
  const parts = partsOf(chunk);
  const [only, ...others] = words;
  const wholes = only !== undefined && others.length === 0 && isCompound(only) ? [prefixed(only.whole)] : [];
  const versions = versionsOf(literal)
    .filter((version) => version === literal)
    .map(quoted);
  if (parts.length === 0) return [...wholes, ...versions];
  const endings = singularOf(parts.at(-1)).map((last) => prefixed([...parts.slice(0, -1), last].join(' ')));
  return [...wholes, ...versions, prefixed(parts.join(' ')), ...endings];
}

/** Returns a phrase for each word of a chunk, to be joined with `OR`. Returns none for a chunk with one word. */
function apartOf({ words }: QueryChunk): readonly string[] {
  if (words.length < 2) return [];
  return words.flatMap(({ parts }) => (parts.length === 0 ? [] : [prefixed(parts.join(' '))]));
}

function partsOf({ words }: QueryChunk): readonly string[] {
  return words.flatMap((word) => word.parts);
}

/** Returns the singular of a plural that ends in `s`, if any, so that `migrations` also finds `migration`. */
function singularOf(word = ''): readonly string[] {
  return PLAIN_PLURAL.test(word) ? [word.slice(0, -1)] : [];
}

/** Quotes a phrase. Its last word matches as a prefix, unless it ends in a digit or is too short to be specific. */
function prefixed(phrase: string): string {
  const last = phrase.slice(phrase.lastIndexOf(' ') + 1);
  const mayGoOn = isSingleIdeograph(last) || (last.length >= MIN_PREFIX_CHARS && !ENDS_IN_NUMBER.test(last));
  return mayGoOn ? `${quoted(phrase)}*` : quoted(phrase);
}

/** Returns whether the term is a single ideograph. It is matched as a prefix, since the index contains bigrams. */
function isSingleIdeograph(term: string): boolean {
  return Array.from(term).length === 1 && (term.codePointAt(0) ?? 0) > 0x2e7f;
}

function quoted(phrase: string): string {
  return `"${phrase.replaceAll('"', '""')}"`;
}
