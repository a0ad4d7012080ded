import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../../src/core/compaction/settings.ts';
import { SummaryError } from '../../../../src/core/summary/summary.ts';
import { engineAt, EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';

const tiers = DEFAULT_SETTINGS.thresholds;

describe('A model’s summary', () => {
  it('is not requested for small talk', async () => {
    const engine = new EngineHarness({ hasModel: true, settings: { ...smallSettings, target: 0.74 } });
    engine.builder.turns(1);
    for (let turn = 0; turn < 4; turn += 1) {
      engine.builder.user('ok thanks');
      engine.builder.says('Done.');
    }
    while (engine.share < 0.75) engine.builder.says(wordsOf(2));
    await engine.compactor.check();
    assert.equal(engine.asked.length, 0);
    assert.deepEqual([engine.newest.prosePending, engine.newest.blocks], [false, []]);
  });

  it('also covers the messages of an earlier summary that failed', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    await settle();
    engine.awaited.fail(new SummaryError('timeout', 'It took too long.', true, 'fake'));
    await engine.compactor.settled();
    const first = engine.newest;
    assert.deepEqual([first.prosePending, first.event.proseFailed], [true, 'It took too long.']);
    talkTo(engine, tiers.background);
    await engine.compactor.check();
    await settle();
    const summarized = new Set(engine.awaited.request.folded.map(({ id }) => id));
    assert.ok(first.folded.flatMap(({ ids }) => ids).every((id) => summarized.has(id)));
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.equal(engine.newest.prosePending, false);
  });

  it('can fail with an unexpected error, and the compaction still completes and records the error', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    await settle();
    engine.awaited.fail(new TypeError('a fault of ours'));
    await engine.compactor.settled();
    assert.equal(engine.newest.event.proseFailed, 'a fault of ours');
    assert.deepEqual(engine.states, ['started', 'failed', 'completed']);
  });

  it('is dropped if there is no room for the whole summary', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    await settle();
    engine.awaited.succeed(wordsOf(5_000));
    await engine.compactor.settled();
    assert.ok(engine.newest.blocks.every(({ kind }) => kind !== 'summary'));
    assert.equal(engine.newest.prosePending, true);
  });

  it('is added to the earlier summaries with the setting `stack`, or replaces all of them if their room is full', async () => {
    const settings: CompactionSettings = { ...smallSettings, summaries: 'stack', recordTokens: 200 };
    const engine = new EngineHarness({ settings, hasModel: true });
    const summaries = (): readonly string[] =>
      [
        ...told(engine.builder.context)
          .slice(0, 1)
          .join('')
          .matchAll(/story\d/gu),
      ].map(([text]) => text);
    for (const index of [1, 2, 3, 4]) {
      talkTo(engine, tiers.background);
      await engine.compactor.check();
      await settle();
      engine.awaited.succeed(wordsOf(40, `story${String(index)}`));
      await engine.compactor.settled();
    }
    assert.deepEqual([...new Set(summaries())], ['story4']);
    const [, second, third] = engine.compactions;
    assert.deepEqual(
      [second, third].map((entry) => entry?.blocks.find(({ kind }) => kind === 'summary')?.mode),
      ['stack', 'stack'],
    );
    assert.match(engine.asked.at(-1)?.request.earlier ?? '', /story1.*story2.*story3/su);
  });
});

describe('An unwritable log', () => {
  it('is reported after a background run', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    await settle();
    engine.appendError = new Error('The disk is full.');
    engine.awaited.succeed();
    await settle();
    assert.match(engine.errors[0] ?? '', /The disk is full/u);
    assert.deepEqual(engine.causes, [engine.appendError]);
    assert.equal(engine.compactor.isRunning, false);
  });

  it('makes check() and compactNow() fail with the error of the log', async () => {
    const engine = engineAt(tiers.emergency);
    engine.appendError = new Error('The disk is full.');
    await assert.rejects(engine.compactor.check(), /The disk is full/u);
    await assert.rejects(engine.compactor.compactNow(), /The disk is full/u);
    assert.equal(engine.compactor.isRunning, false);
  });
});

describe('The result of a background run', () => {
  for (const [what, change] of [
    ['a pin in the run’s range', (engine: EngineHarness) => engine.builder.pin('m1')],
    ['an exclusion in the run’s range', (engine: EngineHarness) => engine.builder.exclude('m1')],
    ['a rewind into the run’s range', (engine: EngineHarness) => engine.builder.rewind('m2')],
  ] as const) {
    it(`is discarded after ${what}`, async () => {
      const engine = engineAt(tiers.background, { hasModel: true });
      await engine.compactor.check();
      await settle();
      change(engine);
      engine.awaited.succeed();
      await engine.compactor.settled();
      assert.deepEqual(engine.compactions, []);
      assert.equal(engine.runs.at(-1)?.reason, 'superseded');
    });
  }

  it('is kept if only an observation and a pinned message were added during the run', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    await settle();
    engine.builder.append({ kind: 'note', source: 'editor', text: 'a.ts' });
    engine.builder.pin(engine.builder.user('more'));
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.equal(engine.compactions.length, 1);
  });

  it('is discarded if a rewind removed a compaction that the run built on', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    const last = engine.builder.session.messages.at(-1)?.id ?? '';
    engine.builder.compaction({ folded: [{ ids: [last], as: 'evicted' }] });
    await engine.compactor.check();
    await settle();
    engine.builder.rewind(last);
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.equal(engine.runs.at(-1)?.reason, 'superseded');
  });
});
