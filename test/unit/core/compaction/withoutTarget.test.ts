import assert from 'node:assert/strict';
import { STRATEGIES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings } from '../../../support/sessionBuilder.ts';

/** Returns a session with `turns` turns of 200 tokens each in a window of 10,000 tokens. The newest two turns stay. */
function talked(turns: number, strategy: Strategy = STRATEGIES.hybrid, target = 0.6): EngineHarness {
  const engine = new EngineHarness({
    settings: { ...smallSettings, target },
    usableTokens: 10_000,
    strategy,
  });
  engine.builder.turns(turns, 100);
  return engine;
}

async function compacted(engine: EngineHarness, keepsHalf = true): Promise<number> {
  const outcome = await engine.compactor.compactNow({ keepsHalf });
  assert.ok(outcome.done);
  return engine.tokens;
}

describe('Compact Now without a target', () => {
  it('stops at half of the context', async () => {
    const tokens = await compacted(talked(20));
    assert.ok(tokens <= 2_000 && tokens > 1_600, String(tokens));
  });

  it('stops at the size in the setting `compaction.target` if that size is smaller than half of the context', async () => {
    const tokens = await compacted(talked(45, STRATEGIES.hybrid, 0.2));
    assert.ok(tokens <= 2_000 && tokens > 1_600, String(tokens));
  });

  it('halves Longthread’s own token count of the context, not the provider’s count', async () => {
    const engine = talked(20);
    engine.reportedTokens = 9_000;
    const tokens = await compacted(engine);
    assert.ok(tokens <= 2_000 && tokens > 1_600, String(tokens));
  });

  it('keeps the newest messages even if the messages take more than half of the context', async () => {
    const engine = talked(3);
    const tokens = await compacted(engine);
    assert.ok(tokens > 300);
    assert.equal(engine.builder.context.filter(({ treatment }) => treatment === 'verbatim').length, 4);
  });

  it('shrinks the context to less than a quarter if the smallest size is requested', async () => {
    const tokens = await compacted(talked(20), false);
    assert.ok(tokens < 1_000, String(tokens));
  });

  it('keeps the newest turn and the configured number of earlier turns with the strategy `window`', async () => {
    const engine = new EngineHarness({
      settings: { ...smallSettings, window: { turns: 3, batch: 1 } },
      usableTokens: 10_000,
      strategy: STRATEGIES.window,
    });
    engine.builder.turns(20, 100);
    await compacted(engine);
    assert.equal(engine.builder.context.filter(({ treatment }) => treatment === 'verbatim').length, 8);
  });
});
