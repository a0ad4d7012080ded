import type { Tier } from '../core/log/entry.ts';

/** How full the context is, ready to be drawn. Counts are tokens; fractions are of the usable window, 1 is full. */

export type GaugeTier = Tier | 'calm';

export interface GaugeTick {
  readonly fraction: number;
  /** What happens there, e.g. `compacts by itself, while you go on`. */
  readonly label: string;
}

export interface GaugeCategory {
  readonly name:
    'system' | 'user' | 'assistant' | 'reasoning' | 'tool results' | 'notes' | 'observations' | 'pending';
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
  readonly isCompacting: boolean;
  /** What the compaction that runs is doing, in a sentence. */
  readonly progress?: string;
  /** Why more than the usable window is used, in a sentence; present whenever it is. */
  readonly overflow?: string;
}
