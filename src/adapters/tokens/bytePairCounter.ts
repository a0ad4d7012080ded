import { BytePairMerge } from './bytePairMerge.ts';
import type { Ranks } from './ranks.ts';

/**
 * Longer pieces are cut, and each cut may change the count. Only unusual text, such as thousands of blanks in a row,
 * has longer pieces.
 */
const MAX_PIECE_CHARS = 4096;
const MAX_BYTES_PER_CHAR = 3;
/**
 * Longer texts are counted in slices, since the pattern needs more memory for a longer run of one kind of character.
 */
const MAX_SLICE_CHARS = 262_144;
const MAX_CACHED_PIECES = 20_000;
const MAX_CACHED_PIECE_CHARS = 32;

/**
 * Counts tokens in bounded time for any input. The count equals that of js-tiktoken's `encode(text, [], [])`, unless a
 * piece was cut. Special tokens in the text are counted as ordinary text, and lone surrogates as U+FFFD.
 */
export class BytePairCounter {
  readonly #pattern: RegExp;
  readonly #ranks: ReadonlyMap<string, number>;
  readonly #merge: BytePairMerge;
  readonly #counts = new Map<string, number>();
  readonly #onCounted: (characters: number) => void;

  /** `onCounted` receives the number of characters of each counted slice. */
  constructor(ranks: Ranks, onCounted: (characters: number) => void = () => undefined) {
    this.#onCounted = onCounted;
    this.#pattern = new RegExp(ranks.pattern, 'gu');
    this.#ranks = ranks.byToken;
    this.#merge = new BytePairMerge(ranks.byToken, MAX_PIECE_CHARS * MAX_BYTES_PER_CHAR);
  }

  /** Returns the number of tokens of a text, which is at most the number of UTF-8 bytes of the text. */
  count(text: string): number {
    let tokens = 0;
    for (let start = 0; start < text.length;) {
      const end = sliceEnd(text, start);
      tokens += this.#countSlice(text.slice(start, end));
      this.#onCounted(end - start);
      start = end;
    }
    return tokens;
  }

  #countSlice(slice: string): number {
    let tokens = 0;
    for (const piece of slice.match(this.#pattern) ?? []) tokens += this.#countPiece(piece);
    return tokens;
  }

  #countPiece(piece: string): number {
    const known = this.#counts.get(piece);
    if (known !== undefined) return known;
    if (piece.length > MAX_PIECE_CHARS) return this.#countLongPiece(piece);
    const bytes = bytesOf(piece);
    const tokens = this.#ranks.has(bytes) ? 1 : this.#merge.count(bytes);
    if (piece.length <= MAX_CACHED_PIECE_CHARS) this.#remember(piece, tokens);
    return tokens;
  }

  #countLongPiece(piece: string): number {
    let tokens = 0;
    for (let start = 0; start < piece.length;) {
      const end = wholeCharacterEnd(piece, start + MAX_PIECE_CHARS);
      tokens += this.#countPiece(piece.slice(start, end));
      start = end;
    }
    return tokens;
  }

  #remember(piece: string, tokens: number): void {
    if (this.#counts.size >= MAX_CACHED_PIECES) this.#counts.clear();
    this.#counts.set(piece, tokens);
  }
}

/** Returns a string with one character for each UTF-8 byte of the text. */
function bytesOf(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return Buffer.from(text, 'utf8').toString('latin1');
  }
  return text;
}

/**
 * Returns the end of the slice that starts at `start`. The slice is as long as possible, but ends at the beginning of a
 * line that begins with an ASCII letter or digit. In both encodings (`o200k_base` and `cl100k_base`), no piece crosses
 * such a position, so the counts of the slices add up to the count of the text. If there is no such line, the slice has
 * the maximum length.
 */
function sliceEnd(text: string, start: number): number {
  const limit = start + MAX_SLICE_CHARS;
  if (limit >= text.length) return text.length;
  // Searches only within the slice. Otherwise a text without line breaks would be searched from each slice back to the
  // beginning of the text.
  const slice = text.slice(start, limit + 1);
  for (let at = slice.lastIndexOf('\n', slice.length - 2); at > 0; at = slice.lastIndexOf('\n', at - 1)) {
    if (/[A-Za-z0-9]/.test(slice.charAt(at + 1))) return start + at + 1;
  }
  return wholeCharacterEnd(text, limit);
}

/** Returns `end`, or `end - 1` if a cut at `end` would split a surrogate pair. Never exceeds the length of the text. */
function wholeCharacterEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const splitsPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return splitsPair ? end - 1 : end;
}
