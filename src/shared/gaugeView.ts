import type { Tier } from '../core/log/entry.ts';

/** The data for drawing how full the context is. Fractions are of the usable window, where 1 is full. */

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
  /** The model's whole window, including the output reserve. */
  readonly windowTokens: number;
  /** Whether `usedTokens` is our own count alone. Otherwise the provider reported a part of it. */
  readonly isEstimated: boolean;
  /** Whether the model's window is unknown and assumed. */
  readonly isAssumedWindow: boolean;
  readonly tier: GaugeTier;
  readonly ticks: readonly GaugeTick[];
  readonly categories: readonly GaugeCategory[];
  /** The used tokens at which the next automatic compaction starts; absent if none will start. */
  readonly nextCompactionAt?: number;
  /** Set while a compaction asks before it starts; with `leftMs`, it starts without an answer after that time. */
  readonly question?: { readonly leftMs?: number };
  readonly isCompacting: boolean;
  /** One sentence on the progress of the running compaction. */
  readonly progress?: string;
  /** Set if the next compaction only shortens old tool results. */
  readonly nextShortens?: true;
  /** The number of turns before the next compaction, estimated from the newest turns; absent if unknown. */
  readonly turnsLeft?: number;
  /** The cost in US dollars, by the provider's prices; absent if no price is known. */
  readonly cost?: {
    readonly spent: number;
    /** Whether some requests have no known price. */
    readonly isPartial: boolean;
    /** The cost of another request with the present context or, if that is too large, the compacted one. */
    readonly next?: number;
  };
  /**
   * Set if the provider's prompt cache has expired and compacting now would save money: the cost in US dollars of the
   * next request with the present context (`asItIs`), and with the compacted one.
   */
  readonly expiredCache?: {
    /** The age of the newest answer. */
    readonly ageMs: number;
    readonly asItIs: number;
    readonly compacted: number;
  };
  /** The share of all sent tokens that came from the prompt cache, 0 to 1; absent if none is known to come from it. */
  readonly cachedShare?: number;
  /**
   * The tokens after the compaction that precedes the next request; set if the context overflows and can be made to
   * fit.
   */
  readonly compactsTo?: number;
  /** One sentence on why the context exceeds the usable window; present whenever it does. */
  readonly overflow?: string;
}
