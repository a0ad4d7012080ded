import { stemsOf } from '../recall/stems.ts';
import { asPathPattern, endsIn, type PathPattern } from './pathPattern.ts';

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
  readonly #patterns: readonly PathPattern[];
  /** Pairs of neighbouring sentences or lines, as a fact is often spread over two. */
  readonly #passages: readonly string[];
  readonly #places = new Map<string, Set<number>>();

  constructor(texts: readonly string[]) {
    this.#text = spelledOut(texts.join('\n')).toLowerCase();
    this.#patterns = (this.#text.match(PATH) ?? []).flatMap(asPattern);
    const units = texts.flatMap((text) => text.split(UNIT_END)).filter((unit) => unit.trim() !== '');
    this.#passages = units.map((unit, at) => `${unit}\n${units[at + 1] ?? ''}`);
    for (const [at, unit] of units.entries())
      for (const stem of tellingStems(unit)) {
        const places = this.#places.get(stem) ?? new Set();
        this.#places.set(stem, places.add(at).add(at - 1));
      }
  }

  /** Returns whether a file's name stands here, in any case, and not as a part of another's. */
  names(name: string): boolean {
    return standsAsWord(this.#text, name.toLowerCase(), isNameAt);
  }

  matches(expression: RegExp): boolean {
    return expression.test(this.#text);
  }

  /** Returns whether a pattern stands here that a path matches, such as `tools/*.py`. */
  hasPatternFor(path: string): boolean {
    const wanted = path.toLowerCase();
    return this.#patterns.some((pattern) => endsIn(wanted, pattern).has(wanted.length));
  }

  /** Returns whether a passage for which `inPassage` returns true has a name. */
  namesWhere(name: string, inPassage: (passage: string) => boolean): boolean {
    const wanted = name.toLowerCase();
    return this.#passages.some(
      (passage) => standsAsWord(passage.toLowerCase(), wanted) && inPassage(passage),
    );
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

/** Returns the words that tell something, each by its beginning. */
export function tellingStems(text: string): ReadonlySet<string> {
  return new Set(
    stemsOf(text).map((stem) => (/^\p{L}+$/u.test(stem) ? stem.slice(0, STEM_LENGTH) : stem).toLowerCase()),
  );
}

/** Matches a word that may be a file's path or a pattern of one. */
const PATH = /(?<![\w*./-])[\w*./-]{3,200}(?![\w*./-])/gu;
/** Matches an ending that says more than what kind of file it is: `*_test.py`. */
const TELLING_END = /^\*[\w-]{4,}\.\w+$/u;
/** With more, a pattern is no help to a reader. */
const MOST_STARS = 3;
/** Matches `tools/{logs,tags}.py`. */
const IN_BRACES =
  /(?<![\w./-])([\w./-]{0,200})\{([\w./-]{1,60}(?:,\s{0,3}[\w./-]{1,60}){1,40})\}([\w./-]{0,60})/gu;

/** Returns the text with names that braces shorten written out. */
function spelledOut(text: string): string {
  return text.replace(IN_BRACES, (_, before: string, names: string, behind: string) =>
    names
      .split(/,\s*/u)
      .map((name) => `${before}${name}${behind}`)
      .join(' '),
  );
}

/** Returns the pattern that a word is, where it says more than an ending. */
function asPattern(word: string): readonly PathPattern[] {
  const written = word.replace(/[.-]{1,3}$/u, '');
  const [before = '', ...behind] = written.split(/\*+/u);
  if (behind.length === 0 || behind.length > MOST_STARS) return [];
  const isTelling = /\w{3}|\//u.test(before) && /\w$/u.test(written);
  return isTelling || TELLING_END.test(written) ? [asPathPattern(written)] : [];
}

/** Returns whether a text, in lower case, has something as a whole word; nothing is no word. */
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

/** Returns whether a name goes on here: `-`, or a dot with a letter behind it, is a part of it. */
function isNameAt(text: string, at: number, way: number): boolean {
  return (
    isWordAt(text, at) || text.charAt(at) === '-' || (text.charAt(at) === '.' && isWordAt(text, at + way))
  );
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}
