import assert from 'node:assert/strict';
import { countableTexts } from '../../../../src/extension/agent/tokenCounts.ts';

describe('the texts for the token count in the editor’s agent', () => {
  it('include a message’s text, thoughts, tool calls and tool results, but no images or data parts', () => {
    const parts = [
      { type: 'text' as const, text: 'said' },
      { type: 'thinking' as const, text: 'thought' },
      { type: 'toolCall' as const, callId: 'c', name: 'read', input: { path: 'a' } },
      { type: 'toolCall' as const, callId: 'd', name: 'list', input: undefined },
      { type: 'toolResult' as const, callId: 'c', parts: [{ type: 'text' as const, text: 'result' }] },
      { type: 'image' as const, mediaType: 'image/png', data: 'AAAA' },
      { type: 'data' as const, mediaType: 'usage', text: '{}' },
    ];
    assert.deepEqual(countableTexts({ role: 'user', parts }), [
      ...['said', 'thought', 'read', '{"path":"a"}', 'list', '{}', 'result'],
    ]);
  });
});
