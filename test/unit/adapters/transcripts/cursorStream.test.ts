import assert from 'node:assert/strict';
import { jsonLines, readContent, sketch } from '../../../support/transcriptFiles.ts';

describe('Cursor’s stream with partial output', () => {
  const said = (text: string, more: object = {}): object => ({
    ...{ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] }, ...more },
  });
  const piece = (text: string): object => said(text, { timestamp_ms: 1 });
  const person = (text: string): object => ({ ...said(text), type: 'user' });
  const call = (subtype: string, result?: object): object => ({
    ...{ type: 'tool_call', subtype, call_id: 'a', timestamp_ms: 2 },
    tool_call: { readToolCall: { args: {}, result } },
  });
  const untilResult = [
    ...[person('Go.'), piece('I '), piece('look.'), said('I look.', { timestamp_ms: 2, model_call_id: 'm' })],
    ...[call('started'), call('completed', { success: { content: 'x' } })],
  ];
  const read = async (...lines: readonly object[]): Promise<readonly string[]> =>
    sketch((await readContent(jsonLines(...lines))).messages);

  for (const [what, last] of [
    ['the part of the answer that follows the last tool call', 'It is.'],
    ['the whole answer', 'I look.It is.'],
  ] as const) {
    it(`has each text only once if the last event repeats ${what}`, async () => {
      assert.deepEqual(await read(...untilResult, piece('It '), piece('is.'), said(last)), [
        'user: Go.',
        'assistant: I look. | read#a({})',
        'tool read#a: x',
        'assistant: It is.',
      ]);
    });
  }

  it('is recognised by the pieces of text if it has no calls', async () => {
    const chat = [person('Go.'), piece('It '), piece('is.'), said('It is.')];
    const lines = chat.map((event) => ({ ...event, session_id: 's' }));
    const { format, messages } = await readContent(jsonLines(...lines));
    assert.deepEqual([format, ...sketch(messages)], ['cursor-stream', 'user: Go.', 'assistant: It is.']);
  });

  it('can be read if it ends in the middle of a text', async () => {
    assert.equal((await read(...untilResult, piece('It '), piece('i'))).at(-1), 'assistant: It i');
  });

  it('keeps an answer that has the same words as the previous answer', async () => {
    const again = [person('Again.'), piece('I look.'), said('I look.')];
    assert.deepEqual((await read(...untilResult, ...again)).slice(-2), [
      'user: Again.',
      'assistant: I look.',
    ]);
  });
});
