import { compactMessages } from '../../../../src/cli/compactMessages.ts';
import { STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import type { Row } from './row.ts';

/** A window with room for every budget, since the window is not measured. */
export const WINDOW_TOKENS = 200_000;

/** Runs the engine's strategies as the headless command does, without a model. */
export const engineRows: readonly Row[] = STRATEGY_NAMES.map((strategy) => ({
  name: strategy,
  kind: 'engine',
  compact: ({ past, budgetTokens, count }) =>
    compactMessages(past, { windowTokens: WINDOW_TOKENS, strategy, budgetTokens, count }).context,
}));
