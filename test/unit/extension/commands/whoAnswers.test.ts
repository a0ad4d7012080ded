import assert from 'node:assert/strict';
import type { ChatModel } from '../../../../src/core/ports.ts';
import { smallWindowWarning, whoAnswers } from '../../../../src/extension/commands/whoAnswers.ts';

const notice = (model: string, chatModel: object | undefined): ReturnType<typeof whoAnswers> =>
  whoAnswers('gpt-x', {
    models: { chatModel: chatModel as ChatModel | undefined },
    settings: { current: { model } },
  });

describe('The notice after choosing a model', () => {
  it('says that the model answers from now on', () => {
    assert.deepEqual(notice('gpt-x', {}), { sentence: 'gpt-x answers from now on', isDone: true });
  });

  it('says that the model is chosen but can’t be reached', () => {
    assert.deepEqual(notice('gpt-x', undefined), {
      sentence: 'You chose gpt-x, but this model can’t be reached now',
      isDone: false,
    });
  });

  it('says that the workspace’s settings choose another model', () => {
    for (const chatModel of [{}, undefined])
      assert.deepEqual(notice('theirs', chatModel), {
        sentence: 'You chose gpt-x, but this workspace’s settings use theirs',
        isDone: false,
      });
  });

  it('warns of a context window that leaves little room for a conversation', () => {
    const warning = (window?: number): string | undefined =>
      smallWindowWarning({
        id: 'small',
        supportsTools: true,
        encoding: 'o200k_base',
        ...(window && { window }),
      });
    assert.match(warning(4_096) ?? '', /^small has a context window of only 4\.1k tokens/u);
    assert.deepEqual([warning(12_000), warning()], [undefined, undefined]);
  });
});
