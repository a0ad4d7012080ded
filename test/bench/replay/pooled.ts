import type { ReplayResult } from '../../../src/core/replay/tally.ts';
import { percent } from '../retention/table.ts';

export const POOLED_HEAD = ['facts', 'cost', 'cached', 'rewritten', 'peak', 'runs', 'calls', 'unfitting'];

/** The cells of replays taken together: shares of all steps and tokens, sums of the rest, the highest peak. */
export function pooledCells(results: readonly ReplayResult[]): readonly string[] {
  const sum = (of: (result: ReplayResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const sent = sum((result) => result.sentTokens);
  return [
    percent(sum(({ coveredSteps, steps }) => coveredSteps * steps) / sum(({ steps }) => steps)),
    sum(({ cost = 0 }) => cost).toFixed(2),
    percent(sum(({ cachedTokens }) => cachedTokens) / sent),
    percent(sum(({ rewrittenTokens }) => rewrittenTokens) / sent),
    Math.max(...results.map(({ peakTokens }) => peakTokens)).toLocaleString('en'),
    String(sum(({ compactions }) => compactions)),
    String(sum(({ modelCalls }) => modelCalls)),
    String(sum(({ unfittingSteps }) => unfittingSteps)),
  ];
}
