import assert from 'node:assert/strict';
import type { Message } from '../../../../src/core/log/message.ts';
import { TOKENS_PER_MESSAGE } from '../../../../src/core/context/account.ts';
import { Counting } from '../../../../src/plugins/claudeCode/countRequest.ts';
import { png } from '../../../support/imageHeads.ts';

describe('The token count of an image in a session of Claude Code', () => {
  it('depends on the model, and a second call of `account` returns the same token account', () => {
    const image = { type: 'image', mediaType: 'image/png', data: png(8_000, 8_000) } as const;
    const message: Message = { role: 'user', parts: [image] };
    const counting = new Counting();
    const tokens = (model: string): number => counting.account(model).ofMessage(message) - TOKENS_PER_MESSAGE;
    assert.deepEqual(['claude-opus-4-1', 'claude-opus-4-8'].map(tokens), [1_568, 4_784]);
    assert.equal(counting.account('claude-opus-4-8'), counting.account('claude-opus-4-8'));
  });
});
