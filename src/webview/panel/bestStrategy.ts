import { formatCost, formatPercent, formatTokenCount } from '../../shared/format.ts';
import type { ComparisonRow } from '../../shared/panelView.ts';

/** If shares of covered steps differ by at most this much, they count as equal, and the cost decides. */
const TOLERANCE = 0.02;

/** Returns the strategies, cheapest first. If no prices are known, the strategy that sent the least comes first. */
export function cheapestFirst(rows: readonly ComparisonRow[]): readonly ComparisonRow[] {
  return rows.toSorted((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity) || a.sentTokens - b.sentTokens);
}

/**
 * Returns the cheapest of the strategies whose share of covered steps is the highest or nearly the highest. In a
 * covered step, the context had what was needed. Returns several strategies if their costs (without prices, their token
 * counts) are equal after rounding. Returns none if no strategy compacted anything.
 */
export function bestStrategies(rows: readonly ComparisonRow[]): readonly ComparisonRow[] {
  if (rows.every(({ compactions }) => compactions === 0)) return [];
  const most = Math.max(...rows.map(({ coveredSteps }) => coveredSteps));
  const good = cheapestFirst(rows).filter(({ coveredSteps }) => coveredSteps >= most - TOLERANCE);
  return good.filter((row, _, [cheapest = row]) => priceOf(row) === priceOf(cheapest));
}

/**
 * Returns a sentence on the best strategies, and another sentence on the strategy in use if that strategy is not one of
 * them. Returns an empty string if no strategy compacted anything.
 */
export function verdict(rows: readonly ComparisonRow[], inUse: string): string {
  const best = bestStrategies(rows);
  const [row] = best;
  if (row === undefined) return '';
  const used = rows.find(({ strategy }) => strategy === inUse);
  if (used !== undefined && best.includes(used)) {
    const claim =
      best.length === 1
        ? `The strategy in use, ${inUse}, is best for this session`
        : `No strategy is better for this session than ${inUse}, which is in use`;
    return `${claim}: ${figuresOf(used)}.`;
  }
  const names = best.map(({ strategy }) => strategy).join(' or ');
  const comparison = used === undefined ? '' : ` With ${inUse}, the strategy in use: ${figuresOf(used)}.`;
  return `Best for this session is ${names}: ${figuresOf(row, best.length === 1 ? '' : `with ${row.strategy}, `)}.${comparison}`;
}

function figuresOf(row: ComparisonRow, condition = ''): string {
  return `${priceOf(row)}; ${condition}the model had what it needed in ${formatPercent(row.coveredSteps)} of the steps`;
}

function priceOf({ cost, sentTokens }: ComparisonRow): string {
  return cost === undefined ? `${formatTokenCount(sentTokens)} sent` : formatCost(cost);
}
