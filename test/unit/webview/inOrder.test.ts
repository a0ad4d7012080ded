import assert from 'node:assert/strict';
import { inOrder } from '../../../src/webview/chat/inOrder.ts';

describe('answers to several questions', () => {
  const asking = () => {
    const answers: PromiseWithResolvers<string>[] = [];
    const ask = inOrder((question: string) => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise.then((text) => `${question} ${text}`);
    });
    return { ask, answers };
  };

  it('are dropped if they come after the answer to a later question', async () => {
    const { ask, answers } = asking();
    const [first, second] = [ask('a'), ask('b')];
    answers[1]?.resolve('new');
    assert.equal(await second, 'b new');
    answers[0]?.resolve('old');
    assert.equal(await first, undefined);
  });

  it('are kept if a later question fails', async () => {
    const { ask, answers } = asking();
    const [first, second, third] = [ask('a'), ask('b'), ask('c')];
    answers[2]?.reject(new Error('gone'));
    await assert.rejects(third, /gone/);
    answers[0]?.resolve('old');
    assert.equal(await first, 'a old');
    answers[1]?.resolve('new');
    assert.equal(await second, 'b new');
  });
});
