import assert from 'node:assert/strict';
import { modelForAgent } from '../../../../src/extension/agent/useInAgent.ts';

const model = (id: string, window?: number): Parameters<typeof modelForAgent>[0][number] => ({
  profile: { id, supportsTools: true, encoding: 'o200k_base', ...(window !== undefined && { window }) },
});

describe('The initial model of the editor’s agent', () => {
  it('is the first listed model whose context window is unknown or has room for the agent’s tools and text', () => {
    assert.equal(modelForAgent([model('small', 8_192), model('large', 40_000)]), 'large');
    assert.equal(modelForAgent([model('unknown'), model('large', 40_000)]), 'unknown');
  });

  it('is the first listed model if no context window is large enough', () => {
    assert.equal(modelForAgent([model('small', 8_192), model('smaller', 4_096)]), 'small');
    assert.equal(modelForAgent([]), undefined);
  });
});
