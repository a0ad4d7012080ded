import assert from 'node:assert/strict';
import { isRecallTool, waitsForRecall } from '../../../../src/core/agent/waitsForRecall.ts';
import type { Message } from '../../../../src/core/log/message.ts';

const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });
const asked: Message = { role: 'user', parts: [text('Look it up.')] };
const call = (callId: string, args: string, name = 'longthread_recall') =>
  ({ type: 'toolCall', callId, name, arguments: args }) as const;
const calling: Message = {
  role: 'assistant',
  parts: [text('I look.'), call('c1', '{"address": "m4"}'), call('c2', '{"query":"port","address":null}')],
};
const result = (callId: string): Message => ({ role: 'tool', callId, toolName: '', parts: [text('x')] });

function waits(messages: readonly Message[], input: unknown): boolean {
  const session = { messages: messages.map((message, at) => ({ id: `m${at}`, at: 0, message })) };
  return waitsForRecall(session, input);
}

describe('waitsForRecall', () => {
  it('returns true if the newest answer calls the recall tool with the given input and the call has no result', () => {
    assert.ok(waits([asked, calling], { address: 'm4' }));
    assert.ok(waits([asked, calling, result('c1')], { address: null, query: 'port' }));
  });

  it('returns false if the call has a result or the person has written a later message', () => {
    assert.equal(waits([asked, calling, result('c1')], { address: 'm4' }), false);
    assert.equal(waits([asked, calling, asked], { address: 'm4' }), false);
  });

  it('returns false if the input is different, if the call is for another tool, or if there is no answer', () => {
    const reading: Message = { role: 'assistant', parts: [call('c1', '{"address":"m4"}', 'read_file')] };
    assert.equal(waits([asked, calling], { address: 'm5' }), false);
    assert.equal(waits([asked, reading], { address: 'm4' }), false);
    assert.equal(waits([asked], { address: 'm4' }), false);
  });

  it('recognises the recall tool by both names that hosts use', () => {
    const calling: Message = {
      role: 'assistant',
      parts: [call('c1', '{"address":"m4"}', 'longthreadRecall')],
    };
    assert.ok(waits([asked, calling], { address: 'm4' }));
    assert.ok(isRecallTool('longthread_recall'));
  });
});
