import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS, type StrategyName } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { Gauge } from '../../../../src/core/context/gauge.ts';
import { gaugeText, spokenGauge } from '../../../../src/extension/statusBar/gaugeText.ts';
import { gaugeTooltip } from '../../../../src/extension/statusBar/gaugeTooltip.ts';
import { gaugeView, type GaugeViewInput } from '../../../../src/extension/statusBar/gaugeOf.ts';
import type { GaugeView } from '../../../../src/shared/gaugeView.ts';
import { gaugeFigure, gaugeHover } from '../../../../src/shared/gaugeHover.ts';

function viewOf(usedTokens: number, more: Partial<GaugeViewInput> = {}, pendingTokens = 0): GaugeView {
  const gauge: Gauge = {
    usedTokens,
    window: { totalTokens: 125_000, usableTokens: 100_000, isAssumed: false },
    share: usedTokens / 100_000,
    isEstimated: false,
    categories: [
      { name: 'system and tools', tokens: 1_000 },
      { name: 'user', tokens: usedTokens - 1_000 },
    ],
    pendingTokens,
  };
  const strategy = STRATEGIES.hybrid;
  return gaugeView({
    gauge,
    settings: DEFAULT_SETTINGS,
    strategy,
    step: undefined,
    next: undefined,
    ...more,
  });
}

const byName = (strategy: StrategyName): Partial<GaugeViewInput> => ({ strategy: STRATEGIES[strategy] });

describe('the view of the gauge', () => {
  it('has the tier of the highest threshold that the context has reached', () => {
    assert.deepEqual(
      [10_000, 75_000, 85_000, 95_000].map((used) => viewOf(used).tier),
      ['calm', 'background', 'aggressive', 'emergency'],
    );
  });

  it('has ticks labelled “asks” if compaction.when is “ask”, and only the urgent tick if it is “manual”', () => {
    const view = (when: 'ask' | 'manual'): GaugeView =>
      viewOf(50_000, { settings: { ...DEFAULT_SETTINGS, when } });
    assert.deepEqual(
      view('ask').ticks.map(({ fraction, label }) => [fraction, label.split(' ')[0]]),
      [
        [0.75, 'asks'],
        [0.85, 'asks'],
        [0.95, 'urgent:'],
      ],
    );
    assert.equal(view('manual').ticks.length, 1);
  });

  it('says in the status bar, tooltip and screen-reader label that a compaction waits for an answer', () => {
    const asking = viewOf(80_000, { question: { tier: 'background' } });
    assert.equal(gaugeText(asking), '▰▰▰▰▰▱ 80 % · Compact?');
    assert.match(gaugeTooltip(asking), /A compaction waits for your answer/);
    assert.equal(
      spokenGauge(asking),
      'Context 80 % full, 80k of 100k tokens. A compaction waits for your answer',
    );
    assert.match(
      spokenGauge(viewOf(120_000)),
      /The context takes 120k tokens, but a request has room for 100k/,
    );
    assert.equal(spokenGauge(viewOf(50_000)), 'Context 50 % full, 50k of 100k tokens');
    assert.deepEqual(viewOf(80_000, { question: { tier: 'background', leftMs: 9 } }).question, { leftMs: 9 });
  });

  for (const [strategy, fractions] of [
    ['hybrid', [0.75, 0.85, 0.95]],
    ['summarize', [0.75, 0.85, 0.95]],
    ['staged', [0.85, 0.95]],
    ['rolling', [0.95]],
    ['window', [0.95]],
  ] as const) {
    it(`has a tick at each point where the strategy “${strategy}” compacts automatically`, () => {
      assert.deepEqual(
        viewOf(10_000, byName(strategy)).ticks.map(({ fraction }) => fraction),
        fractions,
      );
    });
  }

  it('has a separate category for unsent text', () => {
    const { categories } = viewOf(5_000, {}, 1_500);
    assert.deepEqual(categories, [
      { name: 'system', tokens: 1_000 },
      { name: 'user', tokens: 2_500 },
      { name: 'not sent yet', tokens: 1_500 },
    ]);
  });

  it('says how many tokens fit if the context is too large', () => {
    assert.match(viewOf(120_000).overflow ?? '', /takes 120k tokens, but a request has room for 100k/);
    assert.equal(viewOf(90_000).overflow, undefined);
  });
});

const emptyView: GaugeView = {
  usedTokens: 0,
  usableTokens: 100_000,
  windowTokens: 125_000,
  isEstimated: true,
  isAssumedWindow: false,
  tier: 'calm',
  ticks: [],
  categories: [],
  isCompacting: false,
};

describe('the text of the gauge', () => {
  it('says what happens next, and after how many tokens and turns', () => {
    const words = (usedTokens: number, turns?: number, isClearing = false): string => {
      const next = { usedTokens, isClearing, ...(turns === undefined ? {} : { turns }) };
      return gaugeHover(viewOf(50_000, { next })).next;
    };
    assert.equal(words(75_000), 'Next compaction when the context reaches 75k, after 25k more tokens.');
    assert.equal(
      words(75_000, 1),
      'Next compaction when the context reaches 75k, after 25k more tokens (about 1 turn).',
    );
    assert.equal(words(50_001), 'Next compaction when the context reaches 50k, after 1 more token.');
    assert.equal(words(50_000, 0), 'The next compaction starts with the next answer.');
    assert.equal(words(50_000, 3), 'Next compaction in about 3 turns.');
    assert.equal(
      words(60_000, 2, true),
      'Old tool results will be shortened when the context reaches 60k, after 10k more tokens (about 2 turns).',
    );
    assert.equal(words(50_000, 0, true), 'Old tool results are shortened with the next answer.');
    assert.equal(gaugeHover(viewOf(50_000)).next, 'No compaction starts automatically.');
  });

  it('shows the past cost and the cost of the next request', () => {
    const spent = { inputTokens: 1_000, cachedTokens: 820, cost: 1.236, isPartial: false };
    const words = gaugeHover(viewOf(50_000, { spent, nextCost: 0.031 }));
    assert.equal(words.figures[0], '$1.24 so far · the next request costs about $0.0310');
    assert.match(words.figures[1] ?? '', /^82 % of what was sent/);
    const partial = { inputTokens: 0, cachedTokens: 0, isPartial: true };
    assert.deepEqual(gaugeHover(viewOf(1, { spent: partial })).figures, []);
    const some = { ...partial, cost: 0.5 };
    assert.deepEqual(gaugeHover(viewOf(1, { spent: some })).figures, ['At least $0.50 so far']);
  });

  it('shows the tokens before and after the next compaction if the context does not fit', () => {
    const view = viewOf(246_000, { compactsTo: 4_100 });
    assert.equal(gaugeFigure(view), '246k, will be compacted to about 4.1k when you send');
    assert.equal(gaugeText(view), '▰▰▰▰▰▰ 246k → 4.1k');
    assert.match(view.overflow ?? '', /When you send, Longthread compacts the context to about 4\.1k/);
    assert.equal(gaugeFigure(viewOf(246_000)), '246k, too large to send as it is');
    assert.equal(gaugeText(viewOf(246_000)), '▰▰▰▰▰▰ 246k');
  });
});

describe('the gauge in the status bar', () => {
  it('marks an estimate and a running compaction', () => {
    assert.equal(gaugeText(viewOf(50_000)), '▰▰▰▱▱▱ 50 %');
    assert.equal(
      gaugeText({ ...viewOf(50_000), isEstimated: true, isCompacting: true }),
      '$(sync~spin) ▰▰▰▱▱▱ ~50 %',
    );
  });

  it('has an empty bar only at 0 %, and a full bar only at 100 %', () => {
    assert.deepEqual(
      [0, 100, 99_900, 100_000].map((used) => gaugeText(viewOf(used)).slice(0, 6)),
      ['▱▱▱▱▱▱', '▰▱▱▱▱▱', '▰▰▰▰▰▱', '▰▰▰▰▰▰'],
    );
  });

  it('has a tooltip with the tokens of each category', () => {
    const view = viewOf(50_000, { next: { usedTokens: 75_000, isClearing: false } });
    const words = gaugeTooltip(view, 'The *tides*');
    assert.ok(words.startsWith('The \\*tides\\*\n\n'), words);
    assert.match(words, /\*\*50k of 100k usable tokens\*\*/);
    assert.match(words, /Window 125k; 25k of it is kept free for the answer/);
    assert.match(words, / user \| 49k \| 98 % \|/);
    assert.match(words, /Next compaction when the context reaches 75k, after 25k more tokens/);
  });

  it('has a tooltip that gives the state of compaction', () => {
    assert.match(
      gaugeTooltip(viewOf(76_000, { next: { usedTokens: 76_000, turns: 0, isClearing: false } })),
      /starts with the next answer/,
    );
    const progress = 'A model writes the summary.';
    assert.match(gaugeTooltip({ ...viewOf(1_000), progress }), /A model writes the summary. You can go on/);
    assert.match(
      gaugeTooltip({ ...emptyView, isAssumedWindow: true }),
      /assumed[\s\S]*No compaction starts automatically/,
    );
  });
});
