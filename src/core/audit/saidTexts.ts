import { stemsOf } from '../recall/stems.ts';
import { asPathPattern, matchEnds, type PathPattern } from './pathPattern.ts';

/** Words are compared by their first letters, so that `tests` and `testing` are equal. */
const STEM_LENGTH = 4;
/** A sentence counts as repeated if a passage has at least this share of its meaningful words, by weight. */
const LEAST_SHARE = 0.32;
/** The minimum number of meaningful words by which a line or a part of a sentence can be recognised. */
const LEAST_WORDS = 2;
/** A passage with this many meaningful words of a sentence may contain a part of the sentence, even of a long one. */
const ENOUGH_WORDS = 3;
/**
 * If a sentence is short, a passage with a third of its meaningful words may contain a part of it. The passage still
 * needs at least `LEAST_WORDS` of these words.
 */
const ONE_WORD_OF = 3;
/** Makes a word that occurs once or twice weigh almost as much as a word that does not occur. */
const SMOOTHING = 4;
const UNIT_END = /\n+|(?<=[.!?;。！？])\s+/u;

/** The texts of a context. Compares meaningful words, so it also finds reworded sentences. Rare words weigh more. */
export class SaidTexts {
  readonly #text: string;
  readonly #patterns: readonly PathPattern[];
  /** Pairs of neighbouring sentences or lines, since a fact is often spread over two of them. */
  readonly #passages: readonly string[];
  readonly #places = new Map<string, Set<number>>();

  constructor(texts: readonly string[]) {
    this.#text = spelledOut(texts.join('\n')).toLowerCase();
    this.#patterns = (this.#text.match(PATH) ?? []).flatMap(asPattern);
    const units = texts.flatMap((text) => text.split(UNIT_END)).filter((unit) => unit.trim() !== '');
    this.#passages = units.map((unit, at) => `${unit}\n${units[at + 1] ?? ''}`);
    for (const [at, unit] of units.entries())
      for (const stem of meaningfulStems(unit)) {
        const places = this.#places.get(stem) ?? new Set();
        this.#places.set(stem, places.add(at).add(at - 1));
      }
  }

  /** Returns whether the texts contain a file's name that is not part of another name. Ignores case. */
  names(name: string): boolean {
    return standsAsWord(this.#text, name.toLowerCase(), isNameAt);
  }

  matches(expression: RegExp): boolean {
    return expression.test(this.#text);
  }

  /** Returns whether the texts contain a pattern, such as `tools/*.py`, that matches the path. */
  hasPatternFor(path: string): boolean {
    const wanted = path.toLowerCase();
    return this.#patterns.some((pattern) => matchEnds(wanted, pattern).has(wanted.length));
  }

  /** Returns whether a passage that `inPassage` accepts contains the name. */
  namesWhere(name: string, inPassage: (passage: string) => boolean): boolean {
    const wanted = name.toLowerCase();
    return this.#passages.some(
      (passage) => standsAsWord(passage.toLowerCase(), wanted) && inPassage(passage),
    );
  }

  /**
   * Returns whether the texts contain a sentence, word for word or in other words. If `inPassage` is given, it must
   * accept the passage, or the sentence itself if the texts contain the sentence word for word. Returns true for a
   * sentence without meaningful words, which can't be compared.
   */
  contains(sentence: string, inPassage: (passage: string) => boolean = () => true): boolean {
    if (inPassage(sentence) && this.#text.includes(sentence.toLowerCase())) return true;
    const stems = meaningfulStems(sentence);
    if (stems.size === 0) return true;
    return this.#shares(stems).some(
      ([place, { share }]) => share >= LEAST_SHARE && inPassage(this.#passages[place] ?? ''),
    );
  }

  /**
   * Returns whether the texts may contain a part of a sentence. This is the case if at least two thirds of the
   * sentence's meaningful words, and at least two words, occur anywhere in the texts. It is also the case if one
   * passage fulfils both of these conditions:
   * - The passage contains at least three of the sentence's meaningful words, or two if the sentence has at most six.
   * - By weight, these words are at least the share `LEAST_SHARE / 2` of all meaningful words of the sentence.
   */
  mayContainPart(sentence: string): boolean {
    const stems = meaningfulStems(sentence);
    const found = [...stems].filter((stem) => this.#places.has(stem));
    return (
      (found.length >= LEAST_WORDS && found.length * 3 >= stems.size * 2) ||
      this.#shares(stems).some(
        ([, { words, share }]) =>
          words >= Math.max(LEAST_WORDS, Math.min(ENOUGH_WORDS, stems.size / ONE_WORD_OF)) &&
          share * 2 >= LEAST_SHARE,
      )
    );
  }

  /**
   * Returns the passages that contain some of the words. For each passage, returns its index, the number of these
   * words, and their share of the weight of all words.
   */
  #shares(stems: ReadonlySet<string>): readonly (readonly [number, { words: number; share: number }])[] {
    const found = new Map<number, { words: number; weight: number }>();
    let whole = 0;
    for (const stem of stems) {
      const places = this.#places.get(stem) ?? new Set();
      const weight = Math.log((this.#passages.length + 2 * SMOOTHING) / (places.size / 2 + SMOOTHING));
      whole += weight;
      for (const place of places) {
        const each = found.get(place) ?? { words: 0, weight: 0 };
        found.set(place, { words: each.words + 1, weight: each.weight + weight });
      }
    }
    return [...found].map(([place, { words, weight }]) => [place, { words, share: weight / whole }]);
  }
}

/** Returns whether a sentence has enough meaningful words to be compared with others. */
export function isComparable(sentence: string): boolean {
  return meaningfulStems(sentence).size >= LEAST_WORDS;
}

/** Returns the meaningful words of a text, each by its stem. */
export function meaningfulStems(text: string): ReadonlySet<string> {
  return new Set(
    stemsOf(text).map((stem) => (/^\p{L}+$/u.test(stem) ? stem.slice(0, STEM_LENGTH) : stem).toLowerCase()),
  );
}

/** Matches a word that may be a file's path or a path pattern. */
const PATH = /(?<![\w*./-])[\w*./-]{3,200}(?![\w*./-])/gu;
/** Matches a pattern whose ending says more than the file type: `*_test.py`. */
const TELLING_END = /^\*[\w-]{4,}\.\w+$/u;
/** A pattern with more stars says too little about a file. */
const MOST_STARS = 3;
/** Matches `tools/{logs,tags}.py`. */
const IN_BRACES =
  /(?<![\w./-])([\w./-]{0,200})\{([\w./-]{1,60}(?:,\s{0,3}[\w./-]{1,60}){1,40})\}([\w./-]{0,60})/gu;

/** Expands braces in names. */
function spelledOut(text: string): string {
  return text.replace(IN_BRACES, (_, before: string, names: string, behind: string) =>
    names
      .split(/,\s*/u)
      .map((name) => `${before}${name}${behind}`)
      .join(' '),
  );
}

/** Returns the word as a path pattern, in a list; an empty list if the word is no pattern or says too little. */
function asPattern(word: string): readonly PathPattern[] {
  const written = word.replace(/[.-]{1,3}$/u, '');
  const [before = '', ...behind] = written.split(/\*+/u);
  if (behind.length === 0 || behind.length > MOST_STARS) return [];
  const isTelling = /\w{3}|\//u.test(before) && /\w$/u.test(written);
  return isTelling || TELLING_END.test(written) ? [asPathPattern(written)] : [];
}

/** Returns whether a lower-case text contains a word, as a whole word. False for the empty word. */
export function standsAsWord(
  text: string,
  wanted: string,
  isPart: (text: string, at: number, way: number) => boolean = isWordAt,
): boolean {
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isPart(text, at - 1, -1) && !isPart(text, at + wanted.length, 1)) return true;
  return false;
}

/**
 * Returns whether the character at this position is part of a name: a letter, a digit, `_` or `-`. A dot is part of a
 * name if the next character in the direction `way` (1 or -1) is a letter, a digit or `_`.
 */
function isNameAt(text: string, at: number, way: number): boolean {
  return (
    isWordAt(text, at) || text.charAt(at) === '-' || (text.charAt(at) === '.' && isWordAt(text, at + way))
  );
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}
