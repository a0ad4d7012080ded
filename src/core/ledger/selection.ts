import type { CountTokens } from '../ports.ts';
import type { Candidate, CandidateSection, NamePool } from './candidates.ts';
import { GainHeap } from './gainHeap.ts';
import { roughTokens } from './roughTokens.ts';
import { namesWithin } from './names.ts';
import { RankedPool, type NextNames } from './rankedPool.ts';

/** What is worth telling, and what need not be told. */
export interface SelectionGoal {
  readonly worth: ReadonlyMap<string, number>;
  /** Names that already stand in the context. */
  readonly shown: ReadonlySet<string>;
  readonly count: CountTokens;
  /** Of everything that will be told; a bounded share of it may be long lists of names. */
  readonly budgetTokens: number;
}

/** One thing to tell next: a line, or a few names of a pool behind its line. */
interface Option {
  readonly line: Candidate;
  readonly section: number;
  readonly pool?: NamePool;
  readonly ranked?: RankedPool;
}

interface Offer {
  readonly option: Option;
  readonly gain: number;
  /** What it would have cost when there was no room for it. */
  readonly cost?: number;
}

interface Choice {
  readonly lines: readonly Candidate[];
  readonly pool?: NamePool;
  readonly names: readonly string[];
  readonly cost: number;
  /** Tokens that it puts in lists. */
  readonly listed: number;
}

/** A name told once more is worth this share: beside other names it tells a relation. */
const TOLD_AGAIN = 0.04;
const LEAST_GAIN = 0.0002;
/** A line's bullet and break; the verb before a pool's names. */
const LINE_TOKENS = 2;
const VERB_TOKENS = 2;
const LEAST_ROOM = 4;
/** When so many of the best that are left don't fit, hardly anything will. */
const MOST_MISFITS = 100;
/** More names than this behind one verb are a list, which is good to search in and hard to read. */
const READABLE_NAMES = 3;
/** The share of the budget that such lists may take. */
export const LIST_SHARE = 0.28;

/**
 * Chooses lines, and names to tell behind them, by what they tell for their length: what adds most worth a token comes
 * first. A lazy greedy choice: gains are looked at again only when their turn comes.
 */
export class Selection {
  readonly sections: CandidateSection[] = [];
  /** All names that stand in the context now. */
  readonly told: Set<string>;
  /** The chosen lines, and which section each is of. */
  readonly lines = new Map<Candidate, number>();
  /** The names told behind their line, by pool. */
  readonly poolNames = new Map<NamePool, Set<string>>();
  private readonly goal: SelectionGoal;
  private readonly lineTokens = new Map<Candidate, number>();
  private readonly heap = new GainHeap<Offer>();
  /** Options that gain once the line they stand under is there. */
  private readonly underMissing = new Map<Candidate, Option[]>();
  private deferred: Offer[] = [];
  private readonly choices: Choice[] = [];
  private listRoom: number;

  constructor(sections: readonly CandidateSection[], goal: SelectionGoal) {
    this.goal = goal;
    this.told = new Set(goal.shown);
    this.listRoom = goal.budgetTokens * LIST_SHARE;
    for (const section of sections) this.add(section);
  }

  /** One more section to choose from, behind the others. */
  add(section: CandidateSection): void {
    const index = this.sections.push(section) - 1;
    for (const line of section.lines) this.offerAll(line, index);
  }

  /** Chooses for about `tokens` more, within each section's share of them or not; gives how many were used. */
  fill(tokens: number, heedsShares: boolean): number {
    const rooms = this.sections.map(({ share }) => (heedsShares ? share * tokens : tokens));
    for (const offer of this.deferred.splice(0)) this.heap.push(offer);
    let left = tokens;
    let misfits = 0;
    while (left >= LEAST_ROOM && misfits < MOST_MISFITS) {
      const offer = this.heap.pop();
      if (offer === undefined) break;
      const { section } = offer.option;
      const room = Math.min(rooms[section] ?? 0, left);
      const isFull = room < Math.max(LEAST_ROOM, offer.cost ?? 0);
      const choice = isFull ? undefined : this.confirmed(offer);
      if (choice !== undefined && choice.cost <= room) {
        rooms[section] = (rooms[section] ?? 0) - choice.cost;
        left -= choice.cost;
        misfits = 0;
        this.take(choice, offer.option);
      } else if (isFull) this.deferred.push(offer);
      else if (choice !== undefined) {
        this.deferred.push({ ...offer, cost: choice.cost });
        misfits++;
      }
    }
    return tokens - left;
  }

  /** Takes back what was chosen last, for at least `tokens`; whether there was something. */
  drop(tokens: number): boolean {
    let dropped = 0;
    let choice: Choice | undefined;
    while (dropped < tokens && (choice = this.choices.pop()) !== undefined) {
      dropped += choice.cost;
      this.undo(choice);
    }
    return dropped > 0;
  }

  /** Takes back names told in lists, newest first, for at least `tokens` of them. */
  dropListed(tokens: number): void {
    let dropped = 0;
    for (let at = this.choices.length - 1; at >= 0 && dropped < tokens; at--) {
      const choice = this.choices[at];
      if (choice === undefined || choice.listed === 0) continue;
      dropped += choice.listed;
      this.undo(choice);
      this.choices.splice(at, 1);
    }
  }

  /** Tokens told in lists. */
  get tokensInLists(): number {
    return this.goal.budgetTokens * LIST_SHARE - this.listRoom;
  }

  private undo(choice: Choice): void {
    this.listRoom += choice.listed;
    for (const line of choice.lines) this.lines.delete(line);
    if (choice.pool !== undefined)
      for (const name of choice.names) this.poolNames.get(choice.pool)?.delete(name);
  }

  /** Offers the line and its pools by their gain as if what they stand under were there. */
  private offerAll(line: Candidate, section: number): void {
    this.offer({ line, section }, this.valueOf(line), this.tokensOf(line));
    for (const pool of line.pools) {
      const ranked = new RankedPool(pool, this.goal.worth);
      const { worth, tokens } = ranked.estimate();
      this.offer({ line, section, pool, ranked }, worth, tokens + VERB_TOKENS);
    }
  }

  private offer(option: Option, value: number, tokens: number): void {
    const gain = value / tokens;
    if (gain > LEAST_GAIN) this.heap.push({ option, gain });
  }

  /** The choice an offer stands for, if it still gains what was offered; else it is offered again for what it does. */
  private confirmed({ option, gain: offered }: Offer): Choice | undefined {
    const { line, pool, ranked } = option;
    if (pool === undefined && this.lines.has(line)) return undefined;
    const lines = this.missingLines(line);
    const next = ranked?.next(this.told, this.namesAtOnce(pool));
    if (next?.names.length === 0) return undefined;
    const listed = this.listedTokens(pool, next) + this.listedLines(lines);
    if (listed > this.listRoom) return undefined;
    const value = lines.reduce((sum, one) => sum + this.valueOf(one), next?.worth ?? 0);
    const own = next === undefined ? 0 : next.tokens + VERB_TOKENS;
    const tokens = lines.reduce((sum, one) => sum + this.tokensOf(one), own);
    if (value / tokens < offered * 0.999) {
      this.offer(option, value, tokens);
      for (const one of lines) if (one !== line || pool !== undefined) this.awaitLine(one, option);
      return undefined;
    }
    return { lines, names: next?.names ?? [], cost: tokens, listed, ...(pool === undefined ? {} : { pool }) };
  }

  private namesAtOnce(pool: NamePool | undefined): number {
    const told = pool === undefined ? 0 : (this.poolNames.get(pool)?.size ?? 0);
    return told < READABLE_NAMES ? READABLE_NAMES - told : READABLE_NAMES;
  }

  /** Tokens that become a list when these names are told, too: all of the pool's once it is longer than is readable. */
  private listedTokens(pool: NamePool | undefined, next: NextNames | undefined): number {
    const told = pool === undefined ? undefined : this.poolNames.get(pool);
    if (told === undefined || next === undefined || told.size < READABLE_NAMES) return 0;
    const before =
      told.size > READABLE_NAMES ? 0 : [...told].reduce((sum, name) => sum + roughTokens(name), 0);
    return before + next.tokens;
  }

  private listedLines(lines: readonly Candidate[]): number {
    return lines.reduce((sum, line) => (line.isList === true ? sum + this.tokensOf(line) : sum), 0);
  }

  private valueOf(line: Candidate): number {
    const { worth } = this.goal;
    return line.names.reduce(
      (sum, name) => sum + (worth.get(name) ?? 0) * (this.told.has(name) ? TOLD_AGAIN : 1),
      line.bonus,
    );
  }

  private tokensOf(line: Candidate): number {
    let tokens = this.lineTokens.get(line);
    if (tokens === undefined) {
      tokens = roughTokens(line.text) + LINE_TOKENS;
      this.lineTokens.set(line, tokens);
    }
    return tokens;
  }

  private awaitLine(line: Candidate, option: Option): void {
    const waiting = this.underMissing.get(line);
    if (waiting === undefined) this.underMissing.set(line, [option]);
    else waiting.push(option);
  }

  private take(choice: Choice, option: Option): void {
    this.choices.push(choice);
    this.listRoom -= choice.listed;
    for (const line of choice.lines) {
      this.lines.set(line, option.section);
      for (const name of line.names) this.tell(name);
    }
    if (choice.pool !== undefined) {
      const told = this.poolNames.get(choice.pool) ?? new Set<string>();
      for (const name of choice.names) {
        told.add(name);
        this.tell(name);
      }
      this.poolNames.set(choice.pool, told);
      this.offerAgain(option);
    }
    for (const line of choice.lines) {
      for (const waiting of this.underMissing.get(line) ?? []) this.offerAgain(waiting);
      this.underMissing.delete(line);
    }
  }

  private tell(name: string): void {
    this.told.add(name);
    for (const within of namesWithin(name)) this.told.add(within);
  }

  private offerAgain(option: Option): void {
    const next = option.ranked?.next(this.told, this.namesAtOnce(option.pool));
    if (next === undefined) this.offer(option, this.valueOf(option.line), this.tokensOf(option.line));
    else if (next.names.length > 0) this.offer(option, next.worth, next.tokens + VERB_TOKENS);
  }

  /** The line with those it stands under, as far as they are not there. */
  private missingLines(line: Candidate): readonly Candidate[] {
    const missing: Candidate[] = [];
    for (
      let above: Candidate | undefined = line;
      above !== undefined && !this.lines.has(above);
      above = above.parent
    ) {
      missing.push(above);
    }
    return missing;
  }
}
