import type { CountTokens } from '../ports.ts';
import type { Candidate, CandidateSection, NamePool } from './candidates.ts';
import { GainHeap } from './gainHeap.ts';

/** What is worth telling, to whom it stands beside, and how much room there is. */
export interface SelectionGoal {
  readonly worth: ReadonlyMap<string, number>;
  /** Names that already stand in the context. */
  readonly shown: ReadonlySet<string>;
  readonly count: CountTokens;
}

/** One thing to tell next: a line, or up to three more names of a pool behind its line. */
interface Option {
  readonly line: Candidate;
  readonly pool?: NamePool;
  readonly section: number;
  gain: number;
}

/** A name told once more is worth this share: beside other names it tells a relation. */
const TOLD_AGAIN = 0.04;
const CHARACTERS_PER_TOKEN = 3.6;
const LEAST_GAIN = 0.0002;
const NAMES_AT_ONCE = 3;
/** A name worth less than this share of its pool's best waits for its own turn. */
const FILLER_SHARE = 0.4;

/**
 * Chooses lines, and names to tell behind them, by what they tell for their length: what adds most worth a token comes
 * first, within each section's share; then what is left goes to the best of all sections.
 */
export class Selection {
  /** The chosen lines with the names told behind each, by pool. */
  readonly lines = new Set<Candidate>();
  readonly poolNames = new Map<NamePool, Set<string>>();
  private readonly sections: readonly CandidateSection[];
  private readonly goal: SelectionGoal;
  private readonly told: Set<string>;
  private readonly children = new Map<Candidate, Option[]>();
  private readonly waiting: Option[] = [];
  private readonly order: (() => void)[] = [];

  constructor(sections: readonly CandidateSection[], goal: SelectionGoal) {
    this.sections = sections;
    this.goal = goal;
    this.told = new Set(goal.shown);
    sections.forEach(({ lines }, section) => {
      for (const line of lines) this.addOptions(line, section);
    });
  }

  /** Chooses for `tokens` more; gives how many of them were used. */
  fill(tokens: number, heedsShares: boolean): number {
    const heap = new GainHeap<Option>();
    for (const option of this.waiting) this.offer(option, heap);
    const rooms = this.sections.map(({ share }) => (heedsShares ? share * tokens : tokens));
    let left = tokens;
    for (let option = heap.pop(); option !== undefined && left > 4; option = heap.pop()) {
      const gain = this.gainOf(option);
      if (gain < option.gain * 0.999) {
        option.gain = gain;
        if (gain > LEAST_GAIN) heap.push(option);
        continue;
      }
      const cost = this.costOf(option);
      const room = rooms[option.section] ?? 0;
      if (cost > Math.min(room, left)) continue;
      rooms[option.section] = room - cost;
      left -= cost;
      for (const opened of this.take(option)) this.offer(opened, heap);
    }
    return tokens - left;
  }

  /** Takes back what was chosen last; whether there was something. */
  dropLast(): boolean {
    const undo = this.order.pop();
    undo?.();
    return undo !== undefined;
  }

  private addOptions(line: Candidate, section: number): void {
    const own = { line, section, gain: 0 };
    this.waiting.push(own);
    const { parent } = line;
    if (parent !== undefined) this.childrenOf(parent).push(own);
    for (const pool of line.pools) {
      const option = { line, pool, section, gain: 0 };
      this.waiting.push(option);
      for (let above: Candidate | undefined = line; above !== undefined; above = above.parent) {
        this.childrenOf(above).push(option);
      }
    }
  }

  private childrenOf(line: Candidate): Option[] {
    let children = this.children.get(line);
    if (children === undefined) {
      children = [];
      this.children.set(line, children);
    }
    return children;
  }

  private offer(option: Option, heap: GainHeap<Option>): void {
    if (option.pool === undefined && this.lines.has(option.line)) return;
    const gain = this.gainOf(option);
    if (gain > LEAST_GAIN) heap.push({ ...option, gain });
  }

  /** Chooses; gives the options that cost less from now on, since the line they stand behind is there. */
  private take(option: Option): readonly Option[] {
    const added = this.missingLines(option);
    const names = option.pool === undefined ? [] : this.nextNames(option.pool);
    for (const line of added) {
      this.lines.add(line);
      for (const name of line.names) this.told.add(name);
    }
    if (option.pool !== undefined) this.addPoolNames(option.pool, names);
    this.order.push(() => {
      for (const line of added) this.lines.delete(line);
      if (option.pool !== undefined) for (const name of names) this.poolNames.get(option.pool)?.delete(name);
    });
    const again = option.pool === undefined ? [] : [option];
    return [...again, ...added.flatMap((line) => this.childrenOf(line))];
  }

  private addPoolNames(pool: NamePool, names: readonly string[]): void {
    const told = this.poolNames.get(pool) ?? new Set<string>();
    for (const name of names) {
      told.add(name);
      this.told.add(name);
    }
    this.poolNames.set(pool, told);
  }

  /** The option's line with those it stands under, as far as they are not there. */
  private missingLines({ line }: Option): readonly Candidate[] {
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

  /** The untold names of a pool that are worth most. */
  private nextNames(pool: NamePool): readonly string[] {
    const { worth } = this.goal;
    const best: { name: string; value: number }[] = [];
    for (const name of pool.names) {
      if (this.told.has(name)) continue;
      const value = worth.get(name) ?? 0;
      const least = best.at(-1);
      if (best.length === NAMES_AT_ONCE && least !== undefined && value <= least.value) continue;
      const at = best.findIndex((other) => other.value < value);
      best.splice(at < 0 ? best.length : at, 0, { name, value });
      if (best.length > NAMES_AT_ONCE) best.pop();
    }
    const least = (best[0]?.value ?? 0) * FILLER_SHARE;
    return best.filter(({ value }) => value >= least).map(({ name }) => name);
  }

  private gainOf(option: Option): number {
    const { worth } = this.goal;
    let value = 0;
    let length = 0;
    for (const line of this.missingLines(option)) {
      value += line.bonus;
      length += line.text.length + 4;
      for (const name of line.names) value += (worth.get(name) ?? 0) * (this.told.has(name) ? TOLD_AGAIN : 1);
    }
    if (option.pool !== undefined) {
      const names = this.nextNames(option.pool);
      if (names.length === 0) return 0;
      length += 6;
      for (const name of names) {
        value += worth.get(name) ?? 0;
        length += name.length + 3;
      }
    }
    return length === 0 ? 0 : (value * CHARACTERS_PER_TOKEN) / length;
  }

  private costOf(option: Option): number {
    const { count } = this.goal;
    const lines = this.missingLines(option).reduce((sum, line) => sum + count(`${line.text}\n`), 0);
    if (option.pool === undefined) return lines;
    const names = this.nextNames(option.pool);
    return lines + 1 + names.reduce((sum, name) => sum + count(` ${name}`) + 1, 0);
  }
}
