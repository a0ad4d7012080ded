import assert from 'node:assert/strict';
import type { CancelSignal } from '../../../../src/core/cancellation.ts';
import { COUNTDOWN_MS } from '../../../../src/core/compaction/decide/asking.ts';
import { DEFAULT_SETTINGS, type CompactionWhen } from '../../../../src/core/compaction/settings.ts';
import { EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const tiers = DEFAULT_SETTINGS.thresholds;

/** A countdown that ends when the test says so. */
class Countdown {
  signal: CancelSignal | undefined;
  ms = 0;
  #end: () => void = () => undefined;

  readonly wait = (ms: number, signal: CancelSignal): Promise<void> => {
    Object.assign(this, { ms, signal });
    return new Promise((resolve) => (this.#end = resolve));
  };

  async ends(): Promise<void> {
    this.#end();
    await settle();
  }
}

function engineAt(share: number, when: CompactionWhen, countdown?: Countdown): EngineHarness {
  const engine = new EngineHarness({
    settings: { ...smallSettings, when },
    ...(countdown && { countdown: countdown.wait }),
  });
  talkTo(engine, share);
  return engine;
}

describe('Compaction with the setting `ask`', () => {
  it('starts when the person agrees', async () => {
    const engine = engineAt(tiers.background, 'ask');
    const asks = { run: false, reason: 'asks_first' };
    assert.deepEqual([await engine.compactor.check(), await engine.compactor.check()], [asks, asks]);
    assert.deepEqual(engine.compactor.asking.question, { tier: 'background' });
    assert.deepEqual([engine.compactions.length, engine.runs.length], [0, 0]);
    engine.compactor.asking.agree();
    await settle();
    assert.deepEqual([engine.newest.event.reason, engine.newest.event.tier], ['threshold', 'background']);
    assert.equal(engine.compactor.asking.question, undefined);
  });

  it('has the same result as an automatic run', async () => {
    const [asking, automatic] = [engineAt(tiers.background, 'ask'), engineAt(tiers.background, 'automatic')];
    await asking.compactor.check();
    asking.compactor.asking.agree();
    await settle();
    await automatic.compactor.check();
    assert.deepEqual(asking.builder.context, automatic.builder.context);
  });

  it('starts when the countdown ends, unless the countdown was stopped', async () => {
    const countdown = new Countdown();
    const engine = engineAt(tiers.background, 'ask', countdown);
    await engine.compactor.check();
    assert.deepEqual([countdown.ms, engine.compactor.asking.question?.leftMs], [COUNTDOWN_MS, COUNTDOWN_MS]);
    engine.compactor.asking.stopCountdown();
    assert.deepEqual(engine.compactor.asking.question, { tier: 'background' });
    await countdown.ends();
    assert.equal(engine.compactions.length, 0);

    const other = new Countdown();
    const waited = engineAt(tiers.background, 'ask', other);
    await waited.compactor.check();
    await other.ends();
    assert.equal(waited.compactions.length, 1);
  });

  it('is paused after “Later” until the next threshold or the end of a stage', async () => {
    const engine = engineAt(tiers.background, 'ask');
    await engine.compactor.check();
    engine.compactor.defer();
    assert.equal(engine.compactor.asking.question, undefined);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'deferred_by_user' });
    talkTo(engine, tiers.aggressive);
    await engine.compactor.check();
    assert.deepEqual(engine.compactor.asking.question, { tier: 'aggressive' });
    engine.compactor.defer();
    const stage = { kind: 'stage', title: 'Done', by: 'person', first: 'm1', last: 'm2' } as const;
    engine.builder.append({ ...stage, messageCount: 2, detailed: 'a', brief: 'b' });
    await engine.compactor.check();
    assert.deepEqual(engine.compactor.asking.question, { tier: 'aggressive' });
  });

  it('closes the question when the person compacts or no compaction is needed', async () => {
    const engine = engineAt(tiers.background, 'ask', new Countdown());
    await engine.compactor.check();
    await engine.compactor.compactNow();
    assert.equal(engine.compactor.asking.question, undefined);
    engine.compactor.asking.agree();
    engine.compactor.asking.stopCountdown();
    await settle();
    assert.equal(engine.compactions.length, 1);

    const idle = engineAt(tiers.background, 'ask');
    await idle.compactor.check();
    idle.reportedTokens = 0;
    await idle.compactor.check();
    assert.equal(idle.compactor.asking.question, undefined);
  });

  it('closes the question when the session is closed', async () => {
    const countdown = new Countdown();
    const engine = engineAt(tiers.background, 'ask', countdown);
    await engine.compactor.check();
    await engine.compactor.close();
    await countdown.ends();
    assert.deepEqual([engine.compactor.asking.question, engine.compactions.length], [undefined, 0]);
  });
});

describe('Automatic compaction', () => {
  it('is skipped at the aggressive tier if the setting is manual, but the person can still compact', async () => {
    const engine = engineAt(tiers.aggressive, 'manual');
    const due = await engine.compactor.check();
    assert.deepEqual(due, { run: false, reason: 'only_by_person' });
    assert.equal((await engine.compactor.compactNow()).done, true);
  });

  for (const when of ['ask', 'manual'] as const)
    it(`runs in an emergency even if the setting is ${when}`, async () => {
      const engine = engineAt(0.3, when);
      engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(300));
      engine.builder.turns(6);
      assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'below_threshold' });
      talkTo(engine, tiers.emergency);
      assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'emergency' });
      assert.equal(engine.newest.event.reason, 'emergency');
    });
});

describe('An automatic run', () => {
  function amidTurn(share: number): EngineHarness {
    const engine = engineAt(share - 0.03, 'automatic');
    engine.builder.user('Go on.');
    while (engine.share < share) engine.builder.tool('read_file', { path: 'a.ts' }, 'short');
    return engine;
  }

  it('waits for the end of the turn', async () => {
    const engine = amidTurn(tiers.background);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'waits_for_turn' });
    assert.deepEqual(engine.runs, []);
    engine.builder.says('Done.');
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
  });

  it('waits while steps of the model’s plan are open', async () => {
    const engine = engineAt(tiers.background - 0.05, 'automatic');
    const plan = (status: string): void => {
      engine.builder.tool('update_plan', { plan: [{ step: 'Mend the tides', status }] }, 'Kept.');
      engine.builder.says('So much for now.');
    };
    plan('in_progress');
    talkTo(engine, tiers.background);
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'waits_for_turn' });
    plan('completed');
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
  });

  it('does not wait for a plan that the model has not updated for ten turns', async () => {
    const engine = engineAt(tiers.background - 0.05, 'automatic');
    engine.builder.tool('update_plan', { plan: [{ step: 'Mend the tides', status: 'pending' }] }, 'Kept.');
    for (let turn = 0; turn < 9; turn += 1) engine.builder.user('Go on.');
    while (engine.share < tiers.background) engine.builder.says('So much for now.');
    assert.deepEqual(await engine.compactor.check(), { run: false, reason: 'waits_for_turn' });
    engine.builder.user('Go on.');
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'background' });
  });

  it('starts before the end of the turn if the caller says that the moment is good', async () => {
    const engine = amidTurn(tiers.background);
    assert.equal((await engine.compactor.check('threshold', true)).run, true);
  });

  it('does not wait if the next tier is reached', async () => {
    const engine = amidTurn(tiers.aggressive);
    assert.deepEqual(await engine.compactor.check(), { run: true, tier: 'aggressive' });
  });

  it('that asks the person first keeps its question open while the turn continues', async () => {
    const engine = engineAt(tiers.background, 'ask');
    await engine.compactor.check();
    engine.builder.tool('read_file', { path: 'a.ts' }, 'short');
    await engine.compactor.check();
    assert.deepEqual(engine.compactor.asking.question, { tier: 'background' });
  });
});
