import assert from 'node:assert/strict';
import { pendingProse } from '../../../../src/core/compaction/plan/standing.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';

/** Returns a conversation that filled half of 1,000 tokens and was compacted. Its model is being asked for notes. */
async function compacted(): Promise<EngineHarness> {
  const made = new EngineHarness({ hasModel: true });
  talkTo(made, 0.5);
  assert.equal((await made.compactor.compactNow()).done, true);
  await settle();
  return made;
}

describe('a model’s summary after a compaction', () => {
  it('can be read while the model writes the summary', async () => {
    const made = await compacted();
    const { following } = made.compactor;
    assert.deepEqual(following.writing, { compaction: made.newest.id, text: '' });
    const { context } = made.builder;
    made.awaited.request.onText?.('They went');
    assert.deepEqual(following.writing, { compaction: made.newest.id, text: 'They went' });
    assert.deepEqual(made.builder.context, context, 'an incomplete text was in the context');
    made.awaited.succeed('They went on.');
    await made.compactor.settled();
    assert.equal(following.writing, undefined);
    assert.ok(
      made.newest.blocks.some(({ kind, text }) => kind === 'summary' && text.includes('They went on.')),
    );
  });

  it('is neither written nor requested again for the same messages if the person refused the summary', async () => {
    const made = await compacted();
    const refused = made.newest.folded.flatMap(({ ids }) => ids);
    const { context } = made.builder;
    made.awaited.request.onText?.('They went');
    made.compactor.following.refuse();
    await made.compactor.cancel();
    made.awaited.request.onText?.('They went on');
    await settle();
    assert.equal(made.compactor.following.writing, undefined);
    assert.deepEqual(made.builder.context, context);
    const run = made.runs.at(-1);
    assert.deepEqual([run?.state, run?.reason, run?.compaction], ['cancelled', 'refused', made.newest.id]);
    assert.equal(pendingProse(made.builder.session).size, 0);
    made.builder.turns(10);
    assert.equal((await made.compactor.compactNow()).done, true);
    await settle();
    const asked = new Set(made.awaited.request.folded.map(({ id }) => id));
    assert.deepEqual(
      refused.filter((id) => asked.has(id)),
      [],
    );
    assert.ok(asked.size > 0);
  });

  it('is requested again by the next compaction after a cancellation', async () => {
    const made = await compacted();
    await made.compactor.cancel();
    assert.equal(made.runs.at(-1)?.reason, 'cancelled');
    const missing = [...pendingProse(made.builder.session)];
    assert.ok(missing.length > 0);
    made.builder.turns(10);
    assert.equal((await made.compactor.compactNow()).done, true);
    await settle();
    const asked = new Set(made.awaited.request.folded.map(({ id }) => id));
    assert.ok(missing.every((id) => asked.has(id)));
  });

  it('can’t be refused if the summary is complete', async () => {
    const made = await compacted();
    made.awaited.succeed();
    await made.compactor.settled();
    const { length } = made.runs;
    made.compactor.following.refuse();
    await made.compactor.cancel();
    assert.equal(made.runs.length, length);
  });

  it('is not requested if the person refused a summary in advance', async () => {
    const made = new EngineHarness({ hasModel: true });
    talkTo(made, 0.5);
    const shown = atOnce(made.compactor.preview({ withoutModel: true }));
    const outcome = await made.compactor.compactNow({ withoutModel: true });
    await settle();
    assert.ok(shown.run && outcome.done);
    assert.deepEqual(outcome.entry.blocks, shown.draft.blocks);
    assert.equal(outcome.entry.prosePending, false);
    assert.deepEqual([made.asked.length, made.compactor.step], [0, undefined]);
    assert.equal(pendingProse(made.builder.session).size, 0);
  });
});
