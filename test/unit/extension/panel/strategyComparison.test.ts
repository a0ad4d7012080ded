import assert from 'node:assert/strict';
import type { ReplayJob } from '../../../../src/adapters/replay/replayInWorker.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { StrategyComparison } from '../../../../src/extension/panel/strategyComparison.ts';
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

describe('A comparison of strategies', () => {
  it('replays the session under each strategy in a worker thread', async () => {
    const comparison = new StrategyComparison(sourceWorker('src/adapters/replay/replayWorker.ts'));
    const rows = await comparison.run(job);
    assert.deepEqual(rows.map(({ strategy }) => strategy).toSorted(), [...STRATEGY_NAMES].toSorted());
    assert.ok(rows.every(({ sentTokens, peakTokens }) => sentTokens > 0 && peakTokens <= 3_000));
  });

  it('is cancelled on request and when another comparison starts', async () => {
    const comparison = new StrategyComparison(sourceWorker('src/adapters/replay/replayWorker.ts'));
    const first = assert.rejects(comparison.run(job), { name: 'CancelledError' });
    const second = assert.rejects(comparison.run(job), { name: 'CancelledError' });
    comparison.cancel();
    await Promise.all([first, second]);
  });
});
