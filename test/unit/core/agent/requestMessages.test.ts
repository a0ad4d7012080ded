import assert from 'node:assert/strict';
import type { AgentMessage } from '../../../../src/core/agent/agentRequest.ts';
import { requestMessages } from '../../../../src/core/agent/requestMessages.ts';

const messagesOf = (...messages: readonly AgentMessage[]) => requestMessages({ messages, tools: [] });
const text = (value: string) => ({ type: 'text' as const, text: value });

describe('requestMessages', () => {
  it('keeps texts and images, and drops parts without content', () => {
    const image = { type: 'image' as const, mediaType: 'image/png', data: 'AAAA' };
    const marker = { type: 'data' as const, mediaType: 'stateful_marker', text: 'm\\longthread:s' };
    assert.deepEqual(
      messagesOf(
        { role: 'system', parts: [text('You are an agent.'), marker] },
        { role: 'user', parts: [text('<userRequest>\nLook.\n</userRequest>'), image, marker] },
        { role: 'assistant', parts: [marker, text('I look.')] },
      ),
      [
        { role: 'system', parts: [text('You are an agent.')] },
        { role: 'user', parts: [text('<userRequest>\nLook.\n</userRequest>'), image] },
        { role: 'assistant', parts: [text('I look.')] },
      ],
    );
  });

  it('converts data parts with JSON or plain text to text parts, and drops other data parts', () => {
    const data = (mediaType: string) => ({ type: 'data' as const, mediaType, text: '{"open":3}' });
    const parts = [data('application/json'), data('text/plain'), data('application/octet-stream')];
    assert.deepEqual(
      messagesOf(
        { role: 'assistant', parts: [{ type: 'toolCall', callId: 'c1', name: 'count', input: {} }] },
        { role: 'user', parts: [{ type: 'toolResult', callId: 'c1', parts }] },
      )[1],
      { role: 'tool', callId: 'c1', toolName: 'count', parts: [text('{"open":3}'), text('{"open":3}')] },
    );
  });

  it('splits a user message into a message for each tool result and a last message with the text', () => {
    const call = { type: 'toolCall' as const, callId: 'c1', name: 'read_file', input: { path: 'a.ts' } };
    const result = (callId: string) => ({ type: 'toolResult' as const, callId, parts: [text('Read.')] });
    assert.deepEqual(
      messagesOf(
        {
          role: 'assistant',
          parts: [{ type: 'thinking', text: 'Hm.' }, call, { ...call, callId: 'c2', input: undefined }],
        },
        { role: 'user', parts: [text('And then?'), result('c1'), result('lost')] },
      ),
      [
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm.' },
            { type: 'toolCall', callId: 'c1', name: 'read_file', arguments: '{"path":"a.ts"}' },
            { type: 'toolCall', callId: 'c2', name: 'read_file', arguments: '{}' },
          ],
        },
        { role: 'tool', callId: 'c1', toolName: 'read_file', parts: [text('Read.')] },
        { role: 'tool', callId: 'lost', toolName: '', parts: [text('Read.')] },
        { role: 'user', parts: [text('And then?')] },
      ],
    );
  });
});
