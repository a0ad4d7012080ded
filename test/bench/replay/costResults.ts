import type { ReplayResult } from '../../../src/core/replay/tally.ts';
import type { SkippedRow } from '../retention/rows/row.ts';

/** The pooled replays of one strategy or peer. Counts are in tokens, and costs are in US dollars. */
export interface CostRow {
  readonly name: string;
  readonly kind: 'engine' | 'peer';
  /** The peer's settings; absent for Longthread's strategies at their defaults. */
  readonly settings?: string;
  /** The share of requests that contain every name that their answer takes from earlier messages. */
  readonly coveredSteps: number;
  readonly cost: number;
  readonly sentTokens: number;
  /** Shares of the sent tokens. */
  readonly cachedShare: number;
  readonly rewrittenShare: number;
  readonly peakTokens: number;
  readonly compactions: number;
  readonly modelCalls: number;
  readonly unfittingSteps: number;
}

export interface CostsAtWindow {
  readonly windowTokens: number;
  readonly sessions: number;
  readonly rows: readonly CostRow[];
}

/** The costs of sessions with strategies and peers. Prices are in US dollars per million tokens. */
export interface CostResults {
  readonly price: { readonly input: number; readonly cachedInput: number; readonly output: number };
  readonly windows: readonly CostsAtWindow[];
  readonly skippedRows: readonly SkippedRow[];
}

/** Pools replays. Computes shares over all steps and tokens, the highest peak, and sums of all other figures. */
export function pooledRow(
  head: Pick<CostRow, 'name' | 'kind' | 'settings'>,
  results: readonly ReplayResult[],
): CostRow {
  const sum = (of: (result: ReplayResult) => number): number =>
    results.reduce((total, result) => total + of(result), 0);
  const sentTokens = sum((result) => result.sentTokens);
  return {
    ...head,
    coveredSteps: sum(({ coveredSteps, steps }) => coveredSteps * steps) / sum(({ steps }) => steps),
    cost: sum(({ cost = 0 }) => cost),
    sentTokens,
    cachedShare: sum(({ cachedTokens }) => cachedTokens) / sentTokens,
    rewrittenShare: sum(({ rewrittenTokens }) => rewrittenTokens) / sentTokens,
    peakTokens: Math.max(0, ...results.map(({ peakTokens }) => peakTokens)),
    compactions: sum(({ compactions }) => compactions),
    modelCalls: sum(({ modelCalls }) => modelCalls),
    unfittingSteps: sum(({ unfittingSteps }) => unfittingSteps),
  };
}
