import type { CostResults, CostsAtWindow } from '../../replay/costResults.ts';
import { COST_HEAD, costCells, describeWindow } from '../../replay/costTable.ts';
import { tableRow } from './page.ts';
import { element, escapeText } from './svg.ts';

/** The row that is emphasized in tables. */
const MAIN_ROW = 'hybrid';

/**
 * Returns a section with a table for each window. The table has a row with the costs of each strategy and peer. The
 * settings of the peers and the reasons for skipped rows come last.
 */
export function costSection({ windows, price, skippedRows }: CostResults): string {
  const settings = new Map(
    windows.flatMap(({ rows }) => rows.map((row) => [row.name, row.settings] as const)),
  );
  const notes = [
    ...[...settings].flatMap(([name, set]) => (set === undefined ? [] : [`${name}: ${set}.`])),
    ...skippedRows.map(({ name, reason }) => `${name}: ${reason}`),
  ];
  return [
    '<h2>Costs</h2>',
    '<p>Whole sessions were replayed request by request. Facts is the percentage of requests whose context contained ',
    'all earlier names that the answer used. Cached and rewritten are percentages of the sent tokens. ',
    `Cost is in US dollars, at prices per million tokens of ${String(price.input)} for input, ${String(price.cachedInput)} for `,
    `cached input and ${String(price.output)} for output, including summaries. No model is asked. Each summary of a peer is `,
    'replaced by a text of the usual size without facts. A request does not fit if it is larger than the window (for ',
    'peers) or than the usable part of the window (for strategies).</p>',
    ...windows.map(costTable),
    `<ul class="muted">${notes.map((note) => element('li', {}, escapeText(note))).join('')}</ul>`,
  ].join('\n');
}

function costTable(costs: CostsAtWindow): string {
  const rows = costs.rows.map((row) =>
    tableRow('td', [row.name, ...costCells(row)], row.name === MAIN_ROW ? 'main' : row.kind),
  );
  const table = `<table>${tableRow('th', ['', ...COST_HEAD], '')}${rows.join('')}</table>`;
  return `<h3>${escapeText(describeWindow(costs))}</h3><div class="scroll">${table}</div>`;
}
