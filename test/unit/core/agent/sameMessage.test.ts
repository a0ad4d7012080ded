import assert from 'node:assert/strict';
import { compareMessages } from '../../../../src/core/agent/sameMessage.ts';
import type { AssistantPart, Message, UserPart } from '../../../../src/core/log/message.ts';

const IMAGE: UserPart = { type: 'image', mediaType: 'image/png', data: 'aaaa' };

function user(...parts: readonly UserPart[]): Message {
  return { role: 'user', parts };
}

function text(words: string): UserPart & AssistantPart {
  return { type: 'text', text: words };
}

function assistant(...parts: readonly AssistantPart[]): Message {
  return { role: 'assistant', parts };
}

function calling(args: string, { callId = 'c', name = 'edit' } = {}): Message {
  return assistant({ type: 'toolCall', callId, name, arguments: args });
}

function result(callId: string, words: string): Message {
  return { role: 'tool', callId, toolName: 'edit', parts: [text(words)] };
}

/** The case, the host's message, the logged message, and whether they are the same. */
const table: readonly (readonly [string, Message, Message, 'same' | 'other'])[] = [
  [
    'a text in one part and the same text in three parts',
    user(text('abc')),
    user(text('a'), text('b'), text('c')),
    'same',
  ],
  ['the same text in two roles', user(text('a')), assistant(text('a')), 'other'],
  ['a person’s text with an additional space', user(text('a ')), user(text('a')), 'other'],
  ['an answer that the host trimmed', assistant(text('a')), assistant(text('a\n')), 'same'],
  [
    'an answer with reasoning in the log and without reasoning in the host’s message',
    assistant(text('a')),
    assistant({ type: 'reasoning', text: 'r' }, text('a')),
    'same',
  ],
  [
    'the same answer, once with its text before the tool call and once with its text after the call',
    assistant(text('a'), ...(calling('{}').parts as AssistantPart[])),
    assistant(...(calling('{}').parts as AssistantPart[]), text('a')),
    'same',
  ],
  [
    'a question of Ask mode with and without its frame',
    user(text('Why?')),
    user(text('<attachment>\na.ts\n</attachment>\n<prompt>\nWhy?\n</prompt>\n')),
    'same',
  ],
  [
    'a question of Edit mode with and without its reminder',
    user(text('\n\n<prompt>\nWhy?\n</prompt>\n')),
    user(text('\n<reminder>\nBe brief.\n</reminder>\n<prompt>\nWhy?\n</prompt>\n')),
    'same',
  ],
  [
    'the same question with another file',
    user(text('<attachment>\nb.ts\n</attachment>\n<prompt>\nWhy?\n</prompt>')),
    user(text('<attachment>\na.ts\n</attachment>\n<prompt>\nWhy?\n</prompt>')),
    'other',
  ],
  [
    'two different questions, one of them in the frame of Ask mode',
    user(text('How?')),
    user(text('<prompt>\nWhy?\n</prompt>')),
    'other',
  ],
  ['the same image', user(text('a'), IMAGE), user(text('a'), IMAGE), 'same'],
  ['two different images', user(IMAGE), user({ ...IMAGE, data: 'bbbb' }), 'other'],
  ['an image of another type', user(IMAGE), user({ ...IMAGE, mediaType: 'image/jpeg' }), 'other'],
  ['an additional image', user(text('a'), IMAGE), user(text('a')), 'other'],
  [
    'arguments with a different order and different spaces',
    calling('{"a":1,"b":{"d":2,"c":[3]}}'),
    calling('{ "b": {"c":[3],"d":2}, "a": 1 }'),
    'same',
  ],
  ['no arguments, as `{}` and as an empty text', calling('{}'), calling(''), 'same'],
  ['lists with a different order', calling('{"a":[1,2]}'), calling('{"a":[2,1]}'), 'other'],
  ['two different arguments that are not JSON', calling('{"a'), calling('{"b'), 'other'],
  ['calls with different ids', calling('{}'), calling('{}', { callId: 'd' }), 'other'],
  ['calls of different tools', calling('{}'), calling('{}', { name: 'read' }), 'other'],
  ['an additional call', calling('{}'), assistant(text('')), 'other'],
  ['the same result of different calls', result('c', 'a'), result('d', 'a'), 'other'],
  ['different results of the same call', result('c', 'a'), result('c', 'b'), 'other'],
];

describe('The host’s message and the logged message', () => {
  for (const [name, host, logged, expected] of table) {
    it(`count as ${expected === 'same' ? 'equal' : 'different'}: ${name}`, () => {
      assert.equal(compareMessages(host, logged, undefined), expected);
    });
  }

  it('are equal if the log has the placeholder of a secret and the host’s message has the value', () => {
    const secrets = { valueOf: (number: number) => (number === 2 ? 'a"b\\c' : undefined) };
    const host = calling(JSON.stringify({ old: 'pw=a"b\\c' }));
    assert.equal(compareMessages(host, calling('{"old":"pw=[secret: password #2]"}'), secrets), 'same');
    assert.equal(compareMessages(host, calling('{"old":"pw=[secret: password #3]"}'), secrets), 'other');
  });
});
