import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { Budget } from '../../../../src/core/chat/sessionBudget.ts';
import { errorRow } from '../../../../src/extension/chat/errorRow.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

const answer = (inputTokens: number) => ({ text: 'Yes.', usage: { inputTokens, outputTokens: 10 } });
const noticed = ({ events }: Talk): readonly string[] =>
  events.flatMap((event) => (event.type === 'noticed' ? [event.sentence] : []));

/** Returns a talk with a budget. Each request takes 490 tokens, and each answer 10. */
function within(budget: Budget, ports: Parameters<typeof talkWith>[1] = {}): Promise<Talk> {
  return talkWith([answer(490)], { ports: { budget: () => budget, ...ports.ports } });
}

describe('A session’s budget', () => {
  it('allows all requests without a notice if the budget has no limit', async () => {
    const talk = await within({});
    for (const text of ['a', 'b', 'c']) await say(talk, text);
    assert.deepEqual([talk.ends(), noticed(talk)], [['answered', 'answered', 'answered'], []]);
  });

  it('leads to one warning at 80 %', async () => {
    const talk = await within({ tokens: 1_250 });
    await say(talk, 'a');
    assert.deepEqual(noticed(talk), []);
    await say(talk, 'b');
    assert.deepEqual(noticed(talk), [
      'This session has used 1000 of its budget of 1250 tokens. At 100 %, Longthread asks you before the next request.',
    ]);
    await say(talk, 'c');
    assert.equal(noticed(talk).length, 1);
  });

  it('makes the next request wait for the person at 100 %', async () => {
    const talk = await within({ tokens: 1_000 });
    for (const text of ['a', 'b', 'c']) await say(talk, text);
    assert.equal(talk.model.requests.length, 2);
    assert.match(
      talk.ends().at(-1) ?? '',
      /^refused: This session has used 1000 of its budget of 1000 tokens\. “Go On”/u,
    );
    assert.equal(talk.context().at(-1), 'user: a note\nc');
  });

  it('allows the same amount again if the person agrees', async () => {
    const talk = await within({ tokens: 1_000 });
    for (const text of ['a', 'b', 'c']) await say(talk, text);
    talk.conversation.retry();
    await talk.conversation.settled();
    await say(talk, 'd');
    assert.deepEqual(talk.ends().slice(2), [talk.ends()[2], 'answered', 'answered']);
    await say(talk, 'e');
    assert.match(talk.ends().at(-1) ?? '', /has used 2000 of its budget of 1000 tokens/u);
  });

  it('applies to the requests of a host’s agent', async () => {
    const talk = await within({ tokens: 500 });
    await say(talk, 'a');
    const asking = talk.conversation.ask(neverCancelled);
    const { value } = await asking.next();
    assert.ok('kind' in value && value.kind === 'refused' && value.reason === 'overBudget');
  });

  it('can be in dollars if the model’s price is known', async () => {
    const price = { input: 1_000, output: 1_000 };
    const model = new ScriptedModel([answer(490)], { window: 1_000, price });
    const talk = await within({ dollars: 1, tokens: 1_000_000 }, { ports: { model: () => model } });
    for (const text of ['a', 'b', 'c']) await say(talk, text);
    assert.equal(model.requests.length, 2);
    assert.match(talk.ends().at(-1) ?? '', /has used \$1\.00 of its budget of \$1\.00/u);
  });

  it('in dollars leads to one notice if the price is unknown', async () => {
    const talk = await within({ dollars: 0.01 });
    await say(talk, 'a');
    await say(talk, 'b');
    assert.equal(noticed(talk).length, 1);
    assert.match(noticed(talk)[0] ?? '', /^The prices of some requests in this session are unknown/u);
  });

  for (const budget of [{ tokens: 1_000 }, { dollars: 1 }])
    it(`leads to one notice if answers report no tokens: ${JSON.stringify(budget)}`, async () => {
      const talk = await talkWith([{ text: 'Yes.' }], { ports: { budget: () => budget } });
      await say(talk, 'a');
      await say(talk, 'b');
      assert.equal(noticed(talk).length, 1);
      assert.match(noticed(talk)[0] ?? '', /came without token counts, so the budget does not count them/u);
    });

  it('that is used up is shown in the thread with an action to continue', () => {
    const end = { kind: 'refused', reason: 'overBudget', sentence: 'Used.' } as const;
    const row = errorRow(end, { id: 'x', at: 1 });
    assert.deepEqual(
      row?.actions.map(({ label }) => label),
      ['Go On', 'Open Settings'],
    );
  });
});
