import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { engineAt, EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';

const tiers = DEFAULT_SETTINGS.thresholds;

describe('A skipped compaction', () => {
  it('has the reason below_threshold if the context is below the first threshold', async () => {
    const engine = engineAt(0.5);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'below_threshold' });
    assert.deepEqual(engine.runs, []);
  });

  it('has the reason already_in_flight if another run is in progress, even at the aggressive tier', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'already_in_flight' });
    talkTo(engine, tiers.aggressive);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'already_in_flight' });
    await settle();
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.equal(engine.compactions.length, 1);
    assert.equal(engine.compactor.isRunning, false);
  });

  it('has the reason no_eligible_batch if the newest request is the only message', async () => {
    const engine = new EngineHarness();
    engine.builder.user(wordsOf(800));
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'no_eligible_batch' });
  });

  it('has the reason not_worth_it if a run would free too few tokens', async () => {
    const settings = { ...smallSettings, minSavingTokens: 900 };
    const engine = engineAt(tiers.background, { settings });
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'not_worth_it' });
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'not_worth_it' });
    assert.deepEqual(
      engine.runs.map(({ state, reason, usedTokens }) => [state, reason, usedTokens]),
      [['skipped', 'not_worth_it', engine.tokens]],
    );
  });

  it('has the reason deferred_by_user after a postponement, until the context reaches the next tier', async () => {
    const engine = engineAt(tiers.background);
    engine.compactor.defer();
    assert.equal(engine.compactor.restsThrough, 'background');
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
    talkTo(engine, tiers.aggressive);
    assert.deepEqual(engine.compactor.wouldRun(), { run: true, tier: 'aggressive' });
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'aggressive' });
  });

  it('has the reason session_closing after the session is closed', async () => {
    const engine = engineAt(tiers.emergency);
    await engine.compactor.close();
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'session_closing' });
    assert.deepEqual(await engine.compactor.check('overflow'), { run: false, reason: 'session_closing' });
    const outcome = await engine.compactor.compactNow();
    assert.equal(outcome.done ? '' : outcome.reason, 'session_closing');
    assert.deepEqual(engine.runs, []);
  });

  it('is written to the output channel with the reason, even if the log gets no entry', async () => {
    const engine = engineAt(0.5);
    await engine.compactor.check();
    await engine.compactor.close();
    await engine.compactor.check();
    const place = `at ${String(engine.tokens)} of 1000 tokens`;
    assert.deepEqual(engine.infos, [
      `compaction skipped: below_threshold ${place}`,
      `compaction skipped: session_closing ${place}`,
    ]);
    assert.deepEqual(engine.runs, []);
  });

  it('has the reason read_only if another window writes the session', async () => {
    const engine = engineAt(tiers.emergency);
    engine.isReadOnly = true;
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'read_only' });
    assert.deepEqual(await engine.compactor.check('overflow'), { run: false, reason: 'read_only' });
    const outcome = await engine.compactor.compactNow();
    assert.equal(outcome.done ? '' : outcome.reason, 'read_only');
    assert.deepEqual(await engine.compactor.undo('e1'), []);
  });
});

describe('The log of a compaction run', () => {
  it('is written to disk before a check reports that the run is skipped', async () => {
    const engine = engineAt(tiers.background, { settings: { ...smallSettings, minSavingTokens: 900 } });
    const order: string[] = [];
    engine.disk = settle().then(() => void order.push('written'));
    await engine.compactor.check();
    order.push('checked');
    assert.deepEqual(order, ['written', 'checked']);
    assert.deepEqual(engine.states, ['skipped']);
  });

  it('reports a write error to the caller of check(), even if the run is skipped', async () => {
    const engine = engineAt(tiers.background, { settings: { ...smallSettings, minSavingTokens: 900 } });
    engine.appendError = new Error('The disk is full.');
    await assert.rejects(engine.compactor.check(), /The disk is full/u);
  });

  it('begins with an entry for the start of the run', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    const before = engine.changes;
    await engine.compactor.check();
    assert.equal(engine.compactor.isRunning, true);
    assert.ok(engine.changes > before);
    await settle();
    assert.deepEqual(engine.states, ['started']);
    assert.deepEqual(engine.compactions, []);
    engine.awaited.succeed();
    await engine.compactor.settled();
    assert.deepEqual(engine.states, ['started', 'completed']);
  });

  it('repeats the reason of a skipped run only after another run', async () => {
    const engine = engineAt(tiers.background);
    engine.compactor.defer();
    await engine.compactor.check();
    await engine.compactor.check();
    await engine.compactor.compactNow();
    talkTo(engine, tiers.background);
    engine.compactor.defer();
    await engine.compactor.check();
    assert.deepEqual(engine.states, ['skipped', 'started', 'completed', 'skipped']);
  });
});

describe('The emergency tier', () => {
  it('cancels the run in progress without waiting for the model', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    await settle();
    talkTo(engine, tiers.emergency);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'emergency' });
    assert.ok(engine.share <= tiers.aggressive);
    assert.deepEqual(engine.states, ['started', 'cancelled', 'started', 'completed']);
    engine.awaited.succeed();
    await settle();
    assert.equal(engine.compactions.length, 1);
  });

  it('makes a simultaneous second check wait', async () => {
    const engine = engineAt(tiers.emergency);
    const [first, second] = await Promise.all([engine.compactor.check(), engine.compactor.check()]);
    assert.deepEqual([first.run, second], [true, { run: false, reason: 'below_threshold' }]);
    assert.equal(engine.compactions.length, 1);
  });

  it('overrides all protections except those of pins, system text and the newest request', async () => {
    const engine = new EngineHarness();
    engine.builder.system(wordsOf(50));
    const pinned = engine.builder.user(wordsOf(100, 'pinned'));
    engine.builder.pin(pinned);
    engine.builder.user('read all');
    engine.builder.tool('read_file', { path: 'a' }, wordsOf(400));
    engine.builder.tool('read_file', { path: 'b' }, wordsOf(400));
    engine.builder.user(wordsOf(100, 'newest'));
    await engine.compactor.check();
    assert.ok(engine.share <= tiers.aggressive, String(engine.share));
    const texts = told(engine.builder.context);
    assert.ok(texts.includes(`user: ${wordsOf(100, 'pinned')}`));
    assert.equal(texts.at(-1), `user: ${wordsOf(100, 'newest')}`);
    assert.equal(texts[0], `system: ${wordsOf(50)}`);
  });

  it('keeps an excerpt of the newest tool result', async () => {
    const engine = new EngineHarness();
    engine.builder.user('read it');
    engine.builder.turns(10);
    engine.builder.user('again');
    const [, result] = engine.builder.tool('read_file', { path: 'a' }, wordsOf(3_000));
    await engine.compactor.check();
    assert.ok(engine.share <= tiers.aggressive, String(engine.share));
    const last = engine.builder.context.at(-1);
    assert.deepEqual([last?.treatment, last?.entries], ['excerpt', [result]]);
  });

  it('makes the context fit the window if the aggressive threshold can’t be reached', async () => {
    const engine = new EngineHarness();
    engine.builder.turns(5);
    engine.builder.tool('read_file', { path: 'a' }, wordsOf(300));
    engine.builder.user(wordsOf(900));
    await engine.compactor.check();
    assert.ok(engine.share > tiers.aggressive && engine.share <= 1, String(engine.share));
    assert.match(
      engine.warnings[0] ?? '',
      /can't be made smaller than \d+ tokens, but at most 850 may be used/u,
    );
  });

  it('makes the context as small as possible if the newest request alone is too large', async () => {
    const engine = engineAt(0.5);
    engine.builder.user(wordsOf(2_000));
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'emergency' });
    assert.equal(told(engine.builder.context).at(-1), `user: ${wordsOf(2_000)}`);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'no_eligible_batch' });
  });
});

describe('A context overflow reported by the provider', () => {
  it('leads to a compaction to less than the rejected size, even if the known window is larger', async () => {
    const engine = engineAt(0.5);
    const before = engine.tokens;
    assert.deepEqual(await engine.compactor.check('overflow'), { run: true, tier: 'emergency' });
    assert.ok(engine.tokens <= before * tiers.aggressive, `${String(engine.tokens)} of ${String(before)}`);
    assert.equal(engine.newest.event.reason, 'overflow');
  });

  it('cancels the run in progress', async () => {
    const engine = engineAt(tiers.background, { hasModel: true });
    await engine.compactor.check();
    assert.equal((await engine.compactor.check('overflow')).run, true);
    assert.deepEqual(engine.states, ['started', 'cancelled', 'started', 'completed']);
  });
});
