import type { NamePool } from './candidates.ts';
import type { Name } from './nameTable.ts';
import { roughTokens } from './roughTokens.ts';

/** A name worth less a token than this share of the best beside it waits for its own turn. */
const FILLER_SHARE = 0.4;
/** Of a name and its comma. */
const USUAL_TOKENS = 4;
const COMMA_TOKENS = 0.6;

export interface NamesWorth {
  readonly worth: number;
  /** About how many they take. */
  readonly tokens: number;
}

export interface NextNames extends NamesWorth {
  readonly names: readonly Name[];
}

interface RankedName extends NamesWorth {
  readonly name: Name;
  /** Worth a token. */
  readonly rank: number;
}

/** A pool's names by worth, told a few at a time. */
export class RankedPool {
  private readonly pool: NamePool;
  private ranked: readonly RankedName[] | undefined;
  private rough: NamesWorth | undefined;
  private start = 0;

  constructor(pool: NamePool) {
    this.pool = pool;
  }

  /** Whether its names were looked at one by one. */
  get isRanked(): boolean {
    return this.ranked !== undefined;
  }

  /** About what the first names will turn out to be worth. Takes one pass, no sorting. */
  estimate(): NamesWorth {
    this.rough ??= this.estimated();
    return this.rough;
  }

  private estimated(): NamesWorth {
    let [first, second, third] = [0, 0, 0];
    for (const { worth } of this.pool.names) {
      if (worth <= third) continue;
      if (worth > first) [first, second, third] = [worth, first, second];
      else if (worth > second) [second, third] = [worth, second];
      else third = worth;
    }
    return { worth: first + second + third, tokens: Math.min(3, this.pool.names.length) * USUAL_TOKENS };
  }

  /** The untold names that are worth most a token, at most `most`. */
  next(told: ReadonlySet<Name>, most: number): NextNames {
    const ranked = this.rankedNames();
    for (let first = ranked[this.start]; first !== undefined && told.has(first.name);)
      first = ranked[++this.start];
    const names: Name[] = [];
    let [worth, tokens, least] = [0, 0, 0];
    for (let at = this.start; at < ranked.length && names.length < most; at++) {
      const one = ranked[at];
      if (one === undefined || told.has(one.name)) continue;
      if (one.rank < least) break;
      least ||= one.rank * FILLER_SHARE;
      names.push(one.name);
      worth += one.worth;
      tokens += one.tokens;
    }
    return { names, worth, tokens };
  }

  private rankedNames(): readonly RankedName[] {
    this.ranked ??= this.pool.names
      .map((name) => {
        const { text, worth } = name;
        const tokens = roughTokens(text) + COMMA_TOKENS;
        return { name, worth, tokens, rank: worth / tokens };
      })
      .sort((a, b) => b.rank - a.rank);
    return this.ranked;
  }
}
