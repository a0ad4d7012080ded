import { memoized } from '../memoized.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { NOTHING, sum, type CountedPiece, type Passage, type Selection } from './passage.ts';
import { Selector, type Candidate, type Candidates } from './selector.ts';

/** A piece's value is divided by this power of its position, since a text's beginning says what the text is about. */
const PLACE_POWER = 0.5;
/**
 * Pieces that announce what comes next get the factor `LEADING`. In the words and thoughts of the
 * assistant, and in the words of an agent, pieces with fewer than `LEAST_TELLING` characters get the same factor.
 */
const LEAST_TELLING = 40;
const LEADING = 0.3;
/** A piece's value is multiplied by this factor if the piece is code in a speaker's words. */
const CODE = 0.25;
/**
 * Matches a sentence that names something: a figure, a file, a word of code or a quotation. Between calls, a sentence
 * without a name mostly announces the next step, so it gets the factor `NAMELESS`.
 */
const NAMES_SOMETHING = /\d|[`"“„«'’]\S|[\p{L}\d][_/.:=][\p{L}\d]|\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\s+\p{Lu}/u;
const NAMELESS = 0.75;
/** A piece's value is multiplied by this factor if the piece is an option that the person chose. */
const CHOSEN = 3;

/**
 * Chooses pieces from a fixed list of passages, at most `room` tokens in total. Returns a selection for each passage,
 * in the order of the list.
 */
export type Fill = (room: number) => Steps<readonly Selection[]>;

/**
 * Returns a function that chooses the most informative pieces that fit a room. A term is worth more if fewer passages
 * contain it, and less each time it is repeated. Each piece chosen from a passage lowers the value of the passage's
 * other pieces. This is budgeted maximum coverage (Lin and Bilmes, “A class of submodular functions for document
 * summarization”, 2011), solved greedily with falling thresholds. `beside` contains passages that are shown in any
 * case, so their terms are worth less. `firstOf` returns the passages whose first pieces are taken before all others,
 * in this order. These first pieces get at most half of the room.
 */
export function mostTelling(
  passages: readonly Passage[],
  beside: readonly Passage[] = [],
  firstOf: (passages: readonly Passage[]) => readonly Passage[] = () => [],
): Fill {
  let known: Candidates | undefined;
  return function* (room) {
    if (room <= 0) return passages.map(() => NOTHING);
    if (sum(passages) <= room) return passages.map(({ pieces, tokens }) => ({ chosen: pieces, tokens }));
    known ??= yield* findCandidates(passages, beside);
    return yield* new Selector(known, room).selections(firstOf(passages));
  };
}

function* findCandidates(passages: readonly Passage[], beside: readonly Passage[]): Steps<Candidates> {
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  const termsIn = (piece: CountedPiece): readonly number[] => termsOfPiece(piece).map(numberOf);
  const candidatesIn = (passage: Passage, index: number): readonly Candidate[] =>
    candidatesOf(passage).map((each) => ({ ...each, passage: index, terms: termsIn(each.piece) }));
  const candidates = (yield* mapInSteps(passages, candidatesIn, lengthOf)).flat();
  const allTerms = ({ pieces }: Passage): readonly number[] => [...new Set(pieces.flatMap(termsIn))];
  const shownTerms = yield* mapInSteps(beside, allTerms, lengthOf);
  /** The number of passages with each term. */
  const counts = new Array<number>(numbers.size).fill(0);
  const add = (term: number): void => void (counts[term] = (counts[term] ?? 0) + 1);
  /**
   * For each term, the last passage in which the term was counted. A term is counted once for each passage.
   * Comparing with the last passage is enough, since the candidates of a passage are adjacent.
   */
  const countedIn = new Array<number>(numbers.size).fill(-1);
  yield;
  yield* mapInSteps(candidates, ({ passage, terms }) => {
    for (const term of terms) {
      if (countedIn[term] !== passage) add(term);
      countedIn[term] = passage;
    }
  });
  for (const terms of shownTerms) terms.forEach(add);
  yield;
  const texts = passages.length + beside.length;
  return {
    passages,
    candidates,
    rarity: counts.map((count) => Math.log((texts + 1) / count)),
    shownTerms: shownTerms.flat(),
  };
}

function lengthOf({ pieces }: Passage): number {
  return pieces.reduce((length, { text }) => length + text.length, 0);
}

/** Returns the piece's terms without duplicates. Cached, since later notes contain the same pieces. */
const termsOfPiece = memoized((piece: CountedPiece) => [...new Set(termsOf(piece.text))]);

const TAG_ALONE = /^\s*<\/?[\w:-]+>\s*$/u;

/** Returns whether a piece has a letter or digit and is more than a tag. Returns false for a line such as `----`. */
export function saysSomething({ text }: CountedPiece): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !TAG_ALONE.test(text);
}

/**
 * Returns the pieces of a passage that may be chosen. A lead is taken only together with the piece that it introduces,
 * unless the passage has only leads.
 */
function candidatesOf({
  by,
  pieces,
  weight,
  isEndAsImportant,
  isBetween,
}: Passage): readonly Omit<Candidate, 'passage' | 'terms'>[] {
  const worded = pieces.filter(saysSomething);
  const telling = worded.filter(({ isLead }) => isLead !== true);
  const choosable = telling.length === 0 ? worded : telling;
  const byPlace = new Map(pieces.map((piece) => [piece.place, piece]));
  const last = choosable.length - 1;
  let position = 0;
  return choosable.map((piece, index) => {
    const isShort = by !== undefined && by !== 'person' && piece.text.length < LEAST_TELLING;
    const isNameless = isBetween === true && !NAMES_SOMETHING.test(piece.text);
    const factor =
      piece.isCode && by !== undefined
        ? CODE
        : isShort || piece.isLead === true
          ? LEADING
          : isNameless
            ? NAMELESS
            : 1;
    const distance = isEndAsImportant === true ? Math.min(position, last - index) : position;
    const value =
      piece.isChosen === true ? weight * CHOSEN : (weight * factor) / (1 + distance) ** PLACE_POWER;
    if (!isShort) position += 1;
    return { piece, lead: piece.lead === undefined ? undefined : byPlace.get(piece.lead), weight: value };
  });
}

/** Matches words. Scripts without spaces are split into characters, as nothing marks the ends of words. */
const TERM =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_]){2,}/gu;
const ASCII_TERM = /[a-z0-9_]{2,}/gu;
const IS_ASCII = /^[\u0000-\u007f]*$/u;

/** Returns the words and names of a text in lower case, in order. Sentences are compared by these terms. */
export function termsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return lower.match(IS_ASCII.test(lower) ? ASCII_TERM : TERM) ?? [];
}
