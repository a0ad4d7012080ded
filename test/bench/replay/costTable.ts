import { percent, renderTable } from '../retention/table.ts';
import type { CostResults, CostRow, CostsAtWindow } from './costResults.ts';

export const COST_HEAD: readonly string[] = [
  'facts',
  'cost',
  'sent',
  'cached',
  'rewritten',
  'peak',
  'runs',
  'calls',
  'unfitting',
];

/** Returns the cells of a row in the columns of COST_HEAD: percentages, US dollars, and sent tokens in millions. */
export function costCells(row: CostRow): readonly string[] {
  return [
    percent(row.coveredSteps),
    row.cost.toFixed(2),
    `${(row.sentTokens / 1_000_000).toFixed(1)}M`,
    percent(row.cachedShare),
    percent(row.rewrittenShare),
    row.peakTokens.toLocaleString('en'),
    String(row.compactions),
    String(row.modelCalls),
    String(row.unfittingSteps),
  ];
}

/** Returns a table for each window, and the rows that were skipped. `what` names the difference between the rows. */
export function renderCosts(what: string, { windows, skippedRows }: Omit<CostResults, 'price'>): string {
  const tables = windows.map((costsAt) =>
    costsAt.sessions === 0
      ? describeWindow(costsAt)
      : `${describeWindow(costsAt)}\n${renderTable([
          [what, ...COST_HEAD],
          ...costsAt.rows.map((row) => [row.name, ...costCells(row)]),
        ])}`,
  );
  return [...tables, ...skippedRows.map(({ name, reason }) => `skipped row ${name}: ${reason}`)].join('\n\n');
}

/** Returns a text such as `window 100,000: 11 sessions that fill it`. */
export function describeWindow({ windowTokens, sessions }: CostsAtWindow): string {
  return `window ${windowTokens.toLocaleString('en')}: ${String(sessions)} sessions that fill it`;
}
