import { bootstrapMean } from '../bootstrap.ts';
import { FACT_KINDS } from '../facts.ts';
import { EXEMPTIONS } from '../grounding.ts';
import type { Results, RowHead, SessionResult } from '../results.ts';
import { oldRecallOf, runsOf, summarize, type RowSummary } from '../summary.ts';
import { describeSessions, percent, recallCells } from '../table.ts';
import { costSection } from './costSection.ts';
import { dotPlot, type DotRow } from './dotPlot.ts';
import { lineChart, type Line } from './lineChart.ts';
import { page, tableRow } from './page.ts';
import { element, escapeText } from './svg.ts';

/** The row that the charts emphasize (`MAIN_ROW`), and the row with which they compare it (`REFERENCE_ROW`). */
const MAIN_ROW = 'hybrid';
const REFERENCE_ROW = 'most-frequent bag';

/** Returns the results as an HTML page without scripts and without fonts or other external files. */
export function renderReport(results: Results): string {
  const groups = [...new Set(results.sessions.map(({ group }) => group))].sort();
  const sections = groups.map((group) =>
    groupSection(
      group,
      results,
      results.sessions.filter((session) => session.group === group),
    ),
  );
  const costs = results.costs === undefined ? [] : [costSection(results.costs)];
  return page(
    'What survives a compaction',
    [header(results), ...sections, ...costs, footer(results)].join('\n'),
  );
}

function header({ madeAt, command, versions, part }: Results): string {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    '<h1>What survives a compaction</h1>',
    `<p class="muted">${escapeText(madeAt.slice(0, 10))} · ${escapeText(named.join(', '))} · part: ${part}<br>`,
    `<code>${escapeText(command)}</code></p>`,
    '<p>Recorded sessions are cut in two: the past is the part before the cut, and the future is the part after it. An ',
    'old fact occurs in the past and in the future, but not in the newest 20,000 tokens of the past. Old recall is the ',
    'share of old facts that the compacted context contains. Two old facts are a pair if one message of the future ',
    'uses both and they are close together in the past. Pair recall is the share of pairs that are also close together ',
    'in the compacted context. A mere list of names (the rows named “bag”) has the best old recall although it shows ',
    'no connections, so read both figures together.</p>',
  ].join('\n');
}

function groupSection(group: string, results: Results, sessions: readonly SessionResult[]): string {
  const summaries = results.rows.map((row) =>
    results.budgets.map((budget) => summarize(sessions, row, budget)),
  );
  const lines = (valueOf: (summary: RowSummary) => number): readonly Line[] =>
    summaries.map((row, index) => ({ ...lineHead(results.rows[index]), values: row.map(valueOf) }));
  return [
    `<h2>${escapeText(group)}</h2><p class="muted">${describeSessions(sessions)}</p>`,
    '<div class="charts">',
    `<div><h3>Old recall against budget</h3>${lineChart(
      'Old recall against budget',
      results.budgets,
      lines((row) => row.oldRecall),
    )}</div>`,
    `<div><h3>Pairs against budget</h3>${lineChart(
      'Pair recall against budget',
      results.budgets,
      lines((row) => row.pairRecall),
    )}</div>`,
    '</div>',
    `<div class="scroll">${recallTable(results, summaries)}</div>`,
    ...results.budgets.map((budget) => detail(budget, results, sessions)),
  ].join('\n');
}

function lineHead(row: RowHead | undefined): Pick<Line, 'name' | 'kind'> {
  if (row?.name === MAIN_ROW) return { name: row.name, kind: 'main' };
  const kind = row?.kind === 'engine' || row?.kind === 'bag' ? row.kind : 'other';
  return { name: row?.name ?? '', kind };
}

function recallTable({ budgets }: Results, summaries: readonly (readonly RowSummary[])[]): string {
  const head = [
    '',
    ...budgets.flatMap((budget) => [`old ${budget}`, `pairs ${budget}`]),
    'bare lists',
    'grounding',
  ];
  const rows = summaries.map((summary) => {
    const [first] = summary;
    const kind = first?.row.name === MAIN_ROW ? 'main' : (first?.row.kind ?? '');
    const worst = Math.max(...summary.map(({ bareShare }) => bareShare));
    const grounding = Math.min(...summary.map((budget) => budget.grounding));
    const recalls = summary.flatMap(recallCells);
    return tableRow('td', [first?.row.name ?? '', ...recalls, percent(worst), percent(grounding)], kind);
  });
  return `<table>${tableRow('th', head, '')}${rows.join('')}</table>`;
}

function detail(budget: string, { rows }: Results, sessions: readonly SessionResult[]): string {
  const main = rows.find(({ name }) => name === MAIN_ROW) ?? rows[0];
  if (main === undefined) return '';
  const title = `${main.name} at ${budget}`;
  return [
    `<div class="charts"><div><h3>By kind of fact: ${escapeText(title)}</h3>${dotPlot(`By kind: ${title}`, byKind(main, budget, sessions))}</div>`,
    `<div><h3>By session, 95 % interval: ${escapeText(title)}</h3>${dotPlot(`By session: ${title}`, bySession(main, budget, sessions))}</div></div>`,
    `<p class="muted">The rings show the values of the row “${REFERENCE_ROW}”.</p>`,
  ].join('\n');
}

function byKind(row: RowHead, budget: string, sessions: readonly SessionResult[]): readonly DotRow[] {
  const own = summarize(sessions, row, budget).recallByKind;
  const reference = summarize(sessions, { name: REFERENCE_ROW, kind: 'bag' }, budget).recallByKind;
  const cuts = sessions.flatMap((session) => session.cuts);
  return FACT_KINDS.flatMap((kind): readonly DotRow[] => {
    const value = own[kind];
    if (value === undefined) return [];
    const count = cuts.reduce((sum, cut) => sum + (cut.oldByKind[kind] ?? 0), 0);
    const other = reference[kind];
    return [
      { name: kind, note: `${String(count)} facts`, value, ...(other !== undefined && { reference: other }) },
    ];
  });
}

function bySession(row: RowHead, budget: string, sessions: readonly SessionResult[]): readonly DotRow[] {
  return sessions.flatMap((session): readonly DotRow[] => {
    const runs = runsOf(session, row.name, budget);
    const { mean, low, high } = bootstrapMean(runs.flatMap(({ cut, run }) => hits(run.held, cut.old)));
    if (!Number.isFinite(mean)) return [];
    const old = runs.reduce((sum, { cut }) => sum + cut.old, 0);
    const reference = oldRecallOf(runsOf(session, REFERENCE_ROW, budget));
    const known = Number.isFinite(reference) ? { reference } : {};
    return [
      { name: session.file, note: `${String(old)} facts`, value: mean, interval: { low, high }, ...known },
    ];
  });
}

/**
 * Returns one value for each fact, for resampling: 1 for each of the `held` facts that the text contains, and 0 for
 * each other fact.
 */
function hits(held: number, of: number): readonly number[] {
  return Array.from({ length: of }, (_, index) => Number(index < held));
}

function footer({ skippedRows, skippedFiles }: Results): string {
  const skipped = [
    ...skippedRows.map(({ name, reason }) => `${name}: ${reason}`),
    ...skippedFiles.map(({ file, reason }) => `${file}: ${reason}`),
  ];
  const list = skipped.map((line) => element('li', {}, escapeText(line))).join('');
  const exempt = EXEMPTIONS.map(({ name }) => name).join(', ');
  return [
    `<h2>Notes</h2><p>Grounding shows how many of the facts in a compaction’s text also occur in the past, as a share of all facts in this text. These kinds of facts are not counted: ${exempt}.</p><p>Bare lists are lists of at least four facts with only punctuation or a separator word between them. The column “bare lists” shows how much of the compactions’ texts consists of such lists, as a share of their tokens. Each row shows its highest share at any of the budgets.</p>`,
    skipped.length === 0 ? '' : `<p>Skipped:</p><ul class="muted">${list}</ul>`,
  ].join('\n');
}
