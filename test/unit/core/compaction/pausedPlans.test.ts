import assert from 'node:assert/strict';
import type { Outcome } from '../../../../src/core/compaction/commit/run.ts';
import { EngineHarness, engineAt, settle } from '../../../support/engineHarness.ts';

/** Pauses that end when the test says so. */
class Pauses {
  taken = 0;
  #go: () => void = () => undefined;

  readonly pause = (): Promise<void> => {
    this.taken += 1;
    return new Promise((resolve) => (this.#go = resolve));
  };

  /** Ends pauses one by one, until `isThere` returns true or the work no longer pauses. */
  async endUntil(isThere: () => boolean): Promise<void> {
    for (let before = -1; before !== this.taken && !isThere();) {
      before = this.taken;
      this.#go();
      await settle();
    }
  }

  endAll(): Promise<void> {
    return this.endUntil(() => false);
  }
}

describe('A compaction planned in steps', () => {
  it('is the same as a compaction planned in a single step', async () => {
    const [paused, atOnce] = [engineAt(0.8, { pause: async () => undefined }), engineAt(0.8)];
    assert.ok((await paused.compactor.compactNow()).done);
    assert.ok((await atOnce.compactor.compactNow()).done);
    assert.deepEqual(paused.builder.context, atOnce.builder.context);
  });

  it('does not change messages added between two steps', async () => {
    const pauses = new Pauses();
    const engine = engineAt(0.8, pauses);
    const asked = engine.compactor.compactNow();
    await settle();
    assert.ok(engine.compactor.isRunning);
    engine.builder.user('What about the harbour?');
    await pauses.endAll();
    assert.ok((await asked).done);
    assert.equal(engine.compactions.length, 1);
    assert.ok(
      engine.builder.context
        .at(-1)
        ?.message.parts.some((part) => 'text' in part && part.text.includes('harbour')),
    );
  });

  it('refuses another compaction until the first compaction ends', async () => {
    const pauses = new Pauses();
    const engine = engineAt(0.8, pauses);
    const first = engine.compactor.compactNow();
    await settle();
    const second = await engine.compactor.compactNow();
    assert.ok(!second.done && second.reason === 'already_in_flight');
    const checked = engine.compactor.check();
    await pauses.endAll();
    assert.ok((await first).done);
    assert.equal((await checked).run, false);
    assert.equal(engine.compactions.length, 1);
  });

  it('is abandoned if the sources change', async () => {
    const pauses = new Pauses();
    const engine = engineAt(0.8, pauses);
    const asked = engine.compactor.compactNow();
    await settle();
    engine.builder.append({ kind: 'rewind', before: 'm3' });
    await pauses.endAll();
    const outcome = await asked;
    assert.ok(!outcome.done && outcome.reason === 'superseded');
    assert.equal(engine.compactions.length, 0);
  });

  describe('whose token count is in progress', () => {
    async function counting(): Promise<{ pauses: Pauses; engine: EngineHarness; asked: Promise<Outcome> }> {
      const pauses = new Pauses();
      const engine = engineAt(0.8, pauses);
      const asked = engine.compactor.compactNow();
      await pauses.endUntil(() => engine.states.includes('started'));
      assert.deepEqual(engine.states, ['started']);
      return { pauses, engine, asked };
    }

    it('also counts the tokens of a new message', async () => {
      const { pauses, engine, asked } = await counting();
      engine.builder.user('What about the harbour?');
      const { tokens } = engine;
      await pauses.endAll();
      assert.ok((await asked).done);
      const { tokensBefore, tokensAfter, messagesAfter } = engine.newest.event;
      assert.deepEqual([tokensBefore, tokensAfter], [tokens, engine.tokens]);
      assert.equal(messagesAfter, engine.builder.context.length);
    });

    it('is abandoned if a rewind changes the sources', async () => {
      const { pauses, engine, asked } = await counting();
      engine.builder.append({ kind: 'rewind', before: 'm3' });
      await pauses.endAll();
      const outcome = await asked;
      assert.ok(!outcome.done && outcome.reason === 'superseded');
      assert.equal(engine.compactions.length, 0);
    });

    it('commits nothing if the compaction is cancelled', async () => {
      const { pauses, engine, asked } = await counting();
      const cancelled = engine.compactor.cancel();
      await pauses.endAll();
      await cancelled;
      const outcome = await asked;
      assert.ok(!outcome.done && outcome.reason === 'cancelled');
      assert.equal(engine.compactions.length, 0);
    });
  });

  it('drops the model’s summary if the source messages change during the summary’s token count', async () => {
    const pauses = new Pauses();
    const engine = engineAt(0.8, { pause: pauses.pause, hasModel: true });
    const asked = engine.compactor.compactNow();
    await pauses.endAll();
    assert.ok((await asked).done);
    engine.awaited.succeed();
    await settle();
    await pauses.endUntil(() => engine.compactor.following.writing === undefined);
    engine.builder.append({ kind: 'rewind', before: 'm3' });
    await pauses.endAll();
    await engine.compactor.settled();
    const last = engine.runs.at(-1);
    assert.deepEqual([last?.state, last?.reason], ['cancelled', 'superseded']);
    assert.equal(engine.compactions.length, 1);
  });

  it('delays the closing of the session until the plan is complete', async () => {
    const pauses = new Pauses();
    const engine = new EngineHarness(pauses);
    engine.builder.turns(50);
    const checked = engine.compactor.check();
    await settle();
    let isClosed = false;
    const closed = engine.compactor.close().then(() => (isClosed = true));
    await settle();
    assert.equal(isClosed, false);
    await pauses.endAll();
    await Promise.all([checked, closed]);
    assert.ok(pauses.taken > 0);
    assert.ok(!engine.compactor.isRunning);
  });
});
