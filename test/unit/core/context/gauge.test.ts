import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Category } from '../../../../src/core/context/contextFigures.ts';
import { TOKENS_PER_IMAGE } from '../../../../src/core/context/imageTokens.ts';
import { learnedFactor, readGauge, usageBaseline, type Gauge } from '../../../../src/core/context/gauge.ts';
import { ASSUMED_WINDOW, windowOf } from '../../../../src/core/context/window.ts';
import { hostOverhead } from '../../../../src/core/context/hostOverhead.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import { accountOf, SessionBuilder, wordsOf } from '../../../support/sessionBuilder.ts';

const window = { totalTokens: 1_250, usableTokens: 1_000, isAssumed: false };

function gaugeOf(builder: SessionBuilder, more: Partial<Parameters<typeof readGauge>[0]> = {}): Gauge {
  return readGauge({ context: builder.context, account: accountOf(), window, toolTokens: 0, ...more });
}

function overheadOf({ entries, session }: SessionBuilder): number {
  return hostOverhead({ entries, session, account: accountOf() });
}

function categoryOf(gauge: Gauge, name: Category): number | undefined {
  return gauge.categories.find((category) => category.name === name)?.tokens;
}

/**
 * Returns a session with a question and an answer of 10 tokens each. The provider reports 100 input tokens and 30
 * output tokens.
 */
function answered(): SessionBuilder {
  const builder = new SessionBuilder();
  builder.user(wordsOf(6));
  builder.message({
    role: 'assistant',
    parts: [{ type: 'text', text: wordsOf(6) }],
    usage: { inputTokens: 100, outputTokens: 30, countedTokens: 10 },
  });
  return builder;
}

describe('The gauge', () => {
  it('counts messages, tools and unsent text before the first report by a provider', () => {
    const builder = new SessionBuilder().turns(2);
    const gauge = gaugeOf(builder, { toolTokens: 50, pendingTokens: 10 });
    assert.deepEqual([gauge.usedTokens, gauge.share, gauge.isEstimated], [100, 0.1, true]);
  });

  it('adds our count of the answer and of later messages to the provider’s report', () => {
    const builder = answered();
    builder.user(wordsOf(16));
    const baseline = usageBaseline(builder.entries) ?? assert.fail('no baseline');
    const gauge = gaugeOf(builder, { baseline, toolTokens: 50, pendingTokens: 5 });
    assert.deepEqual([gauge.usedTokens, gauge.isEstimated], [100 + 10 + 20 + 5, false]);
  });

  it('uses the host’s token count until a compaction, and the host’s overhead also after the compaction', () => {
    const builder = new SessionBuilder();
    builder.user(wordsOf(96));
    const usage = { inputTokens: 30, outputTokens: 1 };
    builder.message({ role: 'assistant', parts: [{ type: 'text', text: wordsOf(6) }], usage });
    builder.user(wordsOf(16));
    const reported = usageBaseline(builder.entries, true) ?? assert.fail('no baseline');
    // The host left out most of what the log contains.
    const gauge = gaugeOf(builder, { baseline: reported });
    assert.deepEqual([gauge.usedTokens, gauge.isEstimated], [30 + 10 + 20, false]);
    const more = { inputTokens: 9_000, outputTokens: 1 };
    builder.message({ role: 'assistant', parts: [{ type: 'text', text: wordsOf(6) }], usage: more });
    const overhead = overheadOf(builder);
    assert.equal(overhead, 9_000 - 100 - 10 - 20);
    const baseline = usageBaseline(builder.entries, true) ?? assert.fail('no baseline');
    assert.equal(gaugeOf(builder, { baseline, toolTokens: overhead }).usedTokens, 9_000 + 10);
    builder.compaction({ folded: [{ ids: ['m1', 'm2'], as: 'summary' }] });
    assert.equal(usageBaseline(builder.entries, true), undefined);
    assert.equal(overheadOf(builder), overhead);
    builder.message({ role: 'assistant', parts: [{ type: 'text', text: wordsOf(6) }], usage: more });
    assert.equal(overheadOf(builder), 9_000 - 20 - 10);
  });

  it('counts every message after a report, even if calls have no results yet', () => {
    const builder = new SessionBuilder();
    builder.user(wordsOf(6));
    const call = { type: 'toolCall', name: 'ls', arguments: '{}' } as const;
    builder.message({
      role: 'assistant',
      parts: ['first', 'second', 'third'].map((callId) => ({ ...call, callId })),
      usage: { inputTokens: 100, outputTokens: 30, countedTokens: 10 },
    });
    builder.result('second', wordsOf(496));
    const baseline = usageBaseline(builder.entries) ?? assert.fail('no baseline');
    const since = accountOf().ofContext(builder.context.slice(1));
    assert.equal(gaugeOf(builder, { baseline }).usedTokens, 100 + since);
  });

  it('adds no overhead for a host that reports no tokens', () => {
    const builder = new SessionBuilder().turns(1);
    assert.equal(overheadOf(builder), 0);
  });

  it('multiplies only our own count by the learned factor, not the provider’s count', () => {
    const builder = answered();
    const baseline = usageBaseline(builder.entries) ?? assert.fail('no baseline');
    assert.equal(gaugeOf(builder, { factor: 1.5 }).usedTokens, 30);
    assert.equal(gaugeOf(builder, { factor: 1.5, baseline }).usedTokens, 100 + 15);
  });

  it('also multiplies unsent text by the learned factor', () => {
    const gauge = gaugeOf(new SessionBuilder().turns(2), { pendingTokens: 60, factor: 1.5 });
    assert.deepEqual([gauge.usedTokens, gauge.pendingTokens], [150, 90]);
  });

  it('counts all messages if the answer with the report is no longer in the context', () => {
    const builder = answered();
    const baseline = { through: 'm9', usage: { inputTokens: 100, outputTokens: 1 } };
    const gauge = gaugeOf(builder, { baseline });
    assert.deepEqual([gauge.usedTokens, gauge.isEstimated], [20, true]);
  });

  it('divides the used tokens into categories', () => {
    const builder = new SessionBuilder();
    builder.system(wordsOf(6));
    builder.message({
      role: 'user',
      parts: [
        { type: 'text', text: wordsOf(10), origin: 'client', label: 'note' },
        { type: 'text', text: wordsOf(6) },
        { type: 'image', mediaType: 'image/png' },
      ],
    });
    builder.tool('ls', {}, wordsOf(16));
    builder.compaction({ blocks: [{ kind: 'ledger', text: 'L', mode: 'replace', tokens: 1 }] });
    const gauge = gaugeOf(builder, { toolTokens: 30 });
    assert.equal(categoryOf(gauge, 'system and tools'), 40);
    assert.equal(categoryOf(gauge, 'user'), 10 + TOKENS_PER_IMAGE);
    assert.equal(categoryOf(gauge, 'observations'), 10);
    assert.equal(categoryOf(gauge, 'assistant'), 6);
    assert.equal(categoryOf(gauge, 'tool results'), 20);
    assert.ok((categoryOf(gauge, 'notes') ?? 0) > 20);
  });

  it('has categories that add up to the used tokens, for any factor', () => {
    const figures = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(figures, fc.double({ min: 0.5, max: 2, noNaN: true }), (sizes, factor) => {
        const builder = new SessionBuilder();
        sizes.forEach((size, index) => {
          if (index % 3 === 0) builder.user(wordsOf(size));
          else if (index % 3 === 1) builder.says(wordsOf(size));
          else builder.tool('ls', {}, wordsOf(size));
        });
        const gauge = gaugeOf(builder, { factor, toolTokens: 7 });
        const sum = gauge.categories.reduce((total, { tokens }) => total + tokens, 0);
        assert.equal(sum, gauge.usedTokens);
        assert.ok(gauge.categories.every(({ tokens }) => tokens >= 0));
      }),
      { numRuns: 50 },
    );
  });

  it('is full for a window of 0 tokens', () => {
    const none = { totalTokens: 0, usableTokens: 0, isAssumed: false };
    assert.equal(gaugeOf(answered(), { window: none }).share, 1);
    assert.equal(gaugeOf(new SessionBuilder()).usedTokens, 0);
  });
});

describe('The usage reported by a provider', () => {
  const changes: readonly Draft[] = [
    { kind: 'undo', compactions: ['e9'] },
    { kind: 'redo', compactions: ['e9'] },
    { kind: 'rewind', before: 'm9' },
    { kind: 'pin', target: 'm1', on: true },
    { kind: 'exclude', target: 'm1', on: true },
    { kind: 'reveal', target: 'm1', span: { part: 0, start: 0, end: 1, kind: 'key' } },
    { kind: 'model', model: 'other' },
    { kind: 'forgotten', was: 'message' },
    { kind: 'message', message: { role: 'system', parts: [{ type: 'text', text: 'new rules' }] } },
  ];
  for (const change of changes) {
    it(`is invalid after ${change.kind === 'message' ? 'new system text' : `an entry of the kind ${change.kind}`}`, () => {
      const builder = answered();
      builder.append(change);
      assert.equal(usageBaseline(builder.entries), undefined);
    });
  }

  it('is invalid after a compaction and after a finished stage', () => {
    const [compacted, staged] = [answered(), answered()];
    compacted.compaction();
    staged.stage('A', 'm1', 'm2');
    assert.equal(usageBaseline(compacted.entries), undefined);
    assert.equal(usageBaseline(staged.entries), undefined);
  });

  it('is ignored while it counts text that was forgotten later', () => {
    const [builder, pasted] = [new SessionBuilder(), wordsOf(500)];
    const id = builder.user(pasted);
    const answer = (inputTokens: number, countedTokens: number): void =>
      void builder.message({
        role: 'assistant',
        parts: [{ type: 'text', text: 'Read.' }],
        usage: { inputTokens, outputTokens: 1, countedTokens },
      });
    const read = (): Gauge => gaugeOf(builder, { baseline: usageBaseline(builder.entries) ?? assert.fail() });
    answer(600, 504);
    assert.equal(read().isEstimated, false);
    const forgotten = forgottenIn(builder.entries, id);
    builder.entries.splice(0, Infinity, ...builder.entries.map((entry) => withoutText(entry, forgotten)));
    assert.deepEqual([read().isEstimated, read().usedTokens], [true, accountOf().ofContext(builder.context)]);
    answer(30, accountOf().ofContext(builder.context));
    assert.deepEqual([read().isEstimated, read().usedTokens], [false, 30 + 5]);
    answer(80, accountOf().ofContext(builder.context) + 50);
    assert.deepEqual([read().isEstimated, read().usedTokens], [false, 80 + 5]);
  });

  it('is ignored if our own count is missing', () => {
    const builder = new SessionBuilder();
    builder.user(wordsOf(6));
    builder.message({
      role: 'assistant',
      parts: [{ type: 'text', text: wordsOf(6) }],
      usage: { inputTokens: 85_000, outputTokens: 30 },
    });
    assert.equal(usageBaseline(builder.entries), undefined);
  });

  it('stays valid after later messages, observations and memories, and after answers without a report', () => {
    const builder = answered();
    builder.user('more');
    builder.says('without usage');
    builder.append({ kind: 'note', source: 'editor', text: 'a.ts' });
    builder.append({ kind: 'memory', op: 'save', memoryId: 'a', type: 'fact', text: 'It floats.' });
    assert.equal(usageBaseline(builder.entries)?.through, 'm2');
    assert.equal(usageBaseline([]), undefined);
  });

  it('determines the learned factor if the report is the newest plausible report', () => {
    const builder = answered();
    const reports = (countedTokens: number, inputTokens: number): number => {
      builder.message({
        role: 'assistant',
        parts: [{ type: 'text', text: 'Yes.' }],
        usage: { inputTokens, outputTokens: 3, countedTokens },
      });
      return learnedFactor(builder.entries);
    };
    assert.equal(learnedFactor(builder.entries), 1);
    assert.deepEqual([reports(100, 150), reports(100, 120)], [1.5, 1.2]);
    assert.deepEqual([reports(0, 100), reports(100, 10), reports(100, 900)], [1.2, 1.2, 1.2]);
  });
});

describe('The window', () => {
  it('reserves room for the longest possible answer, but at most a fifth of the window', () => {
    assert.equal(windowOf({ window: 100_000, maxOutputTokens: 4_000 }, {}).usableTokens, 96_000);
    assert.equal(windowOf({ window: 100_000, maxOutputTokens: 64_000 }, {}).usableTokens, 80_000);
    assert.equal(windowOf({ window: 100_000 }, {}).usableTokens, 80_000);
  });

  it('is marked as assumed if unknown', () => {
    assert.deepEqual(windowOf({}, {}), {
      totalTokens: ASSUMED_WINDOW,
      usableTokens: ASSUMED_WINDOW * 0.8,
      isAssumed: true,
    });
  });

  it('is the configured window, otherwise the model’s window, with at most `maxContextTokens` tokens usable', () => {
    assert.deepEqual(windowOf({ window: 1_000 }, { maxContextTokens: 5_000 }, 10_000), {
      totalTokens: 10_000,
      usableTokens: 5_000,
      isAssumed: false,
    });
    assert.equal(windowOf({ window: 1_000 }, { maxContextTokens: 5_000 }).usableTokens, 800);
  });
});
