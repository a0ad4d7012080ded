import assert from 'node:assert/strict';
import { waitsFor } from '../../../../src/core/agent/waitsFor.ts';
import type { Message } from '../../../../src/core/log/message.ts';

const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });
const asked: Message = { role: 'user', parts: [text('Look it up.')] };
const call = (callId: string, args: string) =>
  ({ type: 'toolCall', callId, name: 'longthread_recall', arguments: args }) as const;
const calling: Message = {
  role: 'assistant',
  parts: [text('I look.'), call('c1', '{"address": "m4"}'), call('c2', '{"query":"port","address":null}')],
};
const result = (callId: string): Message => ({ role: 'tool', callId, toolName: '', parts: [text('x')] });

function waits(messages: readonly Message[], input: unknown, tool = 'longthread_recall'): boolean {
  return waitsFor(
    { messages: messages.map((message, at) => ({ id: `m${at}`, at: 0, message })) },
    { tool, input },
  );
}

describe('A session that waits for a call', () => {
  it('has it in its newest answer, however its arguments are written', () => {
    assert.ok(waits([asked, calling], { address: 'm4' }));
    assert.ok(waits([asked, calling, result('c1')], { address: null, query: 'port' }));
  });

  it('has no result of it, and heard nothing from the person since', () => {
    assert.equal(waits([asked, calling, result('c1')], { address: 'm4' }), false);
    assert.equal(waits([asked, calling, asked], { address: 'm4' }), false);
  });

  it('has asked that very thing of that very tool', () => {
    assert.equal(waits([asked, calling], { address: 'm5' }), false);
    assert.equal(waits([asked, calling], { address: 'm4' }, 'read_file'), false);
    assert.equal(waits([asked], { address: 'm4' }), false);
  });
});
