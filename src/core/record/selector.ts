import { mapInSteps, type Steps } from '../steps.ts';
import { MARK_TOKENS, NOTHING, sum, type CountedPiece, type Passage, type Selection } from './passage.ts';

/** A term's value is multiplied by this factor each time a chosen piece contains the term. */
const REPEATED = 0.5;
/**
 * A piece's value is divided by the piece's cost in tokens raised to this exponent. With an exponent of 1, fragments
 * would win over sentences.
 */
const LENGTH_POWER = 0.7;
/**
 * A piece's value is also divided by (1 + n) raised to this exponent. n is the number of pieces chosen so far from the
 * same passage.
 */
const SHARE_POWER = 0.5;
/** The maximum share of the room for the pieces that are chosen before all others (`firstOf`). */
const FIRST_PIECES_SHARE = 0.5;
/** The factor by which the threshold, the lowest accepted value, falls from round to round. */
const ROUND = 0.9;
/** After this many rounds, the threshold is a thousandth of the best value. The remaining pieces are taken in order. */
const MOST_ROUNDS = 66;

export interface Candidate {
  /** The index of the passage that contains the piece. */
  readonly passage: number;
  readonly piece: CountedPiece;
  /** The heading or words that introduce the piece. */
  readonly lead: CountedPiece | undefined;
  /** The numbers of the piece's terms, without duplicates. A term is a word or a name. */
  readonly terms: readonly number[];
  /** The part of the piece's value that does not depend on the pieces chosen so far. */
  readonly weight: number;
}

/** The pieces to choose from, with everything about them that does not depend on the room. */
export interface Candidates {
  readonly passages: readonly Passage[];
  readonly candidates: readonly Candidate[];
  /** The rarity of each term by its number: log((number of passages + 1) / number of passages with the term). */
  readonly rarity: readonly number[];
  /** The terms of passages that are shown in any case. A term is repeated for each passage that contains the term. */
  readonly shownTerms: readonly number[];
}

/**
 * The candidates that wait for each round. A candidate waits for the first round whose threshold is not higher than the
 * candidate's value.
 */
class Rounds {
  private readonly thresholds: readonly number[];
  private readonly waiting: readonly number[][];

  constructor(threshold: number) {
    const thresholds = [threshold];
    while (thresholds.length < MOST_ROUNDS) thresholds.push((thresholds.at(-1) ?? 0) * ROUND);
    this.thresholds = thresholds;
    this.waiting = Array.from({ length: MOST_ROUNDS + 1 }, () => []);
  }

  /**
   * Adds the candidate with this index to the round that belongs to its value. If that round is not after `round`, adds
   * nothing and returns false.
   */
  add(index: number, value: number, round = -1): boolean {
    let [low, high] = [0, MOST_ROUNDS];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value >= (this.thresholds[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    if (low > round) this.waiting[low]?.push(index);
    return low > round;
  }

  /** Returns the indexes of the candidates that wait for a round, in order. */
  waitingFor(round: number): readonly number[] {
    return this.waiting[round]?.sort((a, b) => a - b) ?? [];
  }
}

/** Chooses pieces greedily: takes the pieces whose value reaches a threshold, and lowers the threshold each round. */
export class Selector {
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

  /** Chooses the pieces. Begins with the first piece of each passage in `firstOf`, in the order of `firstOf`. */
  *selections(firstOf: readonly Passage[]): Steps<readonly Selection[]> {
    const { candidates, passages } = this.from;
    this.takeFirstPieces(firstOf);
    yield;
    const values = yield* mapInSteps(candidates, (candidate) => this.valueOf(candidate));
    const rounds = new Rounds(values.reduce((most, value) => Math.max(most, value), 0));
    values.forEach((value, index) => rounds.add(index, value));
    yield;
    // A piece's value mostly falls as more pieces are chosen. So the value is computed again only when the threshold
    // has fallen to the last computed value.
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const index of rounds.waitingFor(round)) {
        const candidate = candidates[index];
        if (candidate === undefined || this.costOf(candidate) > this.left) continue;
        if (!rounds.add(index, this.valueOf(candidate), round)) this.take(candidate);
      }
      yield;
    }
    for (const index of rounds.waitingFor(MOST_ROUNDS)) {
      const candidate = candidates[index];
      if (candidate !== undefined) this.take(candidate);
    }
    return passages.map((_, index) => this.selectionFrom(index));
  }

  private takeFirstPieces(wanted: readonly Passage[]): void {
    const least = this.left * (1 - FIRST_PIECES_SHARE);
    const firsts = new Map(
      this.from.candidates
        .toReversed()
        .map((candidate) => [this.from.passages[candidate.passage], candidate]),
    );
    for (const passage of wanted) {
      const first = firsts.get(passage);
      if (first !== undefined && this.left - this.costOf(first) >= least) this.take(first);
    }
  }

  private selectionFrom(index: number): Selection {
    const own = [...(this.chosen[index] ?? [])];
    return own.length === 0 ? NOTHING : { chosen: own, tokens: MARK_TOKENS + sum(own) };
  }

  /** Returns the piece that names the candidate's file or run, if it must be taken with the candidate. */
  private headFor({ passage, piece }: Candidate): CountedPiece | undefined {
    const from = this.from.passages[passage];
    if (from === undefined || from.by !== undefined || this.chosen[passage]?.size !== 0) return undefined;
    return from.pieces[0] === piece ? undefined : from.pieces[0];
  }

  /** Returns the candidate's lead, if it must be taken with the candidate. */
  private leadFor({ passage, piece, lead }: Candidate): CountedPiece | undefined {
    return lead === undefined || lead === piece || this.chosen[passage]?.has(lead) === true
      ? undefined
      : lead;
  }

  private costOf(candidate: Candidate): number {
    const isFirst = this.chosen[candidate.passage]?.size === 0;
    const [head, lead] = [this.headFor(candidate), this.leadFor(candidate)];
    return (isFirst ? MARK_TOKENS : 0) + candidate.piece.tokens + (head?.tokens ?? 0) + (lead?.tokens ?? 0);
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
    const [head, lead] = [this.headFor(candidate), this.leadFor(candidate)];
    for (const piece of [head, lead, candidate.piece]) if (piece !== undefined) own.add(piece);
    this.left -= cost;
    this.halve(candidate.terms);
  }

  private halve(terms: readonly number[]): void {
    for (const term of terms) this.termValues[term] = (this.termValues[term] ?? 0) * REPEATED;
  }
}
