/** Matches words. Scripts without spaces are read character by character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+/gu;
/** Matches words that mean nothing by themselves. */
const TOO_SHORT = /^[\p{Script=Latin}\p{N}_]{1,2}$/u;
/** The number of consecutive words that count as a quotation. */
const PHRASE = 3;
/** A word of this length may be the beginning of a longer one, cut off in a shortened text. */
const LEAST_CUT = 24;

/**
 * The words and phrases that occur in one text and in no other. They identify texts made from it: a title, a digest, a
 * line of a summary.
 */
export class OwnWords {
  readonly #own: Set<string>;

  constructor(text: string, others: Iterable<string>) {
    this.#own = new Set(phrasesOf(text));
    for (const other of others) {
      if (this.#own.size === 0) return;
      for (const phrase of phrasesOf(other)) this.#own.delete(phrase);
    }
  }

  /** Returns whether a text contains any of them. */
  areIn(text: string): boolean {
    for (const phrase of phrasesOf(text)) if (this.#own.has(phrase) || this.#isCut(phrase)) return true;
    return false;
  }

  #isCut(phrase: string): boolean {
    if (phrase.length < LEAST_CUT || phrase.includes(' ')) return false;
    for (const own of this.#own) if (own.startsWith(phrase)) return true;
    return false;
  }
}

/** Yields each word that is not too short, and each phrase of consecutive words. */
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
