import assert from 'node:assert/strict';
import { textOf, type Usage } from '../../../../src/core/log/message.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { summaryOf } from '../../../support/engineHarness.ts';
import type { ScriptedAnswer } from '../../../support/scriptedModel.ts';
import { countWords, wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';
import { until } from '../../../support/until.ts';

/** Returns the usage that an endpoint reports for a request. */
function usageOf({ messages }: ChatRequest): Usage {
  const inputTokens = messages.reduce((sum, message) => sum + 4 + countWords(textOf(message)), 0);
  return { inputTokens, outputTokens: 1 };
}

function answers(request: ChatRequest): ScriptedAnswer {
  return { text: 'Yes.', usage: usageOf(request) };
}

const MESSAGES = 7;

/** Changes the session while the model answers the last message. Resolves after the answer. */
async function changeDuringAnswer(
  change: (talk: Talk) => Promise<unknown>,
  options: Parameters<typeof talkWith>[1] = { settings: { when: 'manual' } },
): Promise<Talk> {
  const changed = Promise.withResolvers<undefined>();
  const late = (request: ChatRequest) => changed.promise.then(() => answers(request));
  const talk = await talkWith([...Array.from({ length: MESSAGES - 1 }, () => answers), late], options);
  for (let message = 1; message < MESSAGES; message += 1) await say(talk, wordsOf(85));
  await talk.conversation.send([{ type: 'text', text: wordsOf(85) }]);
  await until('the model is asked', () => talk.model.requests.length === MESSAGES);
  await change(talk);
  changed.resolve(undefined);
  await talk.conversation.settled();
  return talk;
}

describe('The usage reported for an answer during which the context changed', () => {
  const changes: Readonly<Record<string, (talk: Talk) => Promise<unknown>>> = {
    'was compacted': ({ conversation }) => conversation.compactor.compactNow(),
    'lost an excluded message': ({ live }) => {
      const { id } = live.session.messages.find(({ message }) => message.role === 'user') ?? assert.fail();
      return live.append({ kind: 'exclude', target: id, on: true });
    },
  };
  for (const [change, make] of Object.entries(changes)) {
    it(`is not the gauge’s figure if the context ${change}`, async () => {
      const { conversation, live, model } = await changeDuringAnswer(make);
      const { usedTokens, isEstimated } = conversation.request.gauge();
      const sent = usageOf(model.requests.at(-1) ?? assert.fail()).inputTokens;
      const counted = live.account.ofContext(live.context) + conversation.request.toolTokens();
      assert.equal(isEstimated, true);
      assert.ok(counted < sent - 50 && Math.abs(usedTokens - counted) < 30, String(usedTokens));
    });
  }

  it('starts no second compaction after a background compaction', async () => {
    const summary = Promise.withResolvers<ReturnType<typeof summaryOf>>();
    const talk = await changeDuringAnswer(
      async ({ conversation, live }) => {
        summary.resolve(summaryOf('They went on.'));
        await until('the compaction is committed', () => live.session.compactions.length === 1);
        await conversation.compactor.settled();
      },
      { ports: { summarizer: () => () => summary.promise } },
    );
    assert.equal(talk.conversation.compactor.isRunning, false);
    assert.equal(talk.live.session.compactions.length, 1);
  });
});
