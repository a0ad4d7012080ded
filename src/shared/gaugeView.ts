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
  /** Nobody knows the model's window. */
  readonly isAssumedWindow: boolean;
  readonly tier: GaugeTier;
  readonly ticks: readonly GaugeTick[];
  readonly categories: readonly GaugeCategory[];
  /** Used tokens at which the next automatic compaction starts; absent when none will. */
  readonly nextCompactionAt?: number;
  /** A compaction would begin by itself and asks first; it begins after so many milliseconds, where those are told. */
  readonly question?: { readonly leftMs?: number };
  readonly isCompacting: boolean;
  /** Activity of the running compaction, in a sentence. */
  readonly progress?: string;
  /** The next one shortens old tool results and leaves the rest. */
  readonly nextShortens?: true;
  /** About how many turns like the newest ones there are until then; absent where nobody can tell. */
  readonly turnsLeft?: number;
  /** US dollars as the provider's prices have it; absent where no price is known. */
  readonly cost?: {
    readonly spent: number;
    /** Some requests have no known price. */
    readonly isPartial: boolean;
    /** One more request with the context as it is. */
    readonly next?: number;
  };
  /** The provider's cache is gone: US dollars of the next request with the context as it is, and with it compacted now. */
  readonly cold?: {
    /** Of the newest answer. */
    readonly ageMs: number;
    readonly asItIs: number;
    readonly compacted: number;
  };
  /** Of all tokens sent so far, 0 to 1; absent where no provider reported any. */
  readonly cachedShare?: number;
  /**
   * Tokens of the context after the compaction before the next request; present where it overflows and can be made to
   * fit.
   */
  readonly compactsTo?: number;
  /** Why more than the usable window is used, in a sentence; present whenever it is. */
  readonly overflow?: string;
}
