import assert from 'node:assert/strict';
import type { ChatModel } from '../../../../src/core/ports.ts';
import { smallWindow, whoAnswers } from '../../../../src/extension/commands/whoAnswers.ts';

const sentence = (model: string, chatModel: object | undefined): string =>
  whoAnswers('gpt-x', {
    models: { chatModel: chatModel as ChatModel | undefined },
    settings: { current: { model } },
  }).sentence;

describe('The notice after choosing a model', () => {
  it('says that the model answers', () => {
    assert.equal(sentence('gpt-x', {}), 'gpt-x answers from now on');
  });

  it('says that it is chosen but not available', () => {
    assert.equal(sentence('gpt-x', undefined), 'gpt-x is chosen, but can’t be reached now');
  });

  it('says that the workspace’s settings choose another model', () => {
    for (const chatModel of [{}, undefined])
      assert.equal(
        sentence('theirs', chatModel),
        'gpt-x is chosen, but this workspace’s settings choose theirs',
      );
  });

  it('warns of a window in which the descriptions of tools leave little room', () => {
    const warning = (window?: number): string | undefined =>
      smallWindow({ id: 'small', supportsTools: true, encoding: 'o200k_base', ...(window && { window }) });
    assert.match(warning(4_096) ?? '', /^small has a window of only 4\.1k tokens/u);
    assert.deepEqual([warning(12_000), warning()], [undefined, undefined]);
  });
});
