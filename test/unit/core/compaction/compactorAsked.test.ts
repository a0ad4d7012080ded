import assert from 'node:assert/strict';
import { planned } from '../../../support/planned.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { engineAt, EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';

const tiers = DEFAULT_SETTINGS.thresholds;

describe('An undo', () => {
  it('restores the context byte for byte, and pauses automatic runs below the next tier', async () => {
    const engine = engineAt(tiers.background);
    const before = engine.builder.context;
    await engine.compactor.check();
    assert.deepEqual(await engine.compactor.undo(engine.newest.id), [engine.newest.id]);
    assert.deepEqual(engine.builder.context, before);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
    talkTo(engine, tiers.aggressive);
    assert.equal((await engine.compactor.check()).run, true);
  });

  it('is reversed byte for byte by a redo', async () => {
    const engine = engineAt(tiers.background);
    await engine.compactor.check();
    const { context } = engine.builder;
    const { id } = engine.newest;
    assert.deepEqual(await engine.compactor.redo(), [], 'a redo had an effect although nothing was undone');
    await engine.compactor.undo(id);
    assert.deepEqual(await engine.compactor.redo(), [id]);
    assert.deepEqual(engine.builder.context, context);
    assert.equal(engine.compactor.restsThrough, undefined);
    assert.deepEqual(await engine.compactor.redo(), []);
  });

  it('pauses automatic runs until the person compacts', async () => {
    const engine = engineAt(tiers.background);
    await engine.compactor.check();
    await engine.compactor.undo(engine.newest.id);
    assert.equal(engine.compactor.restsThrough, 'background');
    assert.equal((await engine.compactor.compactNow()).done, true);
    assert.equal(engine.compactor.restsThrough, undefined);
  });

  it('still pauses automatic runs after a reopening of the session', async () => {
    const engine = engineAt(tiers.background);
    await engine.compactor.check();
    await engine.compactor.undo(engine.newest.id);
    const reopened = engine.newCompactor();
    assert.deepEqual(await reopened.check(), { run: false, reason: 'deferred_by_user' });
  });

  describe('with the single-tier strategy `rolling`', () => {
    const rests: readonly [how: string, rest: (engine: EngineHarness) => Promise<unknown>][] = [
      ['', (engine) => engine.compactor.undo(engine.newest.id)],
      [
        ', even if the person then chooses “Later”',
        async (engine) => {
          await engine.compactor.undo(engine.newest.id);
          engine.compactor.defer();
        },
      ],
    ];
    for (const [how, rest] of rests) {
      it(`pauses automatic runs for ten turns or until 97 % of the usable window is used${how}`, async () => {
        const engine = engineAt(0.95, { strategy: STRATEGIES.rolling });
        const resting = { run: false, reason: 'deferred_by_user' } as const;
        await engine.compactor.check();
        await rest(engine);
        assert.deepEqual(await engine.compactor.check(), resting);
        const shares = [0.95, 0.96, 0.969].map((share) => share * engine.usableTokens);
        for (let turn = 0; turn < 9; turn += 1) {
          engine.reportedTokens = shares[turn % shares.length];
          engine.builder.turns(1);
          engine.builder.client('a note of the editor');
          assert.deepEqual(await engine.compactor.check(), resting);
        }
        assert.deepEqual(engine.compactor.wouldRun(), resting);
        engine.reportedTokens = 970;
        assert.deepEqual(engine.compactor.wouldRun(), { run: true, tier: 'background' });
        engine.reportedTokens = 950;
        engine.builder.turns(1);
        assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
        assert.equal(engine.compactor.restsThrough, undefined);
      });
    }

    it('at 98 % of the window pauses automatic runs until the window is full', async () => {
      const engine = engineAt(0.98, { strategy: STRATEGIES.rolling });
      await engine.compactor.check();
      await engine.compactor.undo(engine.newest.id);
      engine.reportedTokens = 999;
      assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
      engine.reportedTokens = 1_000;
      assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
    });
  });

  it('pauses automatic runs for more than ten turns if a higher tier can end the pause', async () => {
    const engine = engineAt(tiers.background, { usableTokens: 10_000 });
    await engine.compactor.check();
    await engine.compactor.undo(engine.newest.id);
    engine.builder.turns(20);
    engine.reportedTokens = 8_000;
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
  });

  it('does not prevent a run at the emergency tier', async () => {
    const engine = engineAt(tiers.emergency);
    await engine.compactor.check();
    await engine.compactor.undo(engine.newest.id);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'emergency' });
  });

  it('of a compaction with the strategy `window` prevents a new compaction of the same turns', async () => {
    const settings: CompactionSettings = {
      ...smallSettings,
      window: { turns: 5, batch: 2 },
      recordTokens: 60,
    };
    const engine = new EngineHarness({ strategy: STRATEGIES.window, settings, usableTokens: 100_000 });
    engine.builder.turns(10, 60);
    assert.equal((await engine.compactor.check()).run, true);
    await engine.compactor.undo(engine.newest.id);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
  });

  it('also undoes later compactions that build on the undone compaction', async () => {
    const engine = engineAt(tiers.aggressive, { hasModel: true });
    const before = engine.builder.context;
    await engine.compactor.check();
    await settle();
    engine.awaited.succeed();
    await engine.compactor.settled();
    const [first] = engine.compactions;
    assert.ok(first !== undefined);
    void engine.compactor.compactNow();
    await settle();
    assert.equal(engine.compactor.step, 'summaryToFollow');
    assert.deepEqual(await engine.compactor.undo(first.id), [first.id, engine.newest.id]);
    assert.deepEqual(engine.builder.context, before);
    assert.deepEqual(await engine.compactor.undo(first.id), []);
    assert.equal(engine.compactor.isRunning, false);
  });
});

describe('An undo of an undone compaction, a message or an unknown entry', () => {
  it('has no effect', async () => {
    const engine = engineAt(tiers.background);
    await engine.compactor.check();
    const { id } = engine.newest;
    await engine.compactor.undo(id);
    engine.builder.turns(1);
    assert.equal((await engine.compactor.compactNow()).done, true);
    const [entries, changes] = [[...engine.builder.entries], engine.changes];
    for (const gone of [id, 'e999', 'm1']) assert.deepEqual(await engine.compactor.undo(gone), []);
    assert.deepEqual(engine.builder.entries, entries);
    assert.deepEqual([engine.changes, engine.compactor.restsThrough], [changes, undefined]);
  });
});

describe('Compact Now', () => {
  it('ignores the threshold and the minimum saving', async () => {
    const engine = engineAt(0.5, { settings: { ...smallSettings, minSavingTokens: 10_000 } });
    const outcome = await engine.compactor.compactNow({
      budgetTokens: 300,
      instructions: 'keep the numbers',
    });
    assert.equal(outcome.done, true);
    assert.ok(engine.tokens <= 300);
    assert.equal(engine.newest.event.instructions, 'keep the numbers');
    assert.deepEqual([engine.newest.event.tier, engine.newest.event.reason], ['manual', 'manual']);
  });

  it('reports which part is too large for the budget', async () => {
    const engine = engineAt(0.3);
    engine.builder.user(wordsOf(400));
    const outcome = await engine.compactor.compactNow({ budgetTokens: 100 });
    assert.equal(outcome.done ? '' : outcome.reason, 'cannot_fit');
    assert.match(
      outcome.done ? '' : outcome.sentence,
      /the budget is 100.*404 tokens of the newest message\. Shorten the newest message.*, or allow more tokens\.$/u,
    );
    assert.deepEqual(engine.runs, []);
  });

  it('fills over 90 % of a budget without exceeding it, even if the digests of stages enlarge the notes', async () => {
    const engine = new EngineHarness({
      settings: { ...smallSettings, recordTokens: 1_000 },
      usableTokens: 4_000,
    });
    for (let stage = 0; stage < 8; stage += 1) {
      const first = engine.builder.user(wordsOf(20));
      const digest = { detailed: wordsOf(90, 'detail'), brief: wordsOf(90, 'brief') };
      const last = engine.builder.says(wordsOf(200));
      const entry = {
        kind: 'stage',
        title: 'Stage',
        by: 'person',
        first,
        last,
        messageCount: 2,
        ...digest,
      } as const;
      engine.builder.append(entry);
      engine.builder.turns(1, 30);
    }
    for (const budgetTokens of [1_300, 1_000, 900]) {
      const { context } = planned(atOnce(engine.compactor.preview({ budgetTokens }, STRATEGIES.summarize)));
      const tokens = engine.account.ofContext(context);
      assert.ok(
        tokens <= budgetTokens && tokens > budgetTokens * 0.9,
        `${String(tokens)} of ${String(budgetTokens)}`,
      );
    }
  });

  it('reports the token counts of all parts of the smallest possible context if the budget is too small', async () => {
    const engine = engineAt(0.3);
    engine.builder.system(wordsOf(26));
    const [call] = engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(96));
    engine.builder.pin(call);
    engine.builder.user(wordsOf(46));
    const outcome = await engine.compactor.compactNow({ budgetTokens: 100 });
    assert.match(
      outcome.done ? '' : outcome.sentence,
      /smaller than 198 tokens, but the budget is 100\. These can’t be compacted: 106 tokens of the pinned messages, 50 of the newest message, 30 of the system text, 12 of the notes and what the provider adds to each message\./u,
    );
  });

  it('cancels a run that waits for the model', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    assert.equal(engine.compactor.step, 'summary');
    assert.equal((await engine.compactor.compactNow()).done, true);
    assert.deepEqual(engine.states, ['started', 'cancelled', 'started', 'completed']);
    assert.equal(engine.compactions.length, 1);
  });

  it('runs only once when the person requests two runs at the same time', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    const [first, second] = await Promise.all([engine.compactor.compactNow(), engine.compactor.compactNow()]);
    assert.equal(first.done, true);
    assert.deepEqual(second, {
      done: false,
      reason: 'already_in_flight',
      sentence: 'A compaction is running already.',
    });
    assert.equal(engine.compactions.length, 1);
  });

  it('commits exactly the compaction that the preview showed', async () => {
    const engine = engineAt(0.5);
    const before = engine.builder.entries.length;
    const preview = planned(atOnce(engine.compactor.preview({ budgetTokens: 300 })));
    assert.equal(engine.builder.entries.length, before);
    await engine.compactor.compactNow({ budgetTokens: 300 });
    assert.deepEqual(told(engine.builder.context), told(preview.context));
    assert.equal(engine.tokens, preview.tokensAfter);
  });

  it('changes nothing on a second request', async () => {
    const engine = engineAt(0.5);
    await engine.compactor.compactNow({ budgetTokens: 300 });
    const { context } = engine.builder;
    const again = await engine.compactor.compactNow({ budgetTokens: 300 });
    assert.equal(again.done ? '' : again.reason, 'no_eligible_batch');
    assert.deepEqual(engine.builder.context, context);
  });

  it('also rewrites the earlier notes if folding the last answer frees too few tokens', async () => {
    const engine = engineAt(0.9, { settings: { ...smallSettings, keepRecentMessages: 0 } });
    await engine.compactor.compactNow({ budgetTokens: 300 });
    engine.builder.turns(2, 60);
    await engine.compactor.compactNow({ budgetTokens: 250 });
    const outcome = await engine.compactor.compactNow({ budgetTokens: 140 });
    assert.equal(outcome.done, true);
    const { folded, replaced, blocks } = engine.newest;
    assert.deepEqual([folded, replaced], [[{ ids: ['m94'], as: 'summary' }], []]);
    assert.ok(blocks.some(({ kind, mode }) => kind === 'notes' && mode === 'replace'));
    assert.ok(engine.tokens <= 140, String(engine.tokens));
  });
});
