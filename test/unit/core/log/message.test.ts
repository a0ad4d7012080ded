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
  it('contains the names of files and images, and the tool names and arguments of calls', () => {
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

  it('has no empty lines for empty parts', () => {
    const parts = ['one', '', 'two'].map((text) => ({ type: 'text', text }) as const);
    assert.equal(textOf({ role: 'user', parts }), 'one\ntwo');
  });

  it('is not included in the list of the message’s tool calls', () => {
    const call = { type: 'toolCall', callId: 'c', name: 'ls', arguments: '{}' } as const;
    const parts = [{ type: 'text', text: 'Looking.' }, call] as const;
    assert.deepEqual(toolCallsOf({ role: 'assistant', parts }), [call]);
  });

  it('counts as forgotten only if the first part is a text part with the placeholder', () => {
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

describe('The person’s typed text', () => {
  it('excludes text that a client added or the assistant wrote', () => {
    const parts = [
      { type: 'text', text: 'mine' },
      { type: 'text', text: 'not mine', origin: 'client' },
    ] as const;
    assert.equal(personTextOf({ role: 'user', parts }), 'mine');
    assert.equal(personTextOf({ role: 'assistant', parts: [{ type: 'text', text: 'x' }] }), '');
  });

  it('has one line for each text part', () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'file', path: 'a.ts', text: 'let a' },
      { type: 'text', text: 'two' },
    ] as const;
    assert.equal(personTextOf({ role: 'user', parts }), 'one\ntwo');
  });
});

describe('A message’s own text', () => {
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

  it('excludes text added by a client, unless the message has no other text', () => {
    assert.equal(ownTextOf(resultOf({ type: 'text', text: 'a line' }, reminder)), 'a line');
    assert.equal(ownTextOf(resultOf(reminder)), reminder.text);
  });
});
