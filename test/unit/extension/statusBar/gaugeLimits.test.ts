import assert from 'node:assert/strict';
import type { Gauge } from '../../../../src/core/context/gauge.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { StrategyRegistry } from '../../../../src/extension/strategyRegistry.ts';
import { gaugeText } from '../../../../src/extension/statusBar/gaugeText.ts';
import { gaugeTooltip } from '../../../../src/extension/statusBar/gaugeTooltip.ts';
import { gaugeView, type GaugeViewInput } from '../../../../src/extension/statusBar/gaugeOf.ts';
import { strategyOf } from '../../../../src/extension/strategyRegistry.ts';
import type { ViewParts } from '../../../../src/extension/parts.ts';

function viewOf(
  usedTokens: number,
  more: Partial<GaugeViewInput> = {},
  pendingTokens = 0,
): ReturnType<typeof gaugeView> {
  const gauge: Gauge = {
    usedTokens,
    window: { totalTokens: 1_500, usableTokens: 1_001, isAssumed: true },
    share: usedTokens / 1_001,
    isEstimated: true,
    categories: [
      { name: 'user', tokens: 300 },
      { name: 'assistant', tokens: 0 },
    ],
    pendingTokens,
  };
  return gaugeView({
    gauge,
    settings: DEFAULT_SETTINGS,
    strategy: STRATEGIES.hybrid,
    step: undefined,
    next: { usedTokens: Math.max(751, usedTokens), isClearing: false },
    ...more,
  });
}

describe('the gauge', () => {
  it('warns of an overflow only above 100 %', () => {
    assert.equal('overflow' in viewOf(1_001), false);
    assert.equal(
      viewOf(1_002).overflow,
      'The context takes 1k tokens, but a request has room for 1k. It must be compacted before the next request.',
    );
  });

  it('has a tick with a label for each threshold', () => {
    const { ticks } = viewOf(0);
    assert.deepEqual(ticks, [
      { fraction: 0.75, label: 'compacts automatically in the background' },
      { fraction: 0.85, label: 'compacts a larger part automatically' },
      { fraction: 0.95, label: 'urgent: compacts at once, without a model' },
    ]);
  });

  it('has a tick where old tool results are shortened next, but never below the target', () => {
    const { ticks } = viewOf(0, { next: { usedTokens: 700, turns: 3, isClearing: true } });
    assert.deepEqual(ticks[0], { fraction: 700 / 1_001, label: 'shortens old tool results' });
    const early = viewOf(0, { next: { usedTokens: 300, turns: 3, isClearing: true } });
    assert.equal(early.ticks[0]?.fraction, DEFAULT_SETTINGS.target);
  });

  it('has a tick at the next compaction of a strategy that counts turns', () => {
    const { ticks } = viewOf(0, {
      strategy: STRATEGIES.window,
      next: { usedTokens: 400, turns: 3, isClearing: false },
    });
    assert.deepEqual(ticks[0], { fraction: 400 / 1_001, label: 'compacts automatically in the background' });
    assert.equal(viewOf(0, { strategy: STRATEGIES.window }).ticks.length, 1, 'a tick without a forecast');
  });

  it('has only one tick if the strategy’s trigger is at or above the emergency threshold', () => {
    const { thresholds, rolling } = DEFAULT_SETTINGS;
    for (const [trigger, count] of [
      [thresholds.emergency + 0.01, 1],
      [thresholds.emergency, 1],
      [thresholds.emergency - 0.01, 2],
    ] as const) {
      const settings = { ...DEFAULT_SETTINGS, rolling: { ...rolling, trigger } };
      assert.equal(viewOf(0, { strategy: STRATEGIES.rolling, settings }).ticks.length, count);
    }
  });

  it('subtracts unsent text from the tokens of the person’s messages', () => {
    const user = (pendingTokens: number): unknown =>
      viewOf(300, {}, pendingTokens).categories.map(({ tokens }) => tokens);
    assert.deepEqual(
      [user(0), user(100), user(301)],
      [
        [300, 0],
        [200, 0, 100],
        [0, 0, 301],
      ],
    );
  });

  it('shows a compaction only while it is running', () => {
    assert.deepEqual([viewOf(0).isCompacting, 'progress' in viewOf(0)], [false, false]);
    const running = viewOf(0, { step: 'summary' });
    assert.equal(running.isCompacting, true);
    assert.match(running.progress ?? '', /A model is writing notes/);
  });
});

describe('the texts of the gauge', () => {
  it('list each used category with a share', () => {
    const words = gaugeTooltip(viewOf(400, {}, 100));
    assert.deepEqual(words.split('\n\n'), [
      '**400 of 1k usable tokens · estimated**',
      'Window 1.5k (assumed, since its size is not known); 499 of it is kept free for the answer',
      '| | tokens | share |\n|:--|--:|--:|\n' +
        '| <span style="color:var(--vscode-charts-blue);">■</span> user | 200 | 50 % |\n' +
        '| <span style="color:var(--vscode-charts-foreground);">□</span> not sent yet | 100 | 25 % |',
      'Next compaction when the context reaches 751, after 351 more tokens.',
      '[Compact](command:longthread.compactNow) · [Preview](command:longthread.previewCompaction) · ' +
        '[Postpone](command:longthread.deferCompaction) · [Open Panel](command:longthread.openPanel)',
    ]);
  });

  it('contain a mark for tool results in the theme colour symbolIcon.classForeground', () => {
    const words = gaugeTooltip({ ...viewOf(400), categories: [{ name: 'tool results', tokens: 400 }] });
    assert.match(words, /var\(--vscode-symbolIcon-classForeground\);">■<\/span> tool results/);
  });

  it('warn of an overflow, forecast the next compaction, and do not call exact figures estimated or assumed', () => {
    assert.match(gaugeTooltip(viewOf(1_002)), /^\$\(warning\) The context takes 1k tokens/m);
    assert.match(
      gaugeTooltip(viewOf(750)),
      /Next compaction when the context reaches 751, after 1 more token\./,
    );
    assert.match(gaugeTooltip(viewOf(751)), /The next compaction starts with the next answer\./);
    assert.doesNotMatch(
      gaugeTooltip({ ...viewOf(0), isEstimated: false, isAssumedWindow: false }),
      /estimated|assumed/,
    );
  });

  it('contain a bar of six cells', () => {
    const bar = (used: number): string =>
      gaugeText({ ...viewOf(used), usableTokens: 600, isEstimated: false });
    assert.deepEqual([1, 149, 151, 449, 551, 599].map(bar), [
      '▰▱▱▱▱▱ 1 %',
      '▰▱▱▱▱▱ 25 %',
      '▰▰▱▱▱▱ 25 %',
      '▰▰▰▰▱▱ 75 %',
      '▰▰▰▰▰▱ 92 %',
      '▰▰▰▰▰▱ 99 %',
    ]);
    assert.equal(gaugeText({ ...viewOf(0), usedTokens: 0, usableTokens: 0 }), '▱▱▱▱▱▱ ~0 %');
  });
});

describe('the registry of strategies', () => {
  const own = { ...STRATEGIES.hybrid, name: 'mine' };

  it('contains the built-in and the registered strategies, and rejects a name that is taken', () => {
    const registry = new StrategyRegistry();
    const builtIn = registry.names;
    const remove = registry.register(own);
    assert.deepEqual(registry.names, [...builtIn, 'mine']);
    assert.equal(registry.find('mine'), own);
    assert.throws(() => registry.register(own), /There is a strategy named “mine” already/);
    assert.throws(() => registry.register(STRATEGIES.rolling), RangeError);
    remove();
    assert.deepEqual([registry.names, registry.find('mine')], [builtIn, undefined]);
    assert.equal(registry.find('constructor'), undefined);
  });

  it('provides the session’s own strategy, or otherwise the strategy in the settings', () => {
    const strategies = new StrategyRegistry();
    strategies.register(own);
    const parts = {
      settings: { current: { compaction: { strategy: 'rolling' } } },
      strategies,
    } as unknown as ViewParts;
    const session = (strategy?: string) => ({ session: { strategy } }) as never;
    assert.deepEqual(
      [undefined, session(), session('mine'), session('gone')].map((each) => strategyOf(each, parts).name),
      ['rolling', 'rolling', 'mine', 'rolling'],
    );
  });
});
