import { atOnce, type Steps } from '../steps.ts';

/** Matches words. Scripts without spaces are read character by character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+/gu;
/** Matches words that mean nothing by themselves. */
const TOO_SHORT = /^[\p{Script=Latin}\p{N}_]{1,2}$/u;
/** The number of consecutive words that count as a quotation. */
const PHRASE = 3;
/** A word of at least this length may be the beginning of a longer word that was cut off in a shortened text. */
const LEAST_CUT = 24;
/** The number of words and phrases of other texts that are read in one step. Reading them takes some milliseconds. */
const READ_AT_ONCE = 20_000;

/**
 * The words and phrases that occur in one text and in no other text. They identify a title, a digest or a line of a
 * summary that was made from this text.
 */
export class OwnWords {
  readonly #own: Set<string>;
  /** The words that may be cut off, sorted, so that words with the same beginning are neighbours. */
  #long: readonly string[] | undefined;

  constructor(text: string, others: Iterable<string> = []) {
    this.#own = new Set(phrasesOf(text));
    atOnce(this.exclude(others));
  }

  /** Removes the words and phrases that occur in other texts. */
  *exclude(others: Iterable<string>): Steps<void> {
    let read = 0;
    this.#long = undefined;
    for (const other of others) {
      for (const phrase of phrasesOf(other)) {
        if (this.#own.size === 0) return;
        this.#own.delete(phrase);
        read += 1;
        if (read % READ_AT_ONCE === 0) yield;
      }
    }
  }

  /** Returns whether a text contains any of these words or phrases, or a long word that was cut off. */
  areIn(text: string): boolean {
    for (const phrase of phrasesOf(text)) if (this.#own.has(phrase) || this.#isCut(phrase)) return true;
    return false;
  }

  #isCut(phrase: string): boolean {
    if (phrase.length < LEAST_CUT || phrase.includes(' ')) return false;
    this.#long ??= [...this.#own].filter((own) => own.length > LEAST_CUT && !own.includes(' ')).toSorted();
    return firstFrom(this.#long, phrase)?.startsWith(phrase) === true;
  }
}

/** Returns the first text of a sorted list that is the given text or comes after it. */
function firstFrom(sorted: readonly string[], text: string): string | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
}

/** Yields each word that is not too short, and each phrase of `PHRASE` consecutive words. */
function* phrasesOf(text: string): Iterable<string> {
  const before: string[] = [];
  for (const [found] of text.matchAll(WORD)) {
    const word = found.toLowerCase();
    if (!TOO_SHORT.test(word)) yield word;
    before.push(word);
    if (before.length < PHRASE) continue;
    yield before.join(' ');
    before.shift();
  }
}
