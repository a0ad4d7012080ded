import assert from 'node:assert/strict';
import { Recording } from '../../../../src/adapters/transcripts/recording.ts';
import { TextCalls } from '../../../../src/adapters/transcripts/textCalls.ts';
import { textOf, type Message } from '../../../../src/core/log/message.ts';

const call = (name: string, file: string): string =>
  `<function=${name}><parameter=path>${file}</parameter></function>`;
const says = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] });
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const result = (text: string): Message => user(`EXECUTION RESULT of [tool]:\n${text}`);

/** Returns `tool arguments => last line` for each tool result, and the role for each other message. */
function linked(...messages: readonly Message[]): readonly string[] {
  const recording = new Recording();
  const calls = new TextCalls(recording);
  for (const message of messages) calls.add(message);
  const read = recording.finish().messages.map(({ message }) => message);
  const called = new Map(
    read.flatMap((message) =>
      message.role === 'assistant'
        ? message.parts.flatMap((part) =>
            part.type === 'toolCall' ? [[part.callId, `${part.name} ${part.arguments}`] as const] : [],
          )
        : [],
    ),
  );
  return read.map((message) =>
    message.role === 'tool'
      ? `${called.get(message.callId) ?? 'nobody'} => ${textOf(message).split('\n').at(-1) ?? ''}`
      : message.role,
  );
}

describe('tool calls written as text', () => {
  it('get results in the order of the calls', () => {
    const told = linked(
      says(`Both.\n${call('read', 'a.ts')}\n${call('view', 'b.ts')}`),
      result('of a'),
      result('of b'),
    );
    assert.deepEqual(told, ['assistant', 'read {"path":"a.ts"} => of a', 'view {"path":"b.ts"} => of b']);
  });

  it('do not get the results of later calls if their own results are missing', () => {
    const told = linked(
      says(`${call('read', 'a.ts')}${call('view', 'b.ts')}`),
      result('of a'),
      says(call('open', 'c.ts')),
      result('of c'),
    );
    assert.deepEqual(
      told.filter((line) => line.includes('=>')),
      ['read {"path":"a.ts"} => of a', 'open {"path":"c.ts"} => of c'],
    );
  });

  it('do not get the result that follows a native call', () => {
    const native: Message = {
      role: 'assistant',
      parts: [{ type: 'toolCall', callId: 'n', name: 'native', arguments: '{}' }],
    };
    const told = linked(says(call('read', 'a.ts')), native, result('of native'));
    assert.deepEqual(told, ['assistant', 'assistant', 'user']);
  });

  it('do not get the person’s message or a surplus result as their result', () => {
    const told = linked(
      says(call('read', 'a.ts')),
      user('Never mind, go on.'),
      says(call('open', 'c.ts')),
      result('of c'),
      result('of nobody'),
    );
    assert.deepEqual(told, ['assistant', 'user', 'assistant', 'open {"path":"c.ts"} => of c', 'user']);
  });
});
