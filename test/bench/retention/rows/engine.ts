import type { Row, SkippedRow } from './row.ts';

/** What the measure is about: each is a row, told with a reason where the engine has not got it. */
const STRATEGIES = ['truncate', 'summarize', 'hybrid', 'rolling', 'staged', 'window'] as const;

/** The window is not what is measured: one that has room for every budget. */
export const WINDOW_TOKENS = 200_000;

/** The engine's strategies, by the path of the headless command and without a model. */
export async function engineRows(): Promise<readonly (Row | SkippedRow)[]> {
  try {
    const { isStrategyName } = await import('../../../../src/core/compaction/strategies.ts');
    const { compactMessages } = await import('../../../../src/cli/compactMessages.ts');
    return STRATEGIES.map((name) => {
      if (!isStrategyName(name)) return { name, reason: 'the engine does not have it' };
      const options = { windowTokens: WINDOW_TOKENS, strategy: name };
      return {
        name,
        kind: 'engine',
        compact: ({ past, budgetTokens, count }) =>
          compactMessages(past, { ...options, budgetTokens, count }).context,
      };
    });
  } catch (error) {
    const reason = `the engine can't be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return STRATEGIES.map((name) => ({ name, reason }));
  }
}
