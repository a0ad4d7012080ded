/** The minimum length of a value in mode `word`. Shorter values occur in many texts by chance. */
const LEAST_LENGTH = 6;
/** Matches a single ordinary word, which may occur in any sentence. */
const PLAIN_WORD = /^\p{Lu}?\p{Ll}+$|^\p{Lu}+$|^\p{Lo}+$/u;
const IN_WORD = /[\p{L}\p{N}]/u;
/**
 * Matches an escape sequence at the end of a text: `\n`, `%20`, `\u001b` or an ANSI colour. The last letter or digit of
 * the sequence is not part of the word that follows.
 */
const ESCAPE_END = /(?:\\[bfnrt]|%[\da-f]{2}|\\u[\da-f]{4}|\u001b\[[\d;]{0,12}m)$/i;
const LONGEST_ESCAPE = 16;

/**
 * In mode `called`, a match of at least this many characters may be inside a longer word. A shorter match must be a
 * whole word, since short texts also occur in longer words by chance.
 */
const SHORT_VALUE = 8;
/**
 * The number of characters in a head. A head is the beginning of one of a value's written forms (`writtenForms`). The
 * index finds forms by their heads. Shorter forms have no head.
 */
const HEAD_LENGTH = 4;
/** The number of different hashes of heads. Must be a power of two. */
const HASHES = 1 << 16;

/**
 * How to search for a value. `word`: only as a whole word, and only if the value is long and not an ordinary word.
 * `called`: anywhere, but only as a whole word if the value is short. This mode is for values that a tool call
 * contained, because the results of tools may repeat them. `not`: not at all.
 */
export type SearchMode = 'word' | 'called' | 'not';

/** A position of a known value. */
export interface KnownPlace {
  /** The number of the value. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** An entry of the index: what is known about the forms with the same head. */
interface Head {
  /** The lengths of the known forms with this head, longest first. */
  lengths: readonly number[];
}

/**
 * The secret values of a session, in all their written forms. Searches a text for all forms of at least `HEAD_LENGTH`
 * characters in one pass, so that the time does not grow with the number of these forms. Searches for shorter forms
 * one by one.
 */
export class KnownValues {
  readonly #values = new Map<number, string>();
  /** Values added since the last search, which are not indexed yet. */
  readonly #unindexed: number[] = [];
  readonly #byForm = new Map<string, number[]>();
  readonly #heads = new Map<string, Head>();
  /** For each hash, 1 if a head with this hash is known. */
  readonly #hashes = new Uint8Array(HASHES);
  readonly #short = new Set<string>();

  add(number: number, value: string): void {
    this.#values.set(number, value);
    this.#unindexed.push(number);
  }

  /** Returns the positions of the values in a text. The positions are not sorted and may overlap. */
  placesIn(text: string, howToSearch: (number: number) => SearchMode): readonly KnownPlace[] {
    for (const number of this.#unindexed.splice(0))
      for (const form of writtenForms(this.#values.get(number) ?? '')) this.#index(form, number);
    const places: KnownPlace[] = [];
    for (const { start, form } of this.#formsIn(text))
      for (const number of this.#byForm.get(form) ?? []) {
        const place = { number, start, end: start + form.length };
        if (this.#isMatch(text, place, howToSearch(number))) places.push(place);
      }
    return places;
  }

  #index(form: string, number: number): void {
    if (form === '') return;
    const numbers = this.#byForm.get(form);
    if (numbers !== undefined) numbers.push(number);
    else this.#byForm.set(form, [number]);
    if (form.length < HEAD_LENGTH) this.#short.add(form);
    else this.#addHead(form);
  }

  #addHead(form: string): void {
    const head = form.slice(0, HEAD_LENGTH);
    const { lengths } = this.#heads.get(head) ?? { lengths: [] };
    if (lengths.includes(form.length)) return;
    this.#heads.set(head, { lengths: [...lengths, form.length].sort((a, b) => b - a) });
    this.#hashes[hashAt(form, 0)] = 1;
  }

  *#formsIn(text: string): Generator<{ readonly start: number; readonly form: string }> {
    for (const form of this.#short)
      for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length))
        yield { start, form };
    if (this.#heads.size === 0) return;
    for (let start = 0; start + HEAD_LENGTH <= text.length; start++) {
      if (this.#hashes[hashAt(text, start)] === 0) continue;
      const head = this.#heads.get(text.slice(start, start + HEAD_LENGTH));
      for (const length of head?.lengths ?? []) {
        const form = text.slice(start, start + length);
        if (this.#byForm.has(form)) yield { start, form };
      }
    }
  }

  #isMatch(text: string, { number, start, end }: KnownPlace, mode: SearchMode): boolean {
    if (mode === 'not') return false;
    if (mode === 'called')
      return end - start >= SHORT_VALUE || !IN_WORD.test(text.charAt(start - 1) + text.charAt(end));
    const value = this.#values.get(number) ?? '';
    const isDistinctive = value.length >= LEAST_LENGTH && !PLAIN_WORD.test(value);
    return isDistinctive && !IN_WORD.test(text.charAt(end)) && beginsWord(text, start);
  }
}

function hashAt(text: string, at: number): number {
  const first = text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 4);
  return (first ^ (text.charCodeAt(at + 2) << 8) ^ (text.charCodeAt(at + 3) << 11)) & (HASHES - 1);
}

/**
 * Returns the written forms of a value: raw, escaped as JSON once and twice, URL-encoded, quoted for a shell, and in
 * Base64. There are two forms in Base64: of the value alone, and of the value with the line break that `echo` adds.
 */
export function writtenForms(value: string): readonly string[] {
  const encoded = value.length < LEAST_LENGTH ? [] : [inBase64(value), inBase64(`${value}\n`)];
  if (/^[\w.-]*$/.test(value)) return [value, ...encoded];
  const json = inJson(value);
  const url = encodeURIComponent(value.toWellFormed());
  const forms = [
    value,
    json,
    inJson(json),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    value.replace(/[^\w@%+=:,./-]/g, '\\$&'),
    value.replace(/[$`"\\]/g, '\\$&'),
    value.replaceAll("'", "'\\''"),
    value.replaceAll("'", `'"'"'`),
    ...encoded,
  ];
  return [...new Set(forms)];
}

/**
 * Returns whether a word can begin at this position. False after a letter or digit, unless an escape sequence ends with
 * this letter or digit.
 */
function beginsWord(text: string, start: number): boolean {
  return (
    !IN_WORD.test(text.charAt(start - 1)) ||
    ESCAPE_END.test(text.slice(Math.max(0, start - LONGEST_ESCAPE), start))
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns a text's UTF-8 in Base64, without the padding at the end. */
function inBase64(text: string): string {
  const bytes = encodeURIComponent(text.toWellFormed()).match(/%[\dA-F]{2}|./g) ?? [];
  const bits = bytes
    .map((byte) => (byte.length > 1 ? parseInt(byte.slice(1), 16) : byte.charCodeAt(0)))
    .map((code) => code.toString(2).padStart(8, '0'))
    .join('');
  return (bits.match(/.{1,6}/g) ?? []).map((six) => BASE64.charAt(parseInt(six.padEnd(6, '0'), 2))).join('');
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
