import { remembered } from '../remembered.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { MARK_TOKENS, NOTHING, sum, type CountedPiece, type Passage, type Share } from './passage.ts';

/** The factor by which a term's value falls each time it is noted. */
const TOLD_AGAIN = 0.5;
/**
 * The exponent of a piece's length. If the value were divided by the tokens alone, fragments would win over sentences.
 */
const LENGTH_POWER = 0.7;
/** A piece's value falls with this power of its position, since a text's beginning says what it is about. */
const PLACE_POWER = 0.5;
/** The value also falls with this power of the share of the text that is already noted. */
const SHARE_POWER = 0.5;
/** Shorter texts, and those that only announce what comes next, say little by themselves. */
const LEAST_TELLING = 40;
const LEADING = 0.3;
const CODE = 0.25;
/**
 * Matches a sentence that names something: a figure, a file, a word of code or a quotation. Between calls, a sentence
 * without a name mostly announces the next step. It decides between equals.
 */
const NAMES_SOMETHING = /\d|[`"“„«'’]\S|[\p{L}\d][_/.:=][\p{L}\d]|\p{Ll}\p{Lu}|\p{Lu}{2}|\p{L}\s+\p{Lu}/u;
const BARE = 0.75;
/** The factor by which an option that the person chose is preferred. */
const CHOSEN = 3;
/** The share of the room for the first piece of each passage, before any passage gets more. */
const NAMED_SHARE = 0.5;
/** The factor by which the lowest accepted value falls from round to round. */
const ROUND = 0.9;
/** The rounds until values of a thousandth of the best are accepted; after that, pieces are taken in order. */
const MOST_ROUNDS = 66;

interface Candidate {
  readonly passage: number;
  readonly piece: CountedPiece;
  /** The piece that leads to it. */
  readonly lead: CountedPiece | undefined;
  /** The numbers of its terms, without duplicates. */
  readonly terms: readonly number[];
  readonly prior: number;
}

/** The part of an offer that does not depend on the budget. */
interface Offer {
  readonly passages: readonly Passage[];
  readonly candidates: readonly Candidate[];
  /**
   * The rarity of each term by its number: the logarithm of the number of texts divided by the number of texts with the
   * term.
   */
  readonly rarity: readonly number[];
  /** The terms of texts that are shown in any case. */
  readonly told: readonly number[];
}

/** Chooses the pieces of the passages for a room, in their order. */
export type Fill = (room: number) => Steps<readonly Share[]>;

/**
 * Chooses the pieces that say the most in the given room. A term is worth more the fewer passages contain it, and less
 * each time it is repeated; the more of a message is noted, the less its further pieces are worth. Budgeted maximum
 * coverage (Lin and Bilmes, “A class of submodular functions for document summarization”, 2011), greedy with falling
 * thresholds. `beside` is shown in any case; with `isNamedFirst`, the first pieces of the first passages come before
 * all others.
 */
export function mostTelling(
  passages: readonly Passage[],
  beside: readonly Passage[] = [],
  isNamedFirst = false,
): Fill {
  let offer: Offer | undefined;
  return function* (room) {
    if (room <= 0) return passages.map(() => NOTHING);
    if (sum(passages) <= room) return passages.map(({ pieces, tokens }) => ({ told: pieces, tokens }));
    offer ??= yield* offerOf(passages, beside);
    return yield* new Choice(offer, room).shares(isNamedFirst);
  };
}

function* offerOf(passages: readonly Passage[], beside: readonly Passage[]): Steps<Offer> {
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  const termsIn = (piece: CountedPiece): readonly number[] => termsOfPiece(piece).map(numberOf);
  const offered = (passage: Passage, index: number): readonly Candidate[] =>
    candidatesOf(passage).map((each) => ({ ...each, passage: index, terms: termsIn(each.piece) }));
  const candidates = (yield* mapInSteps(passages, offered, lengthOf)).flat();
  const termsOfAll = ({ pieces }: Passage): readonly number[] => [...new Set(pieces.flatMap(termsIn))];
  const told = yield* mapInSteps(beside, termsOfAll, lengthOf);
  const times = new Array<number>(numbers.size).fill(0);
  const add = (term: number): void => void (times[term] = (times[term] ?? 0) + 1);
  /** The passage that a term was counted for last: passages come one after another. */
  const counted = new Array<number>(numbers.size).fill(-1);
  yield;
  yield* mapInSteps(candidates, ({ passage, terms }) => {
    for (const term of terms) {
      if (counted[term] !== passage) add(term);
      counted[term] = passage;
    }
  });
  for (const terms of told) terms.forEach(add);
  yield;
  const texts = passages.length + beside.length;
  return {
    passages,
    candidates,
    rarity: times.map((each) => Math.log((texts + 1) / each)),
    told: told.flat(),
  };
}

function lengthOf({ pieces }: Passage): number {
  return pieces.reduce((length, { text }) => length + text.length, 0);
}

/** Returns the piece's terms without duplicates. Cached, since pieces of a message are the same from notes to notes. */
const termsOfPiece = remembered((piece: CountedPiece) => [...new Set(termsOf(piece.text))]);

/**
 * Returns the pieces of a passage that may be chosen. A lead is taken only together with the piece that it introduces.
 */
function candidatesOf({
  by,
  pieces,
  weight,
  endsAsTelling,
  isBetween,
}: Passage): readonly Omit<Candidate, 'passage' | 'terms'>[] {
  const telling = pieces.filter(({ isLead }) => isLead !== true);
  const own = telling.length === 0 ? pieces : telling;
  const leads = new Map(pieces.map((piece) => [piece.place, piece]));
  const last = own.length - 1;
  let place = 0;
  return own.map((piece, index) => {
    const isShort = by !== undefined && by !== 'person' && piece.text.length < LEAST_TELLING;
    const isBare = isBetween === true && !NAMES_SOMETHING.test(piece.text);
    const kind =
      piece.isCode && by !== undefined
        ? CODE
        : isShort || piece.isLead === true
          ? LEADING
          : isBare
            ? BARE
            : 1;
    const nth = endsAsTelling === true ? Math.min(place, last - index) : place;
    const prior = piece.isChosen === true ? weight * CHOSEN : (weight * kind) / (1 + nth) ** PLACE_POWER;
    if (!isShort) place += 1;
    return { piece, lead: piece.lead === undefined ? undefined : leads.get(piece.lead), prior };
  });
}

class Choice {
  private readonly chosen: readonly Set<CountedPiece>[];
  /** The remaining value of each term. */
  private readonly worthOfTerm: number[];
  private left: number;

  constructor(
    private readonly offer: Offer,
    room: number,
  ) {
    this.chosen = offer.passages.map(() => new Set());
    this.left = room;
    this.worthOfTerm = [...offer.rarity];
    this.tell(offer.told);
  }

  *shares(isNamedFirst: boolean): Steps<readonly Share[]> {
    const { candidates, passages } = this.offer;
    if (isNamedFirst) this.nameFirst();
    yield;
    // Values only fall as more is noted, so a piece below the threshold need not be checked again before its round.
    let open = yield* mapInSteps(candidates, (candidate) => ({ candidate, worth: this.worthOf(candidate) }));
    let least = open.reduce((most, { worth }) => Math.max(most, worth), 0);
    for (let round = 0; round < MOST_ROUNDS && open.length > 0; round += 1) {
      open = open.filter((each) => {
        if (each.worth < least) return true;
        if (this.costOf(each.candidate) > this.left) return false;
        each.worth = this.worthOf(each.candidate);
        if (each.worth >= least) this.take(each.candidate);
        return each.worth < least;
      });
      least *= ROUND;
      yield;
    }
    for (const { candidate } of open) this.take(candidate);
    return passages.map((_, index) => this.shareOf(index));
  }

  private nameFirst(): void {
    const least = this.left * (1 - NAMED_SHARE);
    const named = new Set<number>();
    for (const candidate of this.offer.candidates) {
      if (named.has(candidate.passage)) continue;
      named.add(candidate.passage);
      if (this.left - this.costOf(candidate) >= least) this.take(candidate);
    }
  }

  private shareOf(index: number): Share {
    const own = [...(this.chosen[index] ?? [])];
    return own.length === 0 ? NOTHING : { told: own, tokens: MARK_TOKENS + sum(own) };
  }

  /** Returns the pieces that must be included: the name of a file or a run, and the lead of the piece. */
  private headsOf({ passage, piece, lead }: Candidate): readonly CountedPiece[] {
    const { by, pieces = [] } = this.offer.passages[passage] ?? {};
    const own = this.chosen[passage];
    const head = by === undefined && own?.size === 0 ? pieces[0] : undefined;
    return [head, lead].filter(
      (each) => each !== undefined && each !== piece && own?.has(each) !== true,
    ) as CountedPiece[];
  }

  private costOf(candidate: Candidate): number {
    const isFirst = this.chosen[candidate.passage]?.size === 0;
    return (isFirst ? MARK_TOKENS : 0) + candidate.piece.tokens + sum(this.headsOf(candidate));
  }

  private worthOf(candidate: Candidate): number {
    let news = 0;
    for (const term of candidate.terms) news += this.worthOfTerm[term] ?? 0;
    const told = this.chosen[candidate.passage]?.size ?? 0;
    return (candidate.prior * news) / this.costOf(candidate) ** LENGTH_POWER / (1 + told) ** SHARE_POWER;
  }

  private take(candidate: Candidate): void {
    const own = this.chosen[candidate.passage];
    const cost = this.costOf(candidate);
    if (own === undefined || own.has(candidate.piece) || cost > this.left) return;
    for (const head of this.headsOf(candidate)) own.add(head);
    own.add(candidate.piece);
    this.left -= cost;
    this.tell(candidate.terms);
  }

  private tell(terms: readonly number[]): void {
    for (const term of terms) this.worthOfTerm[term] = (this.worthOfTerm[term] ?? 0) * TOLD_AGAIN;
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
