import assert from 'node:assert/strict';
import { isForgotten } from '../../../../src/core/log/forget.ts';
import {
  ownTextOf,
  personTextOf,
  textOf,
  toolCallsOf,
  type Message,
  type TextPart,
} from '../../../../src/core/log/message.ts';

describe('The text of a message', () => {
  it('contains the names of files and images, and the tools and arguments of calls', () => {
    const text = textOf({
      role: 'user',
      parts: [
        { type: 'text', text: 'see' },
        { type: 'file', path: 'src/a.ts', text: 'let a' },
        { type: 'image', mediaType: 'image/png', name: 'shot.png' },
        { type: 'image', mediaType: 'image/png' },
      ],
    });
    assert.equal(text, 'see\nsrc/a.ts\nlet a\n[image shot.png]\n[image]');
    const call = { type: 'toolCall', callId: 'c', name: 'ls', arguments: '{}' } as const;
    assert.equal(
      textOf({ role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }, call] }),
      'hm\nls {}',
    );
    assert.deepEqual(toolCallsOf({ role: 'assistant', parts: [call] }), [call]);
    assert.deepEqual(toolCallsOf({ role: 'user', parts: [] }), []);
  });

  it('of the person omits a client’s text, and is empty for other roles', () => {
    const parts = [
      { type: 'text', text: 'mine' },
      { type: 'text', text: 'not mine', origin: 'client' },
    ] as const;
    assert.equal(personTextOf({ role: 'user', parts }), 'mine');
    assert.equal(personTextOf({ role: 'assistant', parts: [{ type: 'text', text: 'x' }] }), '');
  });

  it('omits parts without content', () => {
    const parts = ['one', '', 'two'].map((text) => ({ type: 'text', text }) as const);
    assert.equal(textOf({ role: 'user', parts }), 'one\ntwo');
  });

  it('of the person has one line for each text that they typed, without files', () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'file', path: 'a.ts', text: 'let a' },
      { type: 'text', text: 'two' },
    ] as const;
    assert.equal(personTextOf({ role: 'user', parts }), 'one\ntwo');
  });

  it('is not among the calls of the message', () => {
    const call = { type: 'toolCall', callId: 'c', name: 'ls', arguments: '{}' } as const;
    const parts = [{ type: 'text', text: 'Looking.' }, call] as const;
    assert.deepEqual(toolCallsOf({ role: 'assistant', parts }), [call]);
  });

  it('is recognised as forgotten by the placeholder, and by nothing else', () => {
    const said = (...texts: readonly string[]): Message => ({
      role: 'user',
      parts: texts.map((text) => ({ type: 'text', text })),
    });
    const words = '[forgotten at the person’s request]';
    assert.equal(isForgotten(said(words)), true);
    assert.equal(isForgotten(said('one', words)), false);
    assert.equal(isForgotten(said('one')), false);
    assert.equal(isForgotten(said()), false);
    assert.equal(isForgotten({ role: 'user', parts: [{ type: 'file', path: 'a', text: words }] }), false);
  });
});

describe('a message’s own text', () => {
  const reminder = {
    type: 'text',
    text: '<system-reminder>Be kind.</system-reminder>',
    origin: 'client',
  } as const;
  const resultOf = (...parts: readonly TextPart[]): Message => ({
    role: 'tool',
    callId: 'c',
    toolName: 'read',
    parts,
  });

  it('excludes a client’s text beside it, unless there is nothing else', () => {
    assert.equal(ownTextOf(resultOf({ type: 'text', text: 'a line' }, reminder)), 'a line');
    assert.equal(ownTextOf(resultOf(reminder)), reminder.text);
  });
});
