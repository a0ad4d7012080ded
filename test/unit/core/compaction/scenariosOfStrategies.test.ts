import assert from 'node:assert/strict';
import { planned } from '../../../support/planned.ts';

import { textOf } from '../../../../src/core/log/message.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness, fillTo, messageIds, newlyFolded } from '../../../support/engineHarness.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';

/** Settings whose results can be computed by hand. Each scenario states which of these settings it changes. */
const plain: CompactionSettings = {
  ...DEFAULT_SETTINGS,
  minSavingTokens: 1,
  stubs: { minTokens: 20, minTotalSaving: 1, protectedTokens: 0 },
  recordTokens: 200,
};

describe('The strategy `staged`', () => {
  // The trigger is 0.85, the target 0.849, the minimum saving 1 token, and the record has 200 tokens.
  const settings: CompactionSettings = {
    ...plain,
    staged: { ...plain.staged, trigger: 0.85, target: 0.849 },
    keepRecentMessages: 4,
    recordTokens: 200,
  };
  const staged = (usableTokens: number): EngineHarness =>
    new EngineHarness({ strategy: STRATEGIES.staged, settings, usableTokens });

  it('at 87 % drops only small talk if this meets the target', async () => {
    const engine = staged(4_000);
    engine.builder.user(wordsOf(6));
    engine.builder.says(wordsOf(6));
    for (let turn = 0; turn < 20; turn += 1) {
      engine.builder.user('thanks a lot');
      engine.builder.says(wordsOf(6));
    }
    fillTo(engine, 0.87);
    await engine.compactor.check();
    assert.ok(engine.share < 0.85, String(engine.share));
    assert.deepEqual(
      engine.newest.event.passes.map(({ name, treated }) => [name, treated]),
      [['chitchat', 20]],
    );
    assert.deepEqual(engine.newest.blocks, []);
    assert.ok(engine.builder.context.every(({ message }) => textOf(message) !== 'thanks a lot'));
    assert.equal(
      engine.builder.context.filter(({ message }) => message.role === 'assistant').length > 20,
      true,
    );
  });

  it('at 92 % folds only the two oldest finished stages if this meets the target', async () => {
    const engine = staged(10_000);
    for (let stage = 0; stage < 6; stage += 1) {
      const first = engine.builder.user(wordsOf(6));
      for (let message = 0; message < 5; message += 1) engine.builder.says(wordsOf(96));
      const last = engine.builder.says(wordsOf(6));
      engine.builder.stage(`Stage ${String(stage)}`, first, last);
    }
    fillTo(engine, 0.92);
    await engine.compactor.check();
    assert.ok(engine.share < 0.85, String(engine.share));
    assert.deepEqual(
      engine.newest.folded.map(({ as, ids }) => [as, ids]),
      [['digest', messageIds(1, 14)]],
    );
    assert.match(
      textOf(engine.builder.context[0]?.message ?? assert.fail()),
      /Stage 0 .*: Stage 0 in brief/u,
    );
  });

  it('folds only one finished stage if this stage, which takes 3 % of the window, is enough to meet the target', async () => {
    const engine = new EngineHarness({
      strategy: STRATEGIES.staged,
      settings: { ...DEFAULT_SETTINGS, minSavingTokens: 1, recordTokens: 1_200 },
      usableTokens: 30_000,
    });
    for (let stage = 0; stage < 7; stage += 1) {
      const first = engine.builder.user(wordsOf(446));
      engine.builder.stage(`Stage ${String(stage)}`, first, engine.builder.says(wordsOf(446)));
    }
    fillTo(engine, 0.86);
    await engine.compactor.check();
    assert.deepEqual(engine.newest.folded, [{ as: 'digest', ids: ['m1', 'm2'] }]);
    assert.ok(engine.share <= 0.84, String(engine.share));
  });

  it('folds only the oldest 20 of 120 messages if the session has no stages and this meets the target', async () => {
    const engine = staged(3_790);
    engine.builder.turns(60, 30);
    assert.ok(engine.share > 0.85);
    await engine.compactor.check();
    assert.deepEqual(
      engine.newest.folded.map(({ as, ids }) => [as, ids]),
      [['summary', messageIds(1, 20)]],
    );
  });

  it('folds all but the newest 50 messages as the last step', async () => {
    const engine = staged(4_000);
    const first = engine.builder.user(wordsOf(6));
    const last = engine.builder.says(wordsOf(300));
    engine.builder.stage('Only one', first, last);
    for (let turn = 0; turn < 40; turn += 1) engine.builder.turns(1, 45);
    await engine.compactor.compactNow();
    const passes = engine.newest.event.passes.map(({ name, treated }) => [name, treated]);
    assert.deepEqual(passes.slice(0, 5), [
      ['chitchat', 0],
      ['oldStages', 0],
      ['foldOldestOfStage', 20],
      ['recentStages', 2],
      ['keepNewest', 10],
    ]);
    assert.deepEqual(engine.newest.briefStages, ['e1']);
    assert.equal(engine.builder.context.filter(({ treatment }) => treatment === 'verbatim').length, 50);
  });

  it('folds batches of staged.batch messages and keeps the newest staged.keepMessages messages', async () => {
    const engine = staged(4_000);
    engine.settings = { ...settings, staged: { ...settings.staged, batch: 6, keepMessages: 12 } };
    engine.builder.turns(20, 30);
    await engine.compactor.compactNow();
    const treated = engine.newest.event.passes.map((pass) => [pass.name, pass.treated]);
    assert.deepEqual(treated.slice(2, 5), [
      ['foldOldestOfStage', 6],
      ['recentStages', 0],
      ['keepNewest', 22],
    ]);
    assert.equal(engine.builder.context.filter(({ treatment }) => treatment === 'verbatim').length, 12);
  });

  for (const turns of [15, 60]) {
    it(`finds nothing to compact in a second run on ${String(2 * turns)} messages, unless the run has a budget`, async () => {
      const engine = staged(40_000);
      engine.builder.turns(turns, 30);
      assert.equal((await engine.compactor.compactNow()).done, true);
      const again = await engine.compactor.compactNow();
      assert.ok(!again.done);
      assert.equal(again.reason, 'no_eligible_batch');
      assert.match(again.sentence, /nothing to compact yet/u);
      assert.equal(engine.compactions.length, 1);
      assert.equal(
        (await engine.compactor.compactNow({ budgetTokens: 400 })).done,
        true,
        'a run with a budget compacts nothing',
      );
    });
  }
});

describe('The strategy `rolling`', () => {
  // The trigger is 0.95, the target 0.8, at least 10 messages stay, and the record is only the eviction note.
  const settings: CompactionSettings = {
    ...plain,
    rolling: { trigger: 0.95, target: 0.8, keepMessages: 10 },
    keepRecentMessages: 2,
  };

  it('at 95 % evicts the oldest messages down to 80 %, and counts all evicted messages in a note', async () => {
    const engine = new EngineHarness({
      strategy: STRATEGIES.rolling,
      settings,
      usableTokens: 4_000,
      hasModel: true,
    });
    fillTo(engine, 0.95);
    await engine.compactor.check();
    assert.equal(engine.asked.length, 0);
    assert.ok(engine.share <= 0.8 && engine.share > 0.74, String(engine.share));
    const left = newlyFolded(engine).length;
    fillTo(engine, 0.95);
    await engine.compactor.check();
    const all = String(left + newlyFolded(engine).length);
    assert.match(
      textOf(engine.builder.context[0]?.message ?? assert.fail()),
      new RegExp(`\\[${all} older messages left the context\\]\\n\\d+ tokens, m1–m\\d+\\. Recall finds`, 'u'),
    );
    assert.equal(engine.builder.context[0]?.treatment, 'note');
  });

  it('keeps ten messages, even large messages', async () => {
    const engine = new EngineHarness({ strategy: STRATEGIES.rolling, settings, usableTokens: 4_000 });
    engine.builder.turns(6, 330);
    assert.ok(engine.share >= 0.95);
    await engine.compactor.check();
    assert.equal(engine.builder.context.length, 11);
  });

  it('keeps ten messages in the second run, too', async () => {
    const engine = new EngineHarness({ strategy: STRATEGIES.rolling, settings, usableTokens: 4_000 });
    for (const run of [1, 2]) {
      while (engine.share < 0.95) engine.builder.turns(1, 330);
      await engine.compactor.check();
      assert.equal(engine.compactions.length, run);
      assert.equal(engine.builder.context.length, 11, `run ${String(run)}`);
    }
  });

  it('writes no eviction note if the note is turned off', async () => {
    const engine = new EngineHarness({
      strategy: STRATEGIES.rolling,
      settings: { ...settings, evictionNote: false },
      usableTokens: 1_000,
    });
    for (let turn = 0; turn < 30; turn += 1) engine.builder.turns(1, 18);
    await engine.compactor.check();
    assert.deepEqual(engine.newest.blocks, []);
    assert.equal(engine.builder.context[0]?.message.role, 'user');
  });

  it('is replaced by hybrid if the model can’t recall, with a single warning', async () => {
    const engine = new EngineHarness({ strategy: STRATEGIES.rolling, settings, usableTokens: 2_000 });
    engine.canRecall = false;
    fillTo(engine, 0.8);
    await engine.compactor.check();
    await engine.compactor.check();
    assert.equal(engine.newest.event.strategy, 'hybrid');
    assert.deepEqual(engine.warnings, ['rolling needs recall, which is off: hybrid is used instead.']);
    assert.equal(
      planned(atOnce(engine.compactor.preview({}, STRATEGIES.rolling))).plan.request.strategy.name,
      'hybrid',
    );
  });
});

describe('The strategy `hybrid`', () => {
  /**
   * Makes a session that reads two files and then changes the first file with the given call. Compacts the session to
   * the target share, and returns the ids of the shortened results.
   */
  const shortened = async (
    name: string,
    given: Readonly<Record<string, unknown>>,
    target: number,
  ): Promise<readonly string[]> => {
    const settings: CompactionSettings = { ...plain, keepRecentMessages: 2, recordTokens: 100 };
    const engine = new EngineHarness({ settings, usableTokens: 2_000 });
    engine.builder.user(wordsOf(6));
    engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(196));
    engine.builder.tool('read_file', { path: 'b.ts' }, wordsOf(196));
    engine.builder.tool(name, given, 'done');
    engine.builder.turns(6);
    engine.settings = {
      ...settings,
      target,
      thresholds: { background: 0.25, aggressive: 0.9, emergency: 0.95 },
    };
    engine.settings = { ...engine.settings, eligibleShares: { background: 1, aggressive: 1, emergency: 1 } };
    await engine.compactor.check();
    assert.deepEqual(engine.newest.folded, []);
    assert.equal(engine.newest.replaced[0]?.text, '[read_file a.ts · 1 line · recall m3]');
    return engine.newest.replaced.map(({ id }) => id);
  };

  it('shortens superseded reads first, other reads next, and folds conversation last', async () => {
    const edit = { path: 'a.ts', text: 'x' };
    assert.deepEqual(await shortened('edit_file', edit, 0.2), ['m3']);
    assert.deepEqual(await shortened('edit_file', edit, 0.15), ['m3', 'm5']);
  });

  it('treats a read as superseded if the text of a later patch names the file', async () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n+x\n*** End Patch';
    assert.deepEqual(await shortened('apply_patch', { input }, 0.2), ['m3']);
  });
});
