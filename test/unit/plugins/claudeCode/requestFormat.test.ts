import assert from 'node:assert/strict';
import type { PieceNow } from '../../../../src/core/agent/hostFormat.ts';
import { requestFormat, type ApiMessage } from '../../../../src/plugins/claudeCode/requestFormat.ts';

const SAME: PieceNow = { kind: 'same' };
const GONE: PieceNow = { kind: 'gone' };
const REMINDER = { type: 'text', text: '<system-reminder>\nToday is Monday.\n</system-reminder>' };

const answer: ApiMessage = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: '', signature: 'c2ln' },
    { type: 'text', text: 'I write it.' },
    {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'Write',
      input: { content: 'long' },
      cache_control: { type: 'ephemeral' },
    },
  ],
};

describe('a message of a request to Claude', () => {
  it('is identified by the ids of its tool calls or, if there are none, by its text without reminders', () => {
    const keyOf = (message: ApiMessage, at = 2): readonly string[] =>
      requestFormat.read(message, at).map(({ key }) => key);
    assert.deepEqual(keyOf(answer), ['toolu_1']);
    assert.deepEqual(keyOf({ role: 'user', content: 'Hello.' }), ['Hello.']);
    assert.deepEqual(keyOf({ role: 'user', content: [REMINDER, { type: 'text', text: 'Hello.' }] }), [
      'Hello.',
    ]);
    assert.deepEqual(keyOf({ role: 'user', content: [REMINDER] }, 0), []);
    assert.deepEqual(keyOf({ role: 'system', content: 'Environment' }), []);
  });

  it('keeps its thinking block and its cache mark if it is a shortened answer', () => {
    const now: PieceNow = {
      kind: 'changed',
      message: {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'It was written.' },
          { type: 'toolCall', callId: 'toolu_1', name: 'Write', arguments: '{"content":"…"}' },
        ],
      },
    };
    assert.deepEqual(requestFormat.write(answer, [now], 2)?.content, [
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'text', text: 'It was written.' },
      {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'Write',
        input: { content: '…' },
        cache_control: { type: 'ephemeral' },
      },
    ]);
    assert.equal(requestFormat.write(answer, [GONE], 2), undefined);
  });

  it('contains a shortened text and a shortened tool call; arguments that are no longer valid JSON are wrapped in an object', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Write', input: {} };
    const now: PieceNow = {
      kind: 'changed',
      message: {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Shortened.' },
          { type: 'toolCall', callId: 'toolu_1', name: 'Write', arguments: 'cut {' },
        ],
      },
    };
    assert.deepEqual(requestFormat.write({ role: 'assistant', content: [call] }, [now], 2)?.content, [
      { type: 'text', text: 'Shortened.' },
      { ...call, input: { arguments: 'cut {' } },
    ]);
  });

  it('keeps the parts that a compaction does not remove, including reminders in the first message', () => {
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'long', is_error: true };
    const words = { type: 'text', text: 'And this.' };
    const message: ApiMessage = { role: 'user', content: [result, words] };
    assert.deepEqual(requestFormat.write(message, [GONE, SAME], 2)?.content, [words]);
    assert.deepEqual(requestFormat.write(message, [SAME, GONE], 2)?.content, [result]);
    assert.equal(requestFormat.write(message, [GONE, GONE], 2), undefined);
    const shorter: PieceNow = {
      kind: 'changed',
      message: {
        role: 'tool',
        callId: 'toolu_1',
        toolName: 'Bash',
        parts: [{ type: 'text', text: 'short' }],
      },
    };
    assert.deepEqual(requestFormat.write(message, [shorter, SAME], 2)?.content, [
      { ...result, content: 'short' },
      words,
    ]);
    assert.deepEqual(requestFormat.write({ role: 'user', content: [REMINDER, words] }, [GONE], 0)?.content, [
      REMINDER,
    ]);
  });

  it('keeps its images if only the text is shortened', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const message: ApiMessage = { role: 'user', content: [image, { type: 'text', text: 'long' }] };
    const text = { type: 'text', text: 'short' } as const;
    const shown = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
    const write = (parts: readonly (typeof text | typeof shown)[]): unknown =>
      requestFormat.write(message, [{ kind: 'changed', message: { role: 'user', parts } }], 2)?.content;
    assert.deepEqual(write([shown, text]), [image, text]);
    assert.deepEqual(write([text]), [text]);
  });

  it('is merged with the next message only if both are system messages', () => {
    const [one, two] = [
      { role: 'system', content: 'one' },
      { role: 'system', content: [{ type: 'text', text: 'two' }], output_config: { effort: 'low' } },
    ];
    assert.deepEqual(requestFormat.join(one, two), {
      role: 'system',
      content: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      output_config: { effort: 'low' },
    });
    assert.equal(requestFormat.join(one, answer), undefined);
  });
});
