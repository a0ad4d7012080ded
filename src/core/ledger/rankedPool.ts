import type { NamePool } from './candidates.ts';

/** A name worth less than this share of the best beside it waits for its own turn. */
const FILLER_SHARE = 0.4;
/** What a name takes beside its characters: a comma, a space. */
const SEPARATOR_LENGTH = 3;
const USUAL_LENGTH = 12;

export interface NextNames {
  readonly names: readonly string[];
  readonly worth: number;
  /** Characters that they take. */
  readonly length: number;
}

/** A pool's names by worth, told a few at a time. */
export class RankedPool {
  private readonly pool: NamePool;
  private readonly worth: ReadonlyMap<string, number>;
  private ranked: readonly string[] | undefined;
  private start = 0;

  constructor(pool: NamePool, worth: ReadonlyMap<string, number>) {
    this.pool = pool;
    this.worth = worth;
  }

  /** At most what the first names will turn out to be worth a character, at usual lengths. Takes one pass, no sorting. */
  estimate(): Pick<NextNames, 'worth' | 'length'> {
    let [first, second, third] = [0, 0, 0];
    for (const name of this.pool.names) {
      const worth = this.worth.get(name) ?? 0;
      if (worth <= third) continue;
      if (worth > first) [first, second, third] = [worth, first, second];
      else if (worth > second) [second, third] = [worth, second];
      else third = worth;
    }
    return { worth: first + second + third, length: Math.min(3, this.pool.names.length) * USUAL_LENGTH };
  }

  /** The untold names that are worth most, at most `most`. */
  next(told: ReadonlySet<string>, most: number): NextNames {
    const ranked = this.rankedNames();
    while (this.start < ranked.length && told.has(ranked[this.start] ?? '')) this.start++;
    const names: string[] = [];
    let [worth, length, least] = [0, 0, 0];
    for (let at = this.start; at < ranked.length && names.length < most; at++) {
      const name = ranked[at] ?? '';
      if (told.has(name)) continue;
      const value = this.worth.get(name) ?? 0;
      if (value < least) break;
      least ||= value * FILLER_SHARE;
      names.push(name);
      worth += value;
      length += name.length + SEPARATOR_LENGTH;
    }
    return { names, worth, length };
  }

  private rankedNames(): readonly string[] {
    const { worth } = this;
    this.ranked ??= [...this.pool.names].sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
    return this.ranked;
  }
}
