import { memoized } from '../memoized.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { MARK_TOKENS, NOTHING, sum, type CountedPiece, type Passage, type Selection } from './passage.ts';

/** The factor by which a term's value falls each time a chosen piece contains it. */
const REPEATED = 0.5;
/**
 * A piece's value is divided by this power of its tokens. With an exponent of 1, fragments would win over sentences.
 */
const LENGTH_POWER = 0.7;
/** A piece's value is divided by this power of its position, since a text's beginning says what the text is about. */
const PLACE_POWER = 0.5;
/** A piece's value is also divided by this power of the number of pieces chosen from the same passage, plus 1. */
const SHARE_POWER = 0.5;
/** Pieces that announce what comes next, and shorter ones that the person did not say, get the factor `LEADING`. */
const LEAST_TELLING = 40;
const LEADING = 0.3;
const CODE = 0.25;
/**
 * Matches a sentence that names something: a figure, a file, a word of code or a quotation. Between calls, a sentence
 * without a name mostly announces the next step, so it gets the factor `NAMELESS`.
 */
const NAMES_SOMETHING = /\d|[`"“„«'’]\S|[\p{L}\d][_/.:=][\p{L}\d]|\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\s+\p{Lu}/u;
const NAMELESS = 0.75;
/** The factor for an option that the person chose. */
const CHOSEN = 3;
/** The share of the room for the first piece of each passage, before any passage gets more. */
const FIRST_PIECES_SHARE = 0.5;
/** The factor by which the threshold, the lowest accepted value, falls from round to round. */
const ROUND = 0.9;
/** After this many rounds, the threshold is a thousandth of the best value. The remaining pieces are taken in order. */
const MOST_ROUNDS = 66;

interface Candidate {
  /** The index of its passage. */
  readonly passage: number;
  readonly piece: CountedPiece;
  /** The heading or words that introduce the piece. */
  readonly lead: CountedPiece | undefined;
  /** The numbers of its terms, without duplicates. */
  readonly terms: readonly number[];
  /** The part of its value that does not depend on the pieces chosen so far. */
  readonly weight: number;
}

/** The pieces to choose from, with all that does not depend on the room. */
interface Candidates {
  readonly passages: readonly Passage[];
  readonly candidates: readonly Candidate[];
  /**
   * The rarity of each term by its number: the logarithm of the number of passages, plus 1, divided by the number of
   * passages with the term.
   */
  readonly rarity: readonly number[];
  /** The terms of texts that are in the context or the notes in any case. */
  readonly shownTerms: readonly number[];
}

/** Chooses pieces of some passages that fit the room (in tokens). Returns a selection for each passage. */
export type Fill = (room: number) => Steps<readonly Selection[]>;

/**
 * Returns a function that chooses the pieces that say the most in a given room. A term is worth more the fewer passages
 * contain it, and less each time it is repeated. Each piece chosen from a passage lowers the value of its other pieces.
 * This is budgeted maximum coverage (Lin and Bilmes, “A class of submodular functions for document summarization”,
 * 2011), solved greedily with falling thresholds. `beside` are passages that are shown in any case. With
 * `takesFirstPieces`, the first piece of each passage is taken before all others, as long as there is room.
 */
export function mostTelling(
  passages: readonly Passage[],
  beside: readonly Passage[] = [],
  takesFirstPieces = false,
): Fill {
  let known: Candidates | undefined;
  return function* (room) {
    if (room <= 0) return passages.map(() => NOTHING);
    if (sum(passages) <= room) return passages.map(({ pieces, tokens }) => ({ chosen: pieces, tokens }));
    known ??= yield* findCandidates(passages, beside);
    return yield* new Selector(known, room).selections(takesFirstPieces);
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
  /** The last passage in which each term was counted. The candidates of a passage are neighbours, so this suffices. */
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

/**
 * Returns the pieces of a passage that may be chosen. A lead is taken only together with the piece that it introduces,
 * unless the passage has only leads.
 */
function candidatesOf({
  by,
  pieces,
  weight,
  endsAsTelling,
  isBetween,
}: Passage): readonly Omit<Candidate, 'passage' | 'terms'>[] {
  const telling = pieces.filter(({ isLead }) => isLead !== true);
  const choosable = telling.length === 0 ? pieces : telling;
  const byPlace = new Map(pieces.map((piece) => [piece.place, piece]));
  const last = choosable.length - 1;
  let place = 0;
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
    const distance = endsAsTelling === true ? Math.min(place, last - index) : place;
    const value =
      piece.isChosen === true ? weight * CHOSEN : (weight * factor) / (1 + distance) ** PLACE_POWER;
    if (!isShort) place += 1;
    return { piece, lead: piece.lead === undefined ? undefined : byPlace.get(piece.lead), weight: value };
  });
}

class Selector {
  /** The pieces chosen so far from each passage. */
  private readonly chosen: readonly Set<CountedPiece>[];
  /** The remaining value of each term. */
  private readonly termValues: number[];
  private left: number;

  constructor(
    private readonly from: Candidates,
    room: number,
  ) {
    this.chosen = from.passages.map(() => new Set());
    this.left = room;
    this.termValues = [...from.rarity];
    this.halve(from.shownTerms);
  }

  *selections(takesFirstPieces: boolean): Steps<readonly Selection[]> {
    const { candidates, passages } = this.from;
    if (takesFirstPieces) this.takeFirstPieces();
    yield;
    // Values mostly fall as more is chosen, so an old value below the threshold is not computed again.
    let open = yield* mapInSteps(candidates, (candidate) => ({ candidate, value: this.valueOf(candidate) }));
    let threshold = open.reduce((most, { value }) => Math.max(most, value), 0);
    for (let round = 0; round < MOST_ROUNDS && open.length > 0; round += 1) {
      open = open.filter((each) => {
        if (each.value < threshold) return true;
        if (this.costOf(each.candidate) > this.left) return false;
        each.value = this.valueOf(each.candidate);
        if (each.value >= threshold) this.take(each.candidate);
        return each.value < threshold;
      });
      threshold *= ROUND;
      yield;
    }
    for (const { candidate } of open) this.take(candidate);
    return passages.map((_, index) => this.selectionFrom(index));
  }

  private takeFirstPieces(): void {
    const least = this.left * (1 - FIRST_PIECES_SHARE);
    const seen = new Set<number>();
    for (const candidate of this.from.candidates) {
      if (seen.has(candidate.passage)) continue;
      seen.add(candidate.passage);
      if (this.left - this.costOf(candidate) >= least) this.take(candidate);
    }
  }

  private selectionFrom(index: number): Selection {
    const own = [...(this.chosen[index] ?? [])];
    return own.length === 0 ? NOTHING : { chosen: own, tokens: MARK_TOKENS + sum(own) };
  }

  /** Returns the pieces that must be taken with a candidate: the name of its file or run, and its lead. */
  private requiredBy({ passage, piece, lead }: Candidate): readonly CountedPiece[] {
    const { by, pieces = [] } = this.from.passages[passage] ?? {};
    const own = this.chosen[passage];
    const head = by === undefined && own?.size === 0 ? pieces[0] : undefined;
    return [head, lead].filter(
      (each) => each !== undefined && each !== piece && own?.has(each) !== true,
    ) as CountedPiece[];
  }

  private costOf(candidate: Candidate): number {
    const isFirst = this.chosen[candidate.passage]?.size === 0;
    return (isFirst ? MARK_TOKENS : 0) + candidate.piece.tokens + sum(this.requiredBy(candidate));
  }

  private valueOf(candidate: Candidate): number {
    let value = 0;
    for (const term of candidate.terms) value += this.termValues[term] ?? 0;
    const chosen = this.chosen[candidate.passage]?.size ?? 0;
    return (candidate.weight * value) / this.costOf(candidate) ** LENGTH_POWER / (1 + chosen) ** SHARE_POWER;
  }

  private take(candidate: Candidate): void {
    const own = this.chosen[candidate.passage];
    const cost = this.costOf(candidate);
    if (own === undefined || own.has(candidate.piece) || cost > this.left) return;
    for (const head of this.requiredBy(candidate)) own.add(head);
    own.add(candidate.piece);
    this.left -= cost;
    this.halve(candidate.terms);
  }

  private halve(terms: readonly number[]): void {
    for (const term of terms) this.termValues[term] = (this.termValues[term] ?? 0) * REPEATED;
  }
}

/** Matches words. Scripts without spaces are split into characters, as nothing marks the ends of words. */
const TERM =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}_]){2,}/gu;
const ASCII_TERM = /[a-z0-9_]{2,}/gu;
const IS_ASCII = /^[\u0000-\u007f]*$/u;

/** Returns the words and names of a text in lower case, in order, to compare sentences by. */
export function termsOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return lower.match(IS_ASCII.test(lower) ? ASCII_TERM : TERM) ?? [];
}
