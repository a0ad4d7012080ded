import { wordsOf } from '../recall/terms.ts';
import { namesIn } from '../text/names.ts';

/** The weight of a name, which is more specific than a word. */
const NAME_WEIGHT = 3;

interface TermIndexOptions {
  /** The number of letters that are compared from the beginning of a word, so that endings do not matter. */
  readonly stemChars?: number;
  /**
   * Returns the weight of a term. `holding` is the number of texts that contain the term, and `all` is the number of
   * all texts.
   */
  readonly rarityOf: (holding: number, all: number) => number;
}

/**
 * Finds the texts that share the most words and names with a sentence. Stores only the terms of the sentences that were
 * given to the constructor, so that a long session takes little memory.
 */
export class TermIndex {
  readonly #options: TermIndexOptions;
  /** The indexes of the texts that contain each term. */
  readonly #words: ReadonlyMap<string, number[]>;
  readonly #names: ReadonlyMap<string, number[]>;
  #size = 0;

  constructor(sentences: readonly string[], options: TermIndexOptions) {
    this.#options = options;
    this.#words = new Map(sentences.flatMap((each) => this.#stemsIn(each)).map((stem) => [stem, []]));
    this.#names = new Map(sentences.flatMap((each) => namesIn(each)).map((name) => [name, []]));
  }

  /** Adds a text. The index of the text is the number of texts that were added before. */
  add(text: string): void {
    for (const stem of this.#stemsIn(text)) this.#see(this.#words.get(stem));
    for (const name of namesIn(text)) this.#see(this.#names.get(name));
    this.#size += 1;
  }

  /**
   * Returns the total weight of the terms that each text shares with a sentence, by the index of the text. The sentence
   * must be one that was given to the constructor.
   */
  sharedWith(sentence: string): Float64Array {
    const shared = new Float64Array(this.#size);
    const share = (places: readonly number[] = [], weight: number): void => {
      const worth = weight * this.#options.rarityOf(places.length, this.#size);
      for (const place of places) shared[place] = (shared[place] ?? 0) + worth;
    };
    for (const stem of new Set(this.#stemsIn(sentence))) share(this.#words.get(stem), 1);
    for (const name of namesIn(sentence)) share(this.#names.get(name), NAME_WEIGHT);
    return shared;
  }

  #see(places: number[] | undefined): void {
    if (places !== undefined && places.at(-1) !== this.#size) places.push(this.#size);
  }

  #stemsIn(text: string): readonly string[] {
    const { stemChars } = this.#options;
    return wordsOf(text).flatMap(({ parts }) => parts.map((part) => part.slice(0, stemChars)));
  }
}
