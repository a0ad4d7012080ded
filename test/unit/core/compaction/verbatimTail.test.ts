import assert from 'node:assert/strict';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { CompactionSettings } from '../../../../src/core/compaction/settings.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

/** Returns what stays word for word of twenty turns of two messages of this size, in a window of 1,000 tokens. */
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
      ['stay up to their share of the window: eight messages of 30 tokens in 250', 30, {}, 8],
      [
        'fill their share to the last token: eight messages of 30 tokens in 240',
        30,
        { recentShare: 0.24 },
        8,
      ],
      [
        'stay only as far as they fit into their share: seven messages of 30 tokens in 239',
        30,
        { recentShare: 0.239 },
        7,
      ],
      [
        'stay up to their set number if that fills less than their share: two messages of 60 tokens',
        60,
        { keepRecentMessages: 2 },
        2,
      ],
      [
        'stay up to their set number if that fills less than their share: seven messages of 10 tokens',
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

  it('count for at most a fourth of their share each, so that a large result does not displace the rest', async () => {
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
