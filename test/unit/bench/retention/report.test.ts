import assert from 'node:assert/strict';
import { renderReport } from '../../../bench/retention/report/report.ts';
import type { Results } from '../../../bench/retention/results.ts';
import { renderTable, renderTables } from '../../../bench/retention/table.ts';

const run = {
  budget: '4000',
  budgetTokens: 4000,
  durationMs: 1,
  tokens: 100,
  isOverBudget: false,
  heldByKind: { path: 1 },
  held: 1,
  pairsHeld: 1,
  orphans: 0,
  bareLists: { recordTokens: 100, bareTokens: 0 },
  grounding: { facts: 10, grounded: 10, invented: [] },
};

const results: Results = {
  madeAt: '2026-01-01T00:00:00.000Z',
  command: 'npm run bench:retention -- <dir>',
  versions: { node: 'v24' },
  part: 'heldout',
  budgets: ['4000'],
  rows: [
    { name: 'hybrid', kind: 'engine' },
    { name: 'most-frequent bag', kind: 'bag' },
  ],
  skippedRows: [{ name: 'Some peer', reason: 'no such version' }],
  skippedFiles: [{ file: 'short.jsonl', reason: 'only 12 tokens' }],
  sessions: [
    {
      file: 'a<b>.jsonl',
      group: 'shared corpus',
      split: 'heldout',
      format: 'claude-code',
      messages: 10,
      tokens: 70_000,
      cuts: [
        {
          fraction: 0.4,
          pastTokens: 30_000,
          pastMessages: 5,
          old: 4,
          oldByKind: { path: 4 },
          pairs: 2,
          runs: [
            { ...run, row: 'hybrid' },
            { ...run, row: 'most-frequent bag', held: 3 },
          ],
        },
      ],
      constraints: [{ row: 'hybrid', budget: '4000', planted: 8, held: 7, lost: ['Never.'] }],
    },
  ],
};

describe('the tables', () => {
  const text = renderTables(results);

  it('align columns', () => {
    assert.equal(
      renderTable([
        ['', 'b'],
        ['aa', '10.5'],
      ]),
      '       b\naa  10.5',
    );
  });

  it('show the group and part of the transcripts, the recall of each row, and the kept constraints', () => {
    assert.match(text, /shared corpus \(heldout\): 1 sessions, 1 cuts, 4 old facts, 2 pairs/);
    assert.match(text, /hybrid +25\.0 +50\.0/);
    assert.match(text, /most-frequent bag +75\.0 +50\.0/);
    assert.match(text, /hybrid +7\/8/);
  });

  it('name skipped rows and files with the reasons', () => {
    assert.match(text, /skipped row Some peer: no such version/);
    assert.match(text, /skipped short\.jsonl: only 12 tokens/);
  });
});

describe('the page', () => {
  const page = renderReport(results);

  it('loads no external files and runs no scripts', () => {
    assert.doesNotMatch(page, /<script|<link|<img|@import|url\(|src=|href=/);
  });

  it('draws all four charts', () => {
    for (const title of [
      'Old recall against budget',
      'Pair recall against budget',
      'By kind: ',
      'By session: ',
    ]) {
      assert.ok(page.includes(`aria-label="${title}`), title);
    }
  });

  it('shows the costs if they were measured', () => {
    assert.doesNotMatch(page, /Costs/);
    const price = { input: 3, cachedInput: 0.3, output: 15 };
    const windows = [{ windowTokens: 100_000, sessions: 2, rows: [] }];
    assert.match(
      renderReport({ ...results, costs: { price, windows, skippedRows: [] } }),
      /<h2>Costs<\/h2>[^]*window 100,000: 2 sessions/,
    );
  });

  it('escapes texts that come from outside', () => {
    assert.ok(page.includes('a&lt;b&gt;.jsonl'));
    assert.ok(page.includes('&lt;dir&gt;'));
    assert.doesNotMatch(page, /a<b>|NaN|undefined/);
  });
});
