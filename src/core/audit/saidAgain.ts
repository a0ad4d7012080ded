import { stemsOf } from '../recall/stems.ts';

/** Words are compared by this many first letters, so that `tests` and `testing` are equal. */
const STEM_LENGTH = 4;
/** The share of its telling words from which a sentence counts as said in other words. */
const LEAST_SHARE = 0.32;
/** With fewer telling words, a sentence counts as said again. */
const LEAST_WORDS = 2;
/** Keeps a word that occurs once or twice from weighing less than one that does not occur. */
const SMOOTHING = 4;
const UNIT_END = /\n+|(?<=[.!?;。！？])\s+/u;

/** The texts of a context, in which a sentence is searched by its meaningful words, above all by rare ones. */
export class SaidTexts {
  readonly #text: string;
  /** Pairs of neighbouring sentences or lines, as a fact is often spread over two. */
  readonly #passages: readonly string[];
  readonly #places = new Map<string, Set<number>>();

  constructor(texts: readonly string[]) {
    this.#text = texts.join('\n').toLowerCase();
    const units = texts.flatMap((text) => text.split(UNIT_END)).filter((unit) => unit.trim() !== '');
    this.#passages = units.map((unit, at) => `${unit}\n${units[at + 1] ?? ''}`);
    for (const [at, unit] of units.entries())
      for (const stem of tellingStems(unit)) {
        const places = this.#places.get(stem) ?? new Set();
        this.#places.set(stem, places.add(at).add(at - 1));
      }
  }

  /** Returns whether a name stands here as a whole word, in any case. */
  names(name: string): boolean {
    return standsAsWord(this.#text, name.toLowerCase());
  }

  /** Returns whether one passage names both. */
  nameTogether(name: string, other: string): boolean {
    const [one, two] = [name.toLowerCase(), other.toLowerCase()];
    return this.#passages.some((passage) => {
      const text = passage.toLowerCase();
      return standsAsWord(text, one) && standsAsWord(text, two);
    });
  }

  /**
   * Returns whether a sentence occurs here, word for word or in other words; with `inPassage`, only within a passage
   * for which it returns true. True for a sentence with too few words to tell.
   */
  tells(sentence: string, inPassage: (passage: string) => boolean = () => true): boolean {
    if (inPassage(sentence) && this.#text.includes(sentence.toLowerCase())) return true;
    const stems = tellingStems(sentence);
    if (stems.size < LEAST_WORDS) return true;
    const shares = new Map<number, number>();
    let whole = 0;
    for (const stem of stems) {
      const places = this.#places.get(stem) ?? new Set();
      const weight = Math.log((this.#passages.length + 2 * SMOOTHING) / (places.size / 2 + SMOOTHING));
      whole += weight;
      for (const place of places) shares.set(place, (shares.get(place) ?? 0) + weight);
    }
    return [...shares].some(
      ([place, share]) => share >= LEAST_SHARE * whole && inPassage(this.#passages[place] ?? ''),
    );
  }
}

function tellingStems(text: string): ReadonlySet<string> {
  return new Set(
    stemsOf(text).map((stem) => (/^\p{L}+$/u.test(stem) ? stem.slice(0, STEM_LENGTH) : stem).toLowerCase()),
  );
}

function standsAsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + wanted.length)) return true;
  return false;
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}
