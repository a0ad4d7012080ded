import { compactMessages } from '../../../../src/cli/compactMessages.ts';
import { STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import type { Row } from './row.ts';

/** A window with room for every budget, because the window is not measured. */
export const WINDOW_TOKENS = 200_000;

/** Runs the strategies of the engine without a model, as the headless command does. */
export const engineRows: readonly Row[] = STRATEGY_NAMES.map((strategy) => ({
  name: strategy,
  kind: 'engine',
  compact: ({ past, budgetTokens, count }) =>
    compactMessages(past, { windowTokens: WINDOW_TOKENS, strategy, budgetTokens, count }).context,
}));
