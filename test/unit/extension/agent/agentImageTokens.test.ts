import assert from 'node:assert/strict';
import type { AgentPart } from '../../../../src/core/agent/agentRequest.ts';
import { imageCountFor } from '../../../../src/core/context/imageTokens.ts';
import { agentImageTokens } from '../../../../src/extension/agent/tokenCounts.ts';
import { png } from '../../../support/imageHeads.ts';

const image: AgentPart = { type: 'image', mediaType: 'image/png', data: png(1_024, 1_024) };

describe('The token count of the images in a message of the editor’s agent', () => {
  it('follows the rule of the model’s provider, and includes images in tool results', () => {
    const parts: readonly AgentPart[] = [
      { type: 'text', text: 'See.' },
      image,
      { type: 'toolResult', callId: 'c1', parts: [{ type: 'text', text: 'seen' }, image, image] },
    ];
    assert.equal(agentImageTokens({ parts }, imageCountFor('gpt-4o')), 3 * 765);
    assert.equal(agentImageTokens({ parts }, imageCountFor('some-model')), 3 * 1_100);
  });
});
