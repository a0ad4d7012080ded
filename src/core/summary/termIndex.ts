import { wordsOf } from '../recall/terms.ts';
import { namesIn } from '../text/names.ts';

/** The weight of a name, which is more specific than a word. */
const NAME_WEIGHT = 3;

interface TermIndexOptions {
  /** The number of first letters by which longer words are compared, so that endings do not matter. */
  readonly stemChars?: number;
  /** Returns the weight of a term that `holding` of `all` texts contain. */
  readonly rarityOf: (holding: number, all: number) => number;
}

/** An index of texts by their words and names, to find those that share the most with a sentence. */
export class TermIndex {
  readonly #options: TermIndexOptions;
  readonly #places = new Map<string, number[]>();
  #size = 0;

  constructor(options: TermIndexOptions) {
    this.#options = options;
  }

  /** Adds a text, whose index is the number of texts before it. */
  add(text: string): void {
    for (const term of this.#termsOf(text).keys()) {
      const places = this.#places.get(term);
      if (places === undefined) this.#places.set(term, [this.#size]);
      else places.push(this.#size);
    }
    this.#size += 1;
  }

  /** Returns how much each text shares with the sentence, by its index; omits texts that share nothing. */
  sharedWith(sentence: string): ReadonlyMap<number, number> {
    const shared = new Map<number, number>();
    for (const [term, weight] of this.#termsOf(sentence)) {
      const places = this.#places.get(term) ?? [];
      const worth = weight * this.#options.rarityOf(places.length, this.#size);
      for (const place of places) shared.set(place, (shared.get(place) ?? 0) + worth);
    }
    return shared;
  }

  /** Returns words and names with their weights. */
  #termsOf(text: string): ReadonlyMap<string, number> {
    const words = wordsOf(text).flatMap(({ parts }) => parts);
    return new Map([
      ...words.map((word) => [`word ${word.slice(0, this.#options.stemChars)}`, 1] as const),
      ...namesIn(text).map((name) => [`name ${name}`, NAME_WEIGHT] as const),
    ]);
  }
}
