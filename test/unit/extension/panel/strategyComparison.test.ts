import assert from 'node:assert/strict';
import type { ReplayJob } from '../../../../src/adapters/replay/replayJob.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import type { ReplayResult } from '../../../../src/core/replay/tally.ts';
import { comparisonRows, StrategyComparison } from '../../../../src/extension/panel/strategyComparison.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';

const job: ReplayJob = {
  messages: new SessionBuilder().turns(40, 100).session.messages,
  strategies: STRATEGY_NAMES,
  settings: { ...DEFAULT_SETTINGS, minSavingTokens: 1 },
  usableTokens: 3_000,
  overheadTokens: 0,
  encoding: 'o200k_base',
  price: undefined,
};

function result(strategy: string, changes: Partial<ReplayResult>): ReplayResult {
  return {
    strategy,
    steps: 10,
    compactions: 2,
    sentTokens: 1_000,
    cachedTokens: 800,
    rewrittenTokens: 100,
    modelCalls: 1,
    summaryInputTokens: 50,
    summaryOutputTokens: 5,
    peakTokens: 300,
    coveredSteps: 0.9,
    unfittingSteps: 0,
    ...changes,
  };
}

describe('Strategies compared', () => {
  it('stand with the one that kept most first, and of equals the one that sent less', () => {
    const rows = comparisonRows([
      result('poor', { coveredSteps: 0.5 }),
      result('wordy', { sentTokens: 2_000 }),
      result('good', {}),
    ]);
    assert.deepEqual(
      rows.map(({ strategy }) => strategy),
      ['good', 'wordy', 'poor'],
    );
  });

  it('have a cost where the price is known, and none where it is not', () => {
    const [free, dear] = comparisonRows([result('free', {}), result('dear', { cost: 1.5, coveredSteps: 0 })]);
    assert.ok(free !== undefined && !('cost' in free));
    assert.equal(dear?.cost, 1.5);
  });

  it('are replayed in a worker, all of them', async () => {
    const comparison = new StrategyComparison(sourceWorker('src/adapters/replay/replayWorker.ts'));
    const rows = await comparison.run(job);
    assert.deepEqual(rows.map(({ strategy }) => strategy).toSorted(), [...STRATEGY_NAMES].toSorted());
    assert.ok(rows.every(({ sentTokens, peakTokens }) => sentTokens > 0 && peakTokens <= 3_000));
  });

  it('end as cancelled when the person leaves, or asks anew', async () => {
    const comparison = new StrategyComparison(sourceWorker('src/adapters/replay/replayWorker.ts'));
    const first = assert.rejects(comparison.run(job), { name: 'CancelledError' });
    const second = assert.rejects(comparison.run(job), { name: 'CancelledError' });
    comparison.cancel();
    await Promise.all([first, second]);
  });
});
