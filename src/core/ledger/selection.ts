import type { Candidate, CandidateSection, NamePool } from './candidates.ts';
import { Choices, type Choice } from './choices.ts';
import type { Name, NameTable } from './nameTable.ts';
import { Offers, type Offer, type Option } from './offers.ts';
import { RankedPool, type NamesWorth, type NextNames } from './rankedPool.ts';
import { roughTokens } from './roughTokens.ts';

/** What is worth telling, and what need not be told. */
export interface SelectionGoal {
  readonly names: NameTable;
  /** Names that already stand in the context. */
  readonly shown: ReadonlySet<Name>;
  /** Of everything that will be told; a bounded share of it may be long lists of names. */
  readonly budgetTokens: number;
}

/** What a section may still take, and how many of its best did not fit in a row. */
interface Room {
  tokens: number;
  misfits: number;
}

/** A name told once more is worth this share: beside other names it tells a relation. */
const TOLD_AGAIN = 0.04;
/** A line's bullet and break; the verb before a pool's names. */
const LINE_TOKENS = 2;
const VERB_TOKENS = 2;
const LEAST_ROOM = 4;
/** When so many of a section's best that are left don't fit, hardly anything of it will. */
const MOST_MISFITS = 30;
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
  readonly choices: Choices;
  private readonly goal: SelectionGoal;
  private readonly offers = new Offers();
  private readonly lineTokens = new Map<Candidate, number>();
  /** Options that gain once the line they stand under is there. */
  private readonly underMissing = new Map<Candidate, Option[]>();

  constructor(sections: readonly CandidateSection[], goal: SelectionGoal) {
    this.goal = goal;
    this.choices = new Choices(goal.names, goal.shown);
    for (const section of sections) this.add(section);
  }

  /** One more section to choose from, behind the others. */
  add(section: CandidateSection): void {
    const index = this.sections.push(section) - 1;
    for (const line of section.lines) this.offerAll(line, index);
  }

  /** Chooses for about `tokens` more, within each section's share of them or not; gives how many were used. */
  fill(tokens: number, heedsShares: boolean): number {
    const rooms = this.sections.map(({ share }): Room => ({
      tokens: heedsShares ? share * tokens : tokens,
      misfits: 0,
    }));
    const isOpen = (section: number): boolean => isOpenRoom(rooms[section]);
    this.offers.readmit();
    let left = tokens;
    while (left >= LEAST_ROOM) {
      const offer = this.offers.takeBest(isOpen);
      const room = rooms[offer?.option.section ?? -1];
      if (offer === undefined || room === undefined) break;
      left -= this.takeWithin(room, left, offer);
    }
    return tokens - left;
  }

  /** Takes what is offered if it fits, or keeps it for when there is more room; gives the tokens it took. */
  private takeWithin(room: Room, left: number, offer: Offer): number {
    const most = Math.min(room.tokens, left);
    const choice = (offer.cost ?? 0) > most ? undefined : this.confirmed(offer);
    const cost = choice?.cost ?? offer.cost ?? 0;
    if (cost > most) {
      this.offers.defer(offer, cost);
      room.misfits++;
    } else if (choice !== undefined) {
      room.tokens -= cost;
      room.misfits = 0;
      this.take(choice, offer.option);
      return cost;
    }
    return 0;
  }

  /** Offers the line and its pools, each with what it stands under, by what their names are about worth. */
  private offerAll(line: Candidate, section: number): void {
    const lines = this.choices.missingLines(line);
    const { worth, tokens } = this.weighed(lines, undefined);
    const own: Option = { line, section, pool: undefined, ranked: undefined, newest: undefined };
    this.offers.push(own, worth / tokens);
    for (const above of lines) if (above !== line) this.awaitLine(above, own);
    for (const pool of line.pools) {
      const ranked = new RankedPool(pool);
      const option: Option = { line, section, pool, ranked, newest: undefined };
      const names = ranked.estimate();
      this.offers.push(option, (worth + names.worth) / (tokens + names.tokens + VERB_TOKENS));
      for (const above of lines) this.awaitLine(above, option);
    }
  }

  private awaitLine(line: Candidate, option: Option): void {
    const waiting = this.underMissing.get(line);
    if (waiting === undefined) this.underMissing.set(line, [option]);
    else waiting.push(option);
  }

  /** The choice an offer stands for, if it still gains what was offered; else it is offered again for what it does. */
  private confirmed({ option, gain: offered }: Offer): Choice | undefined {
    const { line, section, pool } = option;
    if (pool === undefined && this.choices.lines.has(line)) return undefined;
    const lines = this.choices.missingLines(line);
    const next = this.nextNames(option);
    if (pool !== undefined && next === undefined) return undefined;
    const listed = this.listedNames(pool, next) + this.listedLines(lines);
    if (listed > this.goal.budgetTokens * LIST_SHARE - this.choices.tokensInLists) return undefined;
    const { worth, tokens } = this.weighed(lines, next);
    if (worth / tokens >= offered * 0.999)
      return { section, lines, pool, names: next?.names ?? [], cost: tokens, listed };
    this.offers.push(option, worth / tokens);
    return undefined;
  }

  private take(choice: Choice, option: Option): void {
    this.choices.take(choice);
    if (choice.pool !== undefined) this.offerRest(option);
    const waiting = new Set(choice.lines.flatMap((line) => this.underMissing.get(line) ?? []));
    for (const one of waiting) if (one !== option) this.offerRest(one);
    for (const line of choice.lines) this.underMissing.delete(line);
  }

  /** Offers what is still to be told of it, with the lines it stands under that are not there. */
  private offerRest(option: Option): void {
    const { line, ranked } = option;
    const names = ranked?.isRanked === false ? ranked.estimate() : this.nextNames(option);
    if (ranked !== undefined && names === undefined) return;
    const { worth, tokens } = this.weighed(this.choices.missingLines(line), names);
    this.offers.push(option, worth / tokens);
  }

  /** The names of its pool to tell next; undefined when it has none. */
  private nextNames({ pool, ranked }: Option): NextNames | undefined {
    const told = pool === undefined ? 0 : (this.choices.poolNames.get(pool)?.size ?? 0);
    const most = told < READABLE_NAMES ? READABLE_NAMES - told : READABLE_NAMES;
    const next = ranked?.next(this.choices.told, most);
    return next?.names.length === 0 ? undefined : next;
  }

  /** The lines and the names behind the last of them, if any, together. */
  private weighed(lines: readonly Candidate[], names: NamesWorth | undefined): NamesWorth {
    let [worth, tokens] = names === undefined ? [0, 0] : [names.worth, names.tokens + VERB_TOKENS];
    for (const line of lines) {
      worth += this.worthOf(line);
      tokens += this.tokensOf(line);
    }
    return { worth, tokens };
  }

  private worthOf(line: Candidate): number {
    let sum = line.bonus;
    for (const name of line.names) sum += name.worth * (this.choices.told.has(name) ? TOLD_AGAIN : 1);
    return sum;
  }

  private tokensOf(line: Candidate): number {
    let tokens = this.lineTokens.get(line);
    if (tokens === undefined) {
      tokens = roughTokens(line.text) + LINE_TOKENS;
      this.lineTokens.set(line, tokens);
    }
    return tokens;
  }

  /** Tokens that become a list when these names are told, too: all of the pool's once it is longer than is readable. */
  private listedNames(pool: NamePool | undefined, next: NextNames | undefined): number {
    const told = pool === undefined ? undefined : this.choices.poolNames.get(pool);
    if (told === undefined || next === undefined || told.size < READABLE_NAMES) return 0;
    const before =
      told.size > READABLE_NAMES ? 0 : [...told].reduce((sum, { text }) => sum + roughTokens(text), 0);
    return before + next.tokens;
  }

  private listedLines(lines: readonly Candidate[]): number {
    return lines.reduce((sum, line) => (line.isList === true ? sum + this.tokensOf(line) : sum), 0);
  }
}

function isOpenRoom(room: Room | undefined): boolean {
  return room !== undefined && room.tokens >= LEAST_ROOM && room.misfits <= MOST_MISFITS;
}
