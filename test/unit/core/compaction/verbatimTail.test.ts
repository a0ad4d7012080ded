import assert from 'node:assert/strict';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { CompactionSettings } from '../../../../src/core/compaction/settings.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

/**
 * Compacts twenty turns in a window of 1,000 tokens. Each turn has two messages of `tokensOfMessage` tokens. Returns
 * the messages that stay word for word.
 */
async function tailOf(
  tokensOfMessage: number,
  changes: Partial<CompactionSettings>,
): Promise<readonly string[]> {
  const settings = { ...smallSettings, keepRecentMessages: 20, recentShare: 0.25, ...changes };
  const engine = new EngineHarness({ settings, strategy: STRATEGIES.summarize });
  engine.builder.turns(20, tokensOfMessage);
  await engine.compactor.compactNow();
  return engine.builder.context.flatMap(({ treatment, entries }) =>
    treatment === 'verbatim' ? entries : [],
  );
}

describe('The newest messages', () => {
  const rows: readonly [what: string, tokens: number, changes: Partial<CompactionSettings>, count: number][] =
    [
      [
        'stay up to their share of the window: eight messages of 30 tokens if the share is 250 tokens',
        30,
        {},
        8,
      ],
      [
        'may use their share completely: eight messages of 30 tokens if the share is 240 tokens',
        30,
        { recentShare: 0.24 },
        8,
      ],
      [
        'do not exceed their share: seven messages of 30 tokens if the share is 239 tokens',
        30,
        { recentShare: 0.239 },
        7,
      ],
      [
        'stay up to the number in keepRecentMessages, even if more would fit their share: two messages of 60 tokens',
        60,
        { keepRecentMessages: 2 },
        2,
      ],
      [
        'stay up to the number in keepRecentMessages, even if more would fit their share: seven messages of 10 tokens',
        10,
        { keepRecentMessages: 7 },
        7,
      ],
    ];
  for (const [what, tokens, changes, count] of rows) {
    it(what, async () => {
      const tail = await tailOf(tokens, changes);
      assert.deepEqual(
        tail,
        Array.from({ length: count }, (_, index) => `m${String(41 - count + index)}`),
      );
    });
  }

  it('each count as at most a quarter of their share, so four messages stay even if they exceed the share', async () => {
    const engine = new EngineHarness({ settings: { ...smallSettings, recentShare: 0.01 } });
    engine.builder.turns(10, 20);
    engine.builder.user('Read it.');
    engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(100));
    await engine.compactor.compactNow();
    assert.deepEqual(
      engine.builder.context.flatMap(({ treatment, entries }) => (treatment === 'verbatim' ? entries : [])),
      ['m20', 'm21', 'm22', 'm23'],
    );
  });
});
