import type { Tier } from '../core/log/entry.ts';

/** The data for drawing how full the context is. Fractions refer to the usable window, where 1 is full. */

export type GaugeTier = Tier | 'calm';

export interface GaugeTick {
  readonly fraction: number;
  /** Description of the tick, e.g. `compacts automatically in the background`. */
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
    | 'not sent yet';
  readonly tokens: number;
}

export interface GaugeView {
  readonly usedTokens: number;
  readonly usableTokens: number;
  /** The model's whole window, including the output reserve. */
  readonly windowTokens: number;
  /** Whether Longthread counted all of `usedTokens`. Otherwise the provider reported a part of them. */
  readonly isEstimated: boolean;
  /** Whether the size of the model's window is unknown and therefore assumed. */
  readonly isAssumedWindow: boolean;
  readonly tier: GaugeTier;
  readonly ticks: readonly GaugeTick[];
  readonly categories: readonly GaugeCategory[];
  /** The used tokens at which the next automatic compaction starts; absent if none will start. */
  readonly nextCompactionAt?: number;
  /**
   * Set while the person is asked whether to compact. If `leftMs` is set, the compaction starts after this time even
   * without an answer.
   */
  readonly question?: { readonly leftMs?: number };
  readonly isCompacting: boolean;
  /** The progress of the running compaction in words. */
  readonly progress?: string;
  /** Set if the next compaction only shortens old tool results. */
  readonly nextShortens?: true;
  /** The number of turns before the next compaction, estimated from the newest turns; absent if unknown. */
  readonly turnsLeft?: number;
  /** The cost in US dollars, according to the provider's prices; absent if no price is known. */
  readonly cost?: {
    readonly spent: number;
    /** Whether some requests have no known price. */
    readonly isPartial: boolean;
    /** The cost of one more request, with the present context or, if that is too large, with the compacted context. */
    readonly next?: number;
  };
  /**
   * Set if the provider's prompt cache has expired and compacting now would save money. `asItIs` and `compacted` are
   * the costs of the next request in US dollars, with the present and with the compacted context.
   */
  readonly expiredCache?: {
    /** The age of the newest answer. */
    readonly ageMs: number;
    readonly asItIs: number;
    readonly compacted: number;
  };
  /** The share of all sent tokens that came from the prompt cache, 0 to 1; absent if no use of the cache is known. */
  readonly cachedShare?: number;
  /**
   * The number of tokens after the compaction that will run before the next request. Absent if the context fits into
   * the usable window, or while no compaction is planned.
   */
  readonly compactsTo?: number;
  /** Set if the context exceeds the usable window: both sizes, and what happens before the next request. */
  readonly overflow?: string;
}
