import assert from 'node:assert/strict';
import { textOf } from '../../../../src/core/log/message.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { SummaryError } from '../../../../src/core/summary/summary.ts';
import {
  type AskedSummary,
  EngineHarness,
  fillTo,
  messageIds,
  newlyFolded,
  settle,
} from '../../../support/engineHarness.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';

/** Settings whose results can be computed by hand. Each scenario states which of these settings it changes. */
const plain: CompactionSettings = {
  ...DEFAULT_SETTINGS,
  minSavingTokens: 1,
  stubs: { minTokens: 20, minTotalSaving: 1, protectedTokens: 0 },
  recordTokens: 200,
};

function verbatimTurns(engine: EngineHarness): number {
  return engine.builder.context.filter(
    ({ message, treatment }) => message.role === 'user' && treatment === 'verbatim',
  ).length;
}

describe('The strategy `window`', () => {
  // The context is below all thresholds, except where a test sets `reportedTokens`.
  const windowed = (): EngineHarness =>
    new EngineHarness({
      strategy: STRATEGIES.window,
      settings: { ...plain, recordTokens: 100, window: { turns: 50, batch: 10 } },
      usableTokens: 100_000,
      hasModel: true,
    });

  it('folds the oldest 10 turns at 61 turns, and the next 10 turns at 71 turns', async () => {
    const engine = windowed();
    engine.builder.turns(60, 30);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'below_threshold' });
    engine.builder.turns(1, 30);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
    await settle();
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.deepEqual(newlyFolded(engine), messageIds(1, 20));
    assert.deepEqual([engine.newest.event.cursorBefore, engine.newest.event.cursorAfter], [0, 20]);
    assert.equal(verbatimTurns(engine), 51);
    engine.builder.turns(9, 30);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'below_threshold' });
    engine.builder.turns(1, 30);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
    await settle();
    assert.equal(engine.awaited.request.earlier, 'They went on.');
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.deepEqual(newlyFolded(engine), messageIds(21, 40));
  });

  it('keeps three turns that arrive during a run', async () => {
    const engine = windowed();
    engine.builder.turns(61, 30);
    await engine.compactor.check();
    await settle();
    engine.builder.turns(3, 30);
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.deepEqual(newlyFolded(engine), messageIds(1, 20));
    assert.equal(verbatimTurns(engine), 54);
  });

  it('does not change the context if a run is cancelled', async () => {
    const engine = windowed();
    engine.builder.turns(61, 30);
    const before = engine.builder.context;
    await engine.compactor.check();
    await settle();
    await engine.compactor.cancel();
    assert.deepEqual(engine.builder.context, before);
    assert.deepEqual(engine.states, ['started', 'cancelled']);
  });

  const failures: readonly [how: string, end: (asked: AskedSummary) => void][] = [
    [
      'fails',
      (asked) => {
        asked.fail(new SummaryError('timeout', 'Too late.', true, 'fake'));
      },
    ],
    [
      'fails with an unexpected error',
      (asked) => {
        asked.fail(new TypeError('a fault of ours'));
      },
    ],
    [
      'writes a summary that is larger than the room for it',
      (asked) => {
        asked.succeed(wordsOf(5_000));
      },
    ],
  ];
  for (const [how, end] of failures) {
    it(`tries the same batch at the next check if the model ${how}`, async () => {
      const engine = windowed();
      engine.builder.turns(61, 30);
      const before = engine.builder.context;
      await engine.compactor.check();
      await settle();
      const batch = engine.awaited.request.folded.map(({ id }) => id);
      end(engine.awaited);
      await engine.compactor.settled();
      assert.deepEqual([engine.compactions, engine.builder.context], [[], before]);
      assert.deepEqual(engine.states, ['started', 'failed']);
      assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
      await settle();
      assert.equal(engine.asked.length, 2);
      assert.deepEqual(
        engine.awaited.request.folded.map(({ id }) => id),
        batch,
      );
      engine.awaited.succeed();
      await engine.compactor.settled();
      assert.deepEqual(newlyFolded(engine), messageIds(1, 20));
      assert.equal(engine.newest.event.cursorBefore, 0);
    });
  }

  it('runs only in an emergency after three failed summaries, until the model is changed', async () => {
    const engine = windowed();
    engine.builder.turns(61, 30);
    for (let time = 0; time < 3; time += 1) {
      await engine.compactor.check();
      await settle();
      engine.awaited.fail(new SummaryError('model', 'Down.', true, 'fake'));
      await engine.compactor.settled();
    }
    const resting = { run: false, reason: 'summarizer_resting' } as const;
    assert.deepEqual([await engine.compactor.check(), engine.compactor.wouldRun()], [resting, resting]);
    assert.deepEqual(engine.compactions, []);
    engine.reportedTokens = 0.96 * engine.usableTokens;
    assert.deepEqual(engine.compactor.wouldRun(), { run: true, tier: 'emergency' });
    engine.reportedTokens = undefined;
    engine.compactor.modelChanged();
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
  });

  it('folds the batch without a summary if there is no model', async () => {
    const engine = new EngineHarness({
      strategy: STRATEGIES.window,
      settings: { ...plain, recordTokens: 100 },
      usableTokens: 100_000,
    });
    engine.builder.turns(61, 30);
    await engine.compactor.check();
    assert.deepEqual(newlyFolded(engine), messageIds(1, 20));
  });

  it('folds three whole batches in one run if the session has 86 turns', async () => {
    const engine = windowed();
    engine.builder.turns(86, 30);
    await engine.compactor.check();
    await settle();
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.equal(verbatimTurns(engine), 56);
  });
});

describe('The strategy `hybrid`', () => {
  const settings: CompactionSettings = {
    ...plain,
    thresholds: { background: 0.8, aggressive: 0.85, emergency: 0.95 },
    eligibleShares: { background: 0.3, aggressive: 0.5, emergency: 1 },
    target: 0.2,
    keepRecentMessages: 4,
    recordTokens: 200,
  };
  const tiered = (share: number): EngineHarness => {
    const engine = new EngineHarness({ settings, usableTokens: 2_000 });
    fillTo(engine, share);
    return engine;
  };

  it('does nothing below 80 %', async () => {
    assert.deepEqual(await tiered(0.79).compactor.check(), { run: false, reason: 'below_threshold' });
  });

  it('folds the oldest 30 % of the messages at 80 %', async () => {
    const engine = tiered(0.8);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
    assert.deepEqual(newlyFolded(engine), messageIds(1, 48));
  });

  it('folds the oldest 50 % of the messages at 85 %', async () => {
    const engine = tiered(0.85);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'aggressive' });
    assert.deepEqual(newlyFolded(engine), messageIds(1, 85));
  });

  it('compacts at 95 % to the target without asking the model', async () => {
    const engine = new EngineHarness({ settings, usableTokens: 2_000, hasModel: true });
    fillTo(engine, 0.95);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'emergency' });
    assert.equal(engine.asked.length, 0);
    assert.ok(engine.share <= 0.2, String(engine.share));
    const [record] = engine.builder.context;
    const count = String(newlyFolded(engine).length);
    assert.ok(record !== undefined);
    assert.match(
      textOf(record.message),
      new RegExp(`\\[${count} older messages were compacted without a summary\\]`, 'u'),
    );
    assert.equal(engine.newest.event.reason, 'emergency');
  });

  it('changes more than the eligible share of messages at 95 % only if the context would otherwise stay above 85 %', async () => {
    const passesOf = async (emergency: number): Promise<readonly (readonly [string, number])[]> => {
      const shares = { ...settings.eligibleShares, emergency };
      const engine = new EngineHarness({
        settings: { ...settings, eligibleShares: shares },
        usableTokens: 4_000,
      });
      fillTo(engine, 0.95);
      await engine.compactor.check();
      assert.ok(engine.share <= settings.thresholds.aggressive);
      return engine.newest.event.passes.map(({ name, treated }) => [name, treated] as const);
    };
    const treated = (passes: Awaited<ReturnType<typeof passesOf>>, name: string): number =>
      passes.find((pass) => pass[0] === name)?.[1] ?? 0;
    const [all, half, little] = [await passesOf(1), await passesOf(0.5), await passesOf(0.05)];
    assert.ok(treated(all, 'foldOldest') > treated(half, 'foldOldest'));
    assert.equal(treated(half, 'squeeze'), 0);
    assert.ok(treated(little, 'squeeze') > 0, JSON.stringify(little));
  });

  it('stops at the target even if the eligible share of messages is not used up', async () => {
    const engine = tiered(0.85);
    engine.settings = { ...settings, target: 0.8 };
    await engine.compactor.check();
    assert.ok(newlyFolded(engine).length < 85);
    assert.ok(engine.share <= 0.8);
  });

  it('says in the notes how many messages are not covered by a summary, and keeps the earlier summary', async () => {
    const engine = new EngineHarness({ settings, usableTokens: 2_000, hasModel: true });
    fillTo(engine, 0.8);
    await engine.compactor.check();
    await settle();
    engine.awaited.succeed();
    await engine.compactor.settled();
    fillTo(engine, 0.95);
    await engine.compactor.check();
    const [record] = engine.builder.context;
    const count = String(newlyFolded(engine).length);
    assert.ok(record !== undefined);
    assert.match(textOf(record.message), new RegExp(`\\[${count} older messages were compacted`, 'u'));
    assert.match(textOf(record.message), /They went on\./u);
  });
});

describe('A requested compaction', () => {
  it('reduces 847 messages of 142,000 tokens to at most 5,000 tokens', async () => {
    // A requested compaction has no threshold and no target. The newest 20 messages are short.
    const settings = { ...plain, recordTokens: 4_000, keepRecentMessages: 20 };
    const engine = new EngineHarness({ settings, usableTokens: 160_000 });
    const { builder } = engine;
    builder.user(`Fix the date parser in src/dates.ts ${wordsOf(50)}`);
    for (let call = 0; call < 413; call += 1) {
      builder.tool('read_file', { path: `src/file${String(call)}.ts` }, wordsOf(333, `text${String(call)}`));
    }
    builder.turns(10, 15);
    assert.equal(builder.session.messages.length, 847);
    assert.ok(Math.abs(engine.tokens - 142_000) < 1_500, String(engine.tokens));
    const outcome = await engine.compactor.compactNow();
    assert.equal(outcome.done, true);
    const { context } = builder;
    assert.equal(context.length, 21);
    assert.equal(context[0]?.treatment, 'notes');
    assert.deepEqual(
      context.slice(1).flatMap(({ entries }) => entries),
      messageIds(828, 847),
    );
    assert.ok(engine.tokens <= 5_000, String(engine.tokens));
    assert.equal(engine.newest.event.messagesAfter, 21);
  });

  it('reports that there is nothing to compact if the session has only four messages', async () => {
    const engine = new EngineHarness({ settings: plain });
    engine.builder.turns(2);
    const outcome = await engine.compactor.compactNow();
    assert.equal(outcome.done ? '' : outcome.reason, 'no_eligible_batch');
  });
});
