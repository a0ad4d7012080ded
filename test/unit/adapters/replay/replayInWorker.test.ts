import assert from 'node:assert/strict';
import { type ReplayJob, replayInWorker } from '../../../../src/adapters/replay/replayInWorker.ts';
import { createTokenCounter } from '../../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { Cancellation } from '../../../../src/core/cancellation.ts';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { replay } from '../../../../src/core/replay/replay.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';

const script = sourceWorker('src/adapters/replay/replayWorker.ts');

function job(more: Partial<ReplayJob> = {}): ReplayJob {
  return {
    messages: new SessionBuilder().turns(40, 100).session.messages,
    strategies: STRATEGY_NAMES,
    settings: { ...DEFAULT_SETTINGS, minSavingTokens: 1 },
    usableTokens: 3_000,
    overheadTokens: 100,
    encoding: 'o200k_base',
    price: { input: 1, output: 8 },
    ...more,
  };
}

describe('A replay in a worker', () => {
  it('gives the same result for each strategy as a replay in the main thread', async () => {
    const asked = job();
    const counter = await createTokenCounter('o200k_base');
    const account = new TokenAccount((text) => counter.countSmall(text));
    const { messages, settings, usableTokens, overheadTokens } = asked;
    const price = { input: 1, output: 8 };
    const expected = STRATEGY_NAMES.map((name) =>
      replay({
        ...{ messages, settings, usableTokens, overheadTokens, price, account },
        strategy: STRATEGIES[name],
      }),
    );
    assert.deepEqual(await replayInWorker(asked, { script }), expected);
    assert.ok(expected.some(({ compactions }) => compactions > 0));
  });

  it('rejects with an AbortError if it is cancelled', async () => {
    const cancellation = new Cancellation();
    const answer = replayInWorker(job(), { script, signal: cancellation.signal });
    cancellation.cancel();
    await assert.rejects(answer, { name: 'AbortError' });
  });

  it('rejects with a WorkerError if a strategy is unknown', async () => {
    const broken = job({ strategies: ['nonsense' as 'hybrid'] });
    await assert.rejects(replayInWorker(broken, { script }), { name: 'WorkerError', reason: 'failed' });
  });
});
