import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { pairCalls } from '../../../../src/adapters/transcripts/callPairs.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { sketch } from '../../../support/transcriptFiles.ts';

function call(...ids: readonly string[]): { message: Message } {
  const parts = ids.map((callId) => ({ type: 'toolCall' as const, callId, name: 'f', arguments: '' }));
  return { message: { role: 'assistant', parts } };
}

function result(callId: string, text = ''): { message: Message } {
  return { message: { role: 'tool', callId, toolName: '', parts: [{ type: 'text', text }] } };
}

describe('pairCalls', () => {
  it('assigns a result to the newest earlier call with the same id', () => {
    const { messages, orphans } = pairCalls([call('a'), call('a'), result('a')]);
    assert.deepEqual(sketch(messages), ['assistant: f#a()', 'assistant: f#a~2()', 'tool f#a~2: ']);
    assert.equal(orphans, 0);
  });

  it('assigns results to the calls of one message in the order of the calls', () => {
    const { messages } = pairCalls([call('a', 'a'), result('a', '1'), result('a', '2')]);
    assert.deepEqual(sketch(messages).slice(1), ['tool f#a: 1', 'tool f#a~2: 2']);
  });

  it('moves a result after the call if the result comes first', () => {
    const { messages } = pairCalls([result('a', '1'), call('b'), call('a'), result('b', '2')]);
    assert.deepEqual(sketch(messages), [
      'assistant: f#b()',
      'assistant: f#a()',
      'tool f#a: 1',
      'tool f#b: 2',
    ]);
  });

  it('assigns a unique id to a result that has no call', () => {
    const { messages, orphans } = pairCalls([call('a'), result('a'), result('a')]);
    assert.deepEqual(sketch(messages).slice(1), ['tool f#a: ', 'tool #a~2: ']);
    assert.equal(orphans, 1);
  });

  it('creates ids for calls without an id', () => {
    const { messages } = pairCalls([call('', ''), result('')]);
    assert.deepEqual(sketch(messages), ['assistant: f#call() | f#call~2()', 'tool f#call: ']);
  });

  const ids = fc.constantFrom('a', 'b', '', 'a~2', '__proto__');
  const anyMessage = fc.oneof(
    fc.array(ids, { maxLength: 3 }).map((each) => call(...each)),
    ids.map((id) => result(id)),
  );

  it('makes every call id unique, places every result after its call, and loses no message', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 20 }), (given) => {
        const { messages, orphans } = pairCalls(given);
        assert.equal(messages.length, given.length);
        const open = new Set<string>();
        const seen = new Set<string>();
        let unmatched = 0;
        for (const { message } of messages) {
          for (const part of message.parts) {
            if (part.type !== 'toolCall') continue;
            assert(!seen.has(part.callId));
            seen.add(part.callId);
            open.add(part.callId);
          }
          if (message.role !== 'tool') continue;
          if (message.toolName === '') unmatched += 1;
          else assert(open.delete(message.callId));
        }
        assert.equal(unmatched, orphans);
      }),
    );
  });

  it('pairs many calls with later results of the same id, and counts the results that are left', () => {
    const calls = Array.from({ length: 30 }, () => call('a'));
    const results = Array.from({ length: 40 }, () => result('a'));
    assert.equal(pairCalls([...calls, ...results]).orphans, 10);
  });

  it('pairs many calls with earlier results of the same id, in the order of the results', () => {
    const results = Array.from({ length: 200 }, (_, index) => result('a', String(index)));
    const calls = Array.from({ length: 200 }, () => call('a'));
    const { messages, orphans } = pairCalls([...results, ...calls]);
    assert.equal(orphans, 0);
    assert.deepEqual(sketch(messages.slice(0, 4)), [
      'assistant: f#a()',
      'tool f#a: 0',
      'assistant: f#a~2()',
      'tool f#a~2: 1',
    ]);
    assert.deepEqual(sketch(messages.slice(-1)), ['tool f#a~200: 199']);
  });
});
