import type { Tier } from '../core/log/entry.ts';

/** How full the context is, ready to be drawn. Counts are tokens; fractions are of the usable window, 1 is full. */

export type GaugeTier = Tier | 'calm';

export interface GaugeTick {
  readonly fraction: number;
  /** Description of the tick, e.g. `compacts automatically, while you go on`. */
  readonly label: string;
}

export interface GaugeCategory {
  readonly name:
    | 'system'
    | 'user'
    | 'assistant'
    | 'reasoning'
    | 'tool results'
    | 'notes'
    | 'observations'
    | 'pending';
  readonly tokens: number;
}

export interface GaugeView {
  readonly usedTokens: number;
  readonly usableTokens: number;
  /** The model's whole window, output reserve included. */
  readonly windowTokens: number;
  /** Counted rather than reported by the provider. */
  readonly isEstimated: boolean;
  /** Whether the model's window is unknown and assumed. */
  readonly isAssumedWindow: boolean;
  readonly tier: GaugeTier;
  readonly ticks: readonly GaugeTick[];
  readonly categories: readonly GaugeCategory[];
  /** The used tokens at which the next automatic compaction starts; absent when there is none. */
  readonly nextCompactionAt?: number;
  /** Set while a compaction asks whether it may begin; after `leftMs` milliseconds it begins by itself. */
  readonly question?: { readonly leftMs?: number };
  readonly isCompacting: boolean;
  /** Activity of the running compaction, in a sentence. */
  readonly progress?: string;
  /** The next one shortens old tool results and leaves the rest. */
  readonly nextShortens?: true;
  /** The approximate number of turns until then, if they are like the newest; absent where unknown. */
  readonly turnsLeft?: number;
  /** US dollars as the provider's prices have it; absent where no price is known. */
  readonly cost?: {
    readonly spent: number;
    /** Some requests have no known price. */
    readonly isPartial: boolean;
    /** The cost of another request with the context as it is. */
    readonly next?: number;
  };
  /** The provider's cache is gone: US dollars of the next request with the context as it is, and with it compacted now. */
  readonly cold?: {
    /** The age of the newest answer. */
    readonly ageMs: number;
    readonly asItIs: number;
    readonly compacted: number;
  };
  /** The share of all sent tokens that came from the cache, 0 to 1; absent where no provider reported any. */
  readonly cachedShare?: number;
  /**
   * Tokens of the context after the compaction before the next request; present where it overflows and can be made to
   * fit.
   */
  readonly compactsTo?: number;
  /** One sentence on why the context exceeds the usable window; present whenever it does. */
  readonly overflow?: string;
}
