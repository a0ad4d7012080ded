import { compactMessages } from '../../../../src/cli/compactMessages.ts';
import { STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import type { Row } from './row.ts';

/** The window is not what is measured: one that has room for every budget. */
export const WINDOW_TOKENS = 200_000;

/** The engine's strategies, by the path of the headless command and without a model. */
export const engineRows: readonly Row[] = STRATEGY_NAMES.map((strategy) => ({
  name: strategy,
  kind: 'engine',
  compact: ({ past, budgetTokens, count }) =>
    compactMessages(past, { windowTokens: WINDOW_TOKENS, strategy, budgetTokens, count }).context,
}));
