import assert from 'node:assert/strict';
import { toMarkdown } from '../../../../src/adapters/transcripts/exportMarkdown.ts';
import type { Message } from '../../../../src/core/log/message.ts';

describe('toMarkdown', () => {
  it('writes a heading for each message, and collapses client text and reasoning', () => {
    const messages: readonly { readonly at?: number; readonly message: Message }[] = [
      { message: { role: 'system', parts: [{ type: 'text', text: 'Be short.' }] } },
      {
        at: 0,
        message: {
          role: 'user',
          parts: [
            { type: 'text', text: 'Go.' },
            { type: 'file', path: 'a.ts', text: 'let a' },
          ],
        },
      },
      { message: { role: 'user', parts: [{ type: 'text', text: 'x', origin: 'client', label: 'hook' }] } },
      {
        message: {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'hm' },
            { type: 'toolCall', callId: 'c', name: 'bash', arguments: '{"command":"ls"}' },
          ],
        },
      },
      {
        message: {
          role: 'tool',
          callId: 'c',
          toolName: 'bash',
          isError: true,
          exitCode: 2,
          parts: [
            { type: 'text', text: 'no' },
            { type: 'image', mediaType: 'image/png', name: 'x' },
          ],
        },
      },
    ];
    assert.equal(
      toMarkdown(messages, 'A\nlamp'),
      [
        '# A lamp',
        '## System',
        'Be short.',
        '## You · 1970-01-01 00:00:00',
        'Go.',
        '**a.ts**',
        '```\nlet a\n```',
        '## Client',
        '<details><summary>hook</summary>',
        '```\nx\n```',
        '</details>',
        '## Assistant',
        '<details><summary>reasoning</summary>',
        '```\nhm\n```',
        '</details>',
        '**bash**',
        '```json\n{"command":"ls"}\n```',
        '## Result of bash',
        '*failed, exit code 2*',
        '```\nno\n*image x*\n```\n',
      ].join('\n\n'),
    );
  });

  it('writes text in a fence that is longer than all fences in the text', () => {
    const parts = [{ type: 'text' as const, text: '```js\n`````\n```' }];
    const text = toMarkdown([{ message: { role: 'tool', callId: 'c', toolName: '', parts } }]);
    assert.equal(text, '# Session\n\n## Result\n\n``````\n```js\n`````\n```\n``````\n');
  });
});
