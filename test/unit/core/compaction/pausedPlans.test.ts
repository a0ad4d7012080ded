import assert from 'node:assert/strict';
import { EngineHarness, engineAt, settle } from '../../../support/engineHarness.ts';

/** Pauses that end when the test says so. */
class Pauses {
  taken = 0;
  #go: () => void = () => undefined;

  readonly pause = (): Promise<void> => {
    this.taken += 1;
    return new Promise((resolve) => (this.#go = resolve));
  };

  /** Ends all pauses until the plan no longer pauses. */
  async endAll(): Promise<void> {
    for (let before = -1; before !== this.taken;) {
      before = this.taken;
      this.#go();
      await settle();
    }
  }
}

describe('A compaction planned with pauses', () => {
  it('equals one planned without them', async () => {
    const [paused, atOnce] = [engineAt(0.8, { pause: async () => undefined }), engineAt(0.8)];
    assert.ok((await paused.compactor.compactNow()).done);
    assert.ok((await atOnce.compactor.compactNow()).done);
    assert.deepEqual(paused.builder.context, atOnce.builder.context);
  });

  it('lets messages come meanwhile, and leaves them unchanged', async () => {
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

  it('runs alone: the person’s requests are refused meanwhile, and automatic ones wait', async () => {
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

  it('is abandoned when its sources changed', async () => {
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

  it('makes closing wait for the plan', async () => {
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
