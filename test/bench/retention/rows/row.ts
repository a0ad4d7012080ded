import type { ImportedMessage } from '../../../../src/adapters/transcripts/recording.ts';
import type { CountTokens } from '../../../../src/core/ports.ts';
import type { ContextItem } from '../contextItem.ts';

/** The past that a row is to compact, and the budget. */
export interface Task {
  readonly past: readonly ImportedMessage[];
  readonly budgetTokens: number;
  readonly count: CountTokens;
  /** The seed, which is the same for all runs of one cut. */
  readonly seed: number;
}

/**
 * The kind of a row. `bag` rows are bounds for comparison: they list names without any relation and are not contexts.
 */
export type RowKind = 'engine' | 'bag' | 'baseline' | 'peer';

/** A way to compact, which is one line of the table. */
export interface Row {
  readonly name: string;
  readonly kind: RowKind;
  compact(task: Task): readonly ContextItem[] | Promise<readonly ContextItem[]>;
}

/** A row that can't run, with the reason. */
export interface SkippedRow {
  readonly name: string;
  readonly reason: string;
}
