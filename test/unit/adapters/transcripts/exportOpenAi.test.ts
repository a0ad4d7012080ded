import assert from 'node:assert/strict';
import { toOpenAiMessages } from '../../../../src/adapters/transcripts/exportOpenAi.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

describe('toOpenAiMessages', () => {
  it('converts messages of each role to the API’s form, and omits reasoning', () => {
    const messages: readonly Message[] = [
      {
        role: 'system',
        parts: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'file', path: 'a.ts', text: 'let a' },
          { type: 'image', mediaType: 'image/png', name: 'x' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'see' },
          { type: 'image', mediaType: 'image/png', data: 'AAAA' },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'toolCall', callId: 'c', name: 'f', arguments: '{}' },
        ],
      },
      {
        role: 'tool',
        callId: 'c',
        toolName: 'f',
        parts: [
          { type: 'text', text: 'ok' },
          { type: 'image', mediaType: 'image/png', data: 'AAAA' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] },
    ];
    assert.deepEqual(toOpenAiMessages(messages), [
      { role: 'system', content: 'a\nb' },
      { role: 'user', content: 'a.ts\nlet a\n[image x]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'ok\n[image]' },
      { role: 'assistant', content: '' },
    ]);
  });

  it('returns a list that can be read as the same conversation', async () => {
    const { messages } = await readFixture('openAi.jsonl');
    const list = toOpenAiMessages(messages.map(({ message }) => message));
    assert.deepEqual(sketch((await readContent(JSON.stringify(list))).messages), sketch(messages));
  });
});
