import { formatCost, formatPercent, formatTokenCount } from '../../shared/format.ts';
import type { ComparisonRow } from '../../shared/panelView.ts';

/** Shares of covered steps that differ by at most this much count as equal; then the cost decides. */
const TOLERANCE = 0.02;

export interface BestStrategy {
  readonly row: ComparisonRow;
  readonly rows: readonly ComparisonRow[];
}

/** Returns the strategies, cheapest first. If no prices are known, the strategy that sent the least comes first. */
export function cheapestFirst(rows: readonly ComparisonRow[]): readonly ComparisonRow[] {
  return rows.toSorted((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity) || a.sentTokens - b.sentTokens);
}

/**
 * Returns the cheapest of the strategies whose context had what was needed in the most steps, or in nearly as many as the
 * most; undefined if no strategy compacted anything.
 */
export function bestStrategy(rows: readonly ComparisonRow[]): BestStrategy | undefined {
  if (rows.every(({ compactions }) => compactions === 0)) return undefined;
  const most = Math.max(...rows.map(({ coveredSteps }) => coveredSteps));
  const row = cheapestFirst(rows).find(({ coveredSteps }) => coveredSteps >= most - TOLERANCE);
  return row === undefined ? undefined : { row, rows };
}

/** Returns a sentence on the best strategy, and one on the strategy in use if that is another one. */
export function verdict({ row, rows }: BestStrategy, inUse: string): string {
  const had = `had what it needed in ${formatPercent(row.coveredSteps)} of the steps`;
  const price = priceOf(row);
  const used = rows.find(({ strategy }) => strategy === inUse);
  if (used === row) return `The one in use, ${row.strategy}, is best for this session: ${price}; it ${had}.`;
  const comparison =
    used === undefined
      ? ''
      : ` The one in use, ${used.strategy}: ${priceOf(used)}, ${formatPercent(used.coveredSteps)}.`;
  return `Best for this session is ${row.strategy}: ${price}; it ${had}.${comparison}`;
}

function priceOf({ cost, sentTokens }: ComparisonRow): string {
  return cost === undefined ? `${formatTokenCount(sentTokens)} sent` : formatCost(cost);
}
