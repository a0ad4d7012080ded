import type { CostResults, CostsAtWindow } from '../../replay/costResults.ts';
import { COST_HEAD, costCells, describeWindow } from '../../replay/costTable.ts';
import { tableRow } from './page.ts';
import { element, escapeText } from './svg.ts';

/** The row that is emphasized in tables. */
const MAIN_ROW = 'hybrid';

/**
 * Returns a table for each window with the costs of sessions with each strategy and peer, and the settings of the
 * peers.
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
    '<p>Whole sessions, replayed request by request. Facts is the share of requests whose answer used no name that ',
    'had been said and was gone from the context, in percent; cached and rewritten are percents of the tokens sent. ',
    `Cost is in US dollars, at ${String(price.input)} a million tokens, ${String(price.cachedInput)} from the cache, `,
    `${String(price.output)} for output, summaries included. No model is asked: a stand-in of the usual size replaces `,
    'each summary and contains no fact. A request is unfitting above the window for peers, above its usable part for strategies.</p>',
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
