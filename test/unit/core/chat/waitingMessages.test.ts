import assert from 'node:assert/strict';
import { WaitingMessages } from '../../../../src/core/chat/waitingMessages.ts';
import type { UserPart } from '../../../../src/core/log/message.ts';

const said = (text: string): readonly UserPart[] => [{ type: 'text', text }];

describe('messages that wait for an answer to end', () => {
  it('leave in the order they came', () => {
    const waiting = new WaitingMessages();
    waiting.add(said('one'));
    waiting.add(said('two'));
    assert.deepEqual(waiting.first, said('one'));
    waiting.removeFirst();
    assert.deepEqual(waiting.texts, ['two']);
  });

  it('give back what the person typed, and then wait no more', () => {
    const waiting = new WaitingMessages();
    waiting.add([{ type: 'text', text: 'file content', origin: 'client', label: 'a.ts' }, ...said('look')]);
    assert.deepEqual(waiting.takeBack(), ['look']);
    assert.equal(waiting.first, undefined);
  });
});
