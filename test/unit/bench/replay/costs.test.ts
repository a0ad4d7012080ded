import assert from 'node:assert/strict';
import { pooledRow, type CostResults } from '../../../bench/replay/costResults.ts';
import { renderCosts } from '../../../bench/replay/costTable.ts';
import { parseReplayOptions } from '../../../bench/replay/options.ts';
import { renderCostReport } from '../../../bench/retention/report/costReport.ts';
import type { ReplayResult } from '../../../../src/core/replay/tally.ts';

const result: ReplayResult = {
  strategy: 'hybrid',
  steps: 10,
  compactions: 2,
  sentTokens: 1_000,
  cachedTokens: 900,
  rewrittenTokens: 50,
  modelCalls: 1,
  summaryInputTokens: 100,
  summaryOutputTokens: 10,
  peakTokens: 400,
  cost: 1.5,
  coveredSteps: 1,
  unfittingSteps: 0,
};

const hybrid = pooledRow({ name: 'hybrid', kind: 'engine' }, [
  result,
  { ...result, steps: 30, coveredSteps: 0.5, sentTokens: 3_000, peakTokens: 700 },
]);

const costs: CostResults = {
  price: { input: 3, cachedInput: 0.3, output: 15 },
  windows: [
    {
      windowTokens: 100_000,
      sessions: 2,
      rows: [hybrid, pooledRow({ name: 'Peer <1>', kind: 'peer', settings: 'keeps the newest' }, [result])],
    },
    { windowTokens: 200_000, sessions: 0, rows: [pooledRow({ name: 'hybrid', kind: 'engine' }, [])] },
  ],
  skippedRows: [{ name: 'Other peer', reason: 'no such version' }],
};

describe('Costs', () => {
  it('are computed from all steps and tokens together, and not averaged over sessions', () => {
    assert.equal(hybrid.coveredSteps, (10 + 15) / 40);
    assert.equal(hybrid.cachedShare, 1_800 / 4_000);
    assert.deepEqual(
      [hybrid.sentTokens, hybrid.cost, hybrid.compactions, hybrid.modelCalls, hybrid.peakTokens],
      [4_000, 3, 4, 2, 700],
    );
  });

  it('are shown in one table for each window that has sessions, and skipped rows are listed after the tables', () => {
    const text = renderCosts('strategy', costs);
    assert.match(text, /window 100,000: 2 sessions that fill it\nstrategy +facts +cost +sent +cached/);
    assert.match(text, /hybrid +62\.5 +3\.00 +0\.0M +45\.0 +2\.5 +700 +4 +2 +0/);
    assert.match(text, /window 200,000: 0 sessions that fill it\n\nskipped row Other peer: no such version$/);
  });

  it('are shown on a page with the peers’ settings and the skipped peers, but no scripts or external files', () => {
    const page = renderCostReport({ madeAt: '2026-01-01T00:00:00Z', command: 'x', part: 'all', costs });
    assert.ok(page.includes('Peer &lt;1&gt;: keeps the newest.'));
    assert.ok(page.includes('Other peer: no such version'));
    assert.match(page, /<tr class="main"><td>hybrid<\/td><td>62\.5<\/td>/);
    assert.doesNotMatch(page, /<script|<link|<img|@import|url\(|src=|href=|NaN|undefined/);
  });
});

describe('The command line of the replays', () => {
  it('uses the corpus, two windows and the part “tuning” by default, and fails without a corpus', () => {
    const options = parseReplayOptions([], '/corpus');
    assert.deepEqual(
      [options.paths, options.windows, options.part],
      [['/corpus'], [100_000, 200_000], 'tuning'],
    );
    assert.throws(() => parseReplayOptions([], undefined), /LONGTHREAD_CORPUS/);
  });

  it('refuses an invalid window, an unknown part and an unknown table', () => {
    assert.throws(() => parseReplayOptions(['--windows', '100000,big'], '/c'), /"big" is none/);
    assert.throws(() => parseReplayOptions(['--part', 'half'], '/c'), /tuning, heldout, all/);
    assert.throws(
      () => parseReplayOptions(['--only', 'targets'], '/c'),
      /strategy, thresholds.*not "targets"/,
    );
  });

  it('leaves out the peers if --no-peers is given', () => {
    assert.equal(parseReplayOptions([], '/c').withPeers, true);
    assert.equal(parseReplayOptions(['--no-peers'], '/c').withPeers, false);
  });
});
