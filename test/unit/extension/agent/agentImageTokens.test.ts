import assert from 'node:assert/strict';
import type { AgentPart } from '../../../../src/core/agent/agentRequest.ts';
import { imageCountFor } from '../../../../src/core/context/imageTokens.ts';
import { agentImageTokens } from '../../../../src/extension/agent/tokenCounts.ts';
import { png } from '../../../support/imageHeads.ts';

const image: AgentPart = { type: 'image', mediaType: 'image/png', data: png(1_024, 1_024) };

describe('agentImageTokens', () => {
  it('counts all images in a message and its tool results by the rule of the model’s provider', () => {
    const parts: readonly AgentPart[] = [
      { type: 'text', text: 'See.' },
      image,
      { type: 'toolResult', callId: 'c1', parts: [{ type: 'text', text: 'seen' }, image, image] },
    ];
    assert.equal(agentImageTokens({ parts }, imageCountFor('gpt-4o')), 3 * 765);
    assert.equal(agentImageTokens({ parts }, imageCountFor('some-model')), 3 * 1_100);
  });
});
