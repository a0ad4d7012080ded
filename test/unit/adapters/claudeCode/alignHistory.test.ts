import assert from 'node:assert/strict';
import { alignKeys, formerKeysOf, keyOf, keysOf } from '../../../../src/adapters/claudeCode/alignHistory.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { digestOf } from '../../../../src/core/text/digest.ts';

describe('The alignment of a transcript with the plugin’s history', () => {
  it('matches messages with equal keys, and messages between two matches by role and order', () => {
    const keys = ['user a', 'assistant x', 'user a', 'assistant y', 'tool t1'];
    const known = [
      ['m1', 'user a'],
      ['m2', 'assistant other words'],
      ['m3', 'user a'],
      ['m4', 'user nowhere'],
      ['m5', 'tool t1'],
    ] as const;
    assert.deepEqual(Object.fromEntries(alignKeys(known, keys)), { 0: 'm1', 1: 'm2', 2: 'm3', 4: 'm5' });
  });

  it('does not match results of different tool calls', () => {
    const known = [
      ['m1', 'assistant x'],
      ['m2', 'tool t1'],
      ['m3', 'assistant y'],
    ] as const;
    const keys = ['assistant x', 'tool t2', 'assistant z'];
    assert.deepEqual(Object.fromEntries(alignKeys(known, keys)), { 0: 'm1', 2: 'm3' });
  });

  it('also matches an answer with the key that an earlier version saved, whose digest included the word `thinking`', () => {
    const answer = (text: string): Message => ({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text },
      ],
    });
    const messages: readonly Message[] = [
      answer('Wait.'),
      answer('The rate is low.'),
      { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] },
    ];
    const keys = atOnce(keysOf(messages));
    const former = atOnce(formerKeysOf(messages));
    for (const key of [`assistant ${digestOf('thinking\nThe rate is low.')}`, keys[1]!])
      assert.deepEqual(Object.fromEntries(alignKeys([['m1', key]], keys, former)), { 1: 'm1' });
    assert.equal(former[2], undefined);
  });

  it('computes the keys in steps of 500 messages, or of one message if the message has 400,000 characters', () => {
    const said = (length: number): Message => ({
      role: 'user',
      parts: [{ type: 'text', text: 'x'.repeat(length) }],
    });
    const stepsOf = (messages: readonly Message[]): number => [...keysOf(messages)].length;
    assert.equal(stepsOf(Array.from({ length: 2_000 }, () => said(1))), 4);
    assert.equal(stepsOf([said(400_000), said(400_000), said(1)]), 2);
    assert.deepEqual(atOnce(keysOf([said(3)])), [keyOf(said(3))]);
  });

  it('identifies a tool call and its result by the call’s id, and other messages by their text without thoughts', () => {
    const call = { type: 'toolCall', callId: 't1', name: 'Read', arguments: '{}' } as const;
    const calls = keyOf({ role: 'assistant', parts: [{ type: 'text', text: 'I look.' }, call] });
    assert.equal(calls, keyOf({ role: 'assistant', parts: [call] }));
    const text = (words: string): string => keyOf({ role: 'user', parts: [{ type: 'text', text: words }] });
    assert.notEqual(text('one'), text('two'));
    const result = (callId: string): string => keyOf({ role: 'tool', callId, toolName: 'Read', parts: [] });
    assert.match(result('t1'), /^tool /u);
    assert.notEqual(result('t1'), result('t2'));
    const thought = { type: 'reasoning', text: 'Hm.' } as const;
    assert.equal(
      keyOf({ role: 'assistant', parts: [thought] }),
      keyOf({ role: 'assistant', parts: [{ ...thought, text: 'Well.' }] }),
    );
  });
});
