import type { Results, SessionResult } from './results.ts';
import { DRIFT_ROW, SINGLE_ROW } from './rows/drift.ts';
import { summarize, type RowSummary } from './summary.ts';

/**
 * Returns the results as text. Each group of transcripts has tables of recall and of checks. Tables of planted
 * constraints and of drift follow if they were measured. The skipped rows and files come last.
 */
export function renderTables(results: Results): string {
  const groups = [...new Set(results.sessions.map(({ group }) => group))].sort();
  const sections = groups.map((group) =>
    renderGroup(
      group,
      results,
      results.sessions.filter((session) => session.group === group),
    ),
  );
  const skipped = [
    ...results.skippedRows.map(({ name, reason }) => `skipped row ${name}: ${reason}`),
    ...results.skippedFiles.map(({ file, reason }) => `skipped ${file}: ${reason}`),
  ];
  return [...sections, skipped.join('\n')].filter(Boolean).join('\n\n');
}

/**
 * Pads columns to the width of their widest cell. The first column is aligned left, and all other columns are aligned
 * right.
 */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function percent(share: number): string {
  return Number.isFinite(share) ? (share * 100).toFixed(1) : '–';
}

/** Returns a text such as `27 sessions, 78 cuts, 1118 old facts, 2098 pairs`. */
export function describeSessions(sessions: readonly SessionResult[]): string {
  const cuts = sessions.flatMap((session) => session.cuts);
  const old = cuts.reduce((sum, cut) => sum + cut.old, 0);
  const pairs = cuts.reduce((sum, cut) => sum + cut.pairs, 0);
  return `${String(sessions.length)} sessions, ${String(cuts.length)} cuts, ${String(old)} old facts, ${String(pairs)} pairs`;
}

function renderGroup(group: string, results: Results, sessions: readonly SessionResult[]): string {
  const summaries = results.rows.map((row) =>
    results.budgets.map((budget) => summarize(sessions, row, budget)),
  );
  return [
    `${group} (${results.part}): ${describeSessions(sessions)}`,
    `Pooled, percent:\n${recallTable(results.budgets, summaries)}`,
    `Mean over sessions with 95 % interval, percent:\n${intervalTable(results.budgets, summaries)}`,
    `Checks:\n${checkTable(summaries.flat())}`,
    constraintTable(results, sessions),
    driftTable(results.budgets, summaries.flat()),
  ]
    .filter(Boolean)
    .join('\n\n');
}

type Summaries = readonly (readonly RowSummary[])[];

function recallTable(budgets: readonly string[], summaries: Summaries): string {
  const head = ['', ...budgets.flatMap((budget) => [`old ${budget}`, `pairs ${budget}`])];
  return renderTable([head, ...summaries.map((row) => [nameOf(row), ...row.flatMap(recallCells)])]);
}

export function recallCells({ oldRecall, pairRecall }: RowSummary): readonly string[] {
  return [percent(oldRecall), percent(pairRecall)];
}

function intervalTable(budgets: readonly string[], summaries: Summaries): string {
  const head = ['', ...budgets.flatMap((budget) => [`old ${budget}`, `pairs ${budget}`])];
  const cell = ({ mean, low, high }: RowSummary['oldBySession']): string =>
    Number.isFinite(mean) ? `${percent(mean)} [${percent(low)} ${percent(high)}]` : '–';
  const cells = (row: readonly RowSummary[]): readonly string[] =>
    row.flatMap((summary) => [cell(summary.oldBySession), cell(summary.pairsBySession)]);
  return renderTable([head, ...summaries.map((row) => [nameOf(row), ...cells(row)])]);
}

/** Returns the table of checks. Omits bags, because bags are not contexts. */
function checkTable(summaries: readonly RowSummary[]): string {
  const head = ['', 'budget', 'bare lists', 'grounding', 'orphans', 'over budget', 'failed', 'median ms'];
  const rows = summaries
    .filter(({ row }) => row.kind !== 'bag')
    .map((summary) => [
      summary.row.name,
      summary.budget,
      percent(summary.bareShare),
      percent(summary.grounding),
      String(summary.orphans),
      String(summary.overBudget),
      String(summary.failures),
      summary.medianMs.toFixed(1),
    ]);
  return renderTable([head, ...rows]);
}

function constraintTable({ rows, budgets }: Results, sessions: readonly SessionResult[]): string {
  const scores = sessions.flatMap((session) => session.constraints);
  if (scores.length === 0) return '';
  const cell = (row: string, budget: string): string => {
    const own = scores.filter((score) => score.row === row && score.budget === budget);
    const held = own.reduce((sum, score) => sum + score.held, 0);
    return `${String(held)}/${String(own.reduce((sum, score) => sum + score.planted, 0))}`;
  };
  const lines = rows
    .filter(({ kind }) => kind === 'engine')
    .map(({ name }) => [name, ...budgets.map((budget) => cell(name, budget))]);
  return `Planted constraints that survive word for word:\n${renderTable([['', ...budgets], ...lines])}`;
}

/** Compares a single compaction with ten compactions of a growing past. */
function driftTable(budgets: readonly string[], summaries: readonly RowSummary[]): string {
  const of = (name: string, budget: string): RowSummary | undefined =>
    summaries.find((summary) => summary.row.name === name && summary.budget === budget);
  const lines = budgets.flatMap((budget) => {
    const single = of(SINGLE_ROW, budget);
    const tenfold = of(DRIFT_ROW, budget);
    if (single === undefined || tenfold === undefined) return [];
    const old = percent(tenfold.oldRecall - single.oldRecall);
    return [[budget, old, percent(tenfold.pairRecall - single.pairRecall)]];
  });
  if (lines.length === 0) return '';
  return `Drift: ${DRIFT_ROW} minus ${SINGLE_ROW}, percentage points:\n${renderTable([['', 'old', 'pairs'], ...lines])}`;
}

function nameOf(summaries: readonly RowSummary[]): string {
  return summaries[0]?.row.name ?? '';
}
