import assert from 'node:assert/strict';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

/** Returns a talk with a nearly full context, whose model was replaced in the pause before the next compaction. */
async function replacedInPause(
  next: ScriptedModel | undefined,
): Promise<Talk & { readonly first: ScriptedModel }> {
  const first = new ScriptedModel(['One.', 'Two.'], { id: 'first', window: 1_000 });
  let model: ScriptedModel | undefined = first;
  const sleep = () => {
    model = next;
    return Promise.resolve();
  };
  const talk = await talkWith([], { ports: { model: () => model, sleep } });
  await say(talk, wordsOf(300));
  await say(talk, wordsOf(450));
  return { ...talk, first };
}

describe('A model that is replaced before a request is sent', () => {
  it('does not get the request: the new model gets it, after a check of the new model’s window', async () => {
    const next = new ScriptedModel(['Three.'], { id: 'next', window: 50_000 });
    const { first, live, ends } = await replacedInPause(next);
    assert.deepEqual([first.requests.length, next.requests.length], [1, 1]);
    assert.deepEqual(live.session.compactions, []);
    assert.deepEqual(ends(), ['answered', 'answered']);
  });

  it('does not get the request even if no other model is connected', async () => {
    const { first, ends } = await replacedInPause(undefined);
    assert.equal(first.requests.length, 1);
    assert.match(ends().at(-1) ?? '', /^refused: No model is connected/u);
  });
});

describe('The usage that a model reports', () => {
  it('is not the gauge’s figure while another model is chosen', async () => {
    const reported = { text: 'Yes.', usage: { inputTokens: 400, outputTokens: 1 } };
    const [first, next] = ['first', 'next'].map((id) => new ScriptedModel([reported], { id, window: 1_000 }));
    let model = first;
    const talk = await talkWith([], { ports: { model: () => model } });
    await say(talk, wordsOf(300));
    const figures = (chosen: ScriptedModel | undefined): readonly unknown[] => {
      model = chosen;
      const { request } = talk.conversation;
      return [request.gauge().isEstimated, request.baseline?.usage.inputTokens];
    };
    assert.deepEqual(figures(next), [true, undefined]);
    assert.deepEqual(figures(first), [false, 400]);
    assert.deepEqual(figures(undefined), [false, 400]);
  });
});
