import assert from 'node:assert/strict';
import { WaitingMessages, type WaitingMessage } from '../../../../src/core/chat/waitingMessages.ts';
import type { UserPart } from '../../../../src/core/log/message.ts';

const said = (text: string): readonly UserPart[] => [{ type: 'text', text }];
const written = (): Promise<void> => Promise.resolve();

const texts = (messages: readonly WaitingMessage[]) => messages.map(({ text }) => text);

describe('messages waiting for the model', () => {
  it('are sent in order, with steering messages first', async () => {
    const waiting = new WaitingMessages();
    waiting.add(said('later'), 'turnEnd');
    waiting.add(said('one'), 'nextRequest');
    waiting.add(said('two'), 'nextRequest');
    const left: string[] = [];
    for (let first = waiting.first; first !== undefined; first = waiting.first) {
      left.push(first.text);
      await waiting.appendToLog(first, written);
    }
    assert.deepEqual(left, ['one', 'two', 'later']);
  });

  it('can be taken back one by one or together', () => {
    const waiting = new WaitingMessages();
    waiting.add(
      [{ type: 'text', text: 'file content', origin: 'client', label: 'a.ts' }, ...said('look')],
      'turnEnd',
    );
    waiting.add(said('now'), 'nextRequest');
    waiting.add(said('then'), 'turnEnd');
    assert.deepEqual(texts(waiting.takeBack(waiting.steering?.id)), ['now']);
    const [look, then] = waiting.takeBack();
    assert.deepEqual([look?.text, then?.text, look?.parts.length], ['look', 'then', 2]);
    assert.equal(waiting.first, undefined);
  });

  it('can be taken back after a failed write to the log, but not during the write', async () => {
    const waiting = new WaitingMessages();
    waiting.add(said('one'), 'nextRequest');
    const [one] = waiting.all;
    assert.ok(one);
    const full = new Error('The disk is full.');
    const leaving = waiting.appendToLog(one, () => {
      assert.deepEqual(waiting.takeBack(one.id), []);
      return Promise.reject(full);
    });
    await assert.rejects(leaving, full);
    assert.deepEqual(texts(waiting.takeBack(one.id)), ['one']);
  });
});
