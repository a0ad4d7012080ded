import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StreamAssembler } from '../../../../src/core/model/streamAssembler.ts';
import type { ChatDelta } from '../../../../src/core/ports.ts';

function assemble(deltas: readonly ChatDelta[]): StreamAssembler {
  let count = 0;
  const assembler = new StreamAssembler({ model: 'm', newCallId: () => `new${String(++count)}` });
  for (const delta of deltas) assembler.add(delta);
  return assembler;
}

describe('a stream assembler', () => {
  it('joins adjacent texts and keeps the order of parts', () => {
    const assembler = assemble([
      { type: 'reasoning', text: 'Let ' },
      { type: 'reasoning', text: 'me see.' },
      { type: 'text', text: 'I loo' },
      { type: 'text', text: 'k.' },
      { type: 'toolCall', index: 0, callId: 'a', name: 'read_file', arguments: '{"pa' },
      { type: 'toolCall', index: 0, arguments: 'th":"x"}' },
      { type: 'finish', reason: 'toolCalls', usage: { inputTokens: 5, outputTokens: 7 } },
    ]);
    assert.deepEqual(assembler.message(), {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Let me see.' },
        { type: 'text', text: 'I look.' },
        { type: 'toolCall', callId: 'a', name: 'read_file', arguments: '{"path":"x"}' },
      ],
      model: 'm',
      finish: 'toolCalls',
      usage: { inputTokens: 5, outputTokens: 7 },
    });
  });

  for (const [what, written, args] of [
    ['an object in a JSON string', '"{\\"n\\":1}"', '{"n":1}'],
    ['an object in a Markdown fence', '```json\n{"n":1}\n```', '{"n":1}'],
    [
      'an object in a Markdown fence with an unescaped line break in a string',
      '```json\n{"n":"a\nb"}\n```',
      '{"n":"a\\nb"}',
    ],
    ['an incomplete JSON string', '"{\\"n', '"{\\"n'],
    ['a JSON string without an object', '"n"', '"n"'],
    [
      'an object with unescaped line breaks and tabs in a string',
      '{\n\t"n": "a\n\tb\\n"\n}',
      '{\n\t"n": "a\\n\\tb\\n"\n}',
    ],
    ['an incomplete object with an unescaped line break in a string', '{"n":"a\n\\"b', '{"n":"a\\n\\"b'],
  ] as const)
    it(`${written === args ? 'does not change' : 'corrects'} a call’s arguments that are ${what}`, () => {
      const assembler = assemble([
        { type: 'toolCall', index: 0, callId: 'a', name: 'f', arguments: written },
      ]);
      assert.deepEqual(assembler.message().parts, [
        { type: 'toolCall', callId: 'a', name: 'f', arguments: args },
      ]);
    });

  it('assigns the deltas of parallel calls by the index of the call', () => {
    const { parts } = assemble([
      { type: 'toolCall', index: 0, callId: 'a', name: 'one' },
      { type: 'toolCall', index: 1, callId: 'b', name: 'two' },
      { type: 'toolCall', index: 0, arguments: '{"n":1}' },
      { type: 'toolCall', index: 1, arguments: '{"n":2}' },
    ]).message();
    assert.deepEqual(parts, [
      { type: 'toolCall', callId: 'a', name: 'one', arguments: '{"n":1}' },
      { type: 'toolCall', callId: 'b', name: 'two', arguments: '{"n":2}' },
    ]);
  });

  it('gives a call a new id if the endpoint’s id is missing or already used', () => {
    const { parts } = assemble([
      { type: 'toolCall', index: 0, name: 'one' },
      { type: 'toolCall', index: 1, callId: 'x', name: 'two' },
      { type: 'toolCall', index: 2, callId: 'x', name: 'three' },
      { type: 'toolCall', index: 3, callId: '', name: 'four' },
    ]).message();
    assert.deepEqual(
      parts.map((part) => part.type === 'toolCall' && part.callId),
      ['new1', 'x', 'new2', 'new3'],
    );
  });

  for (const name of [
    'look',
    ' look\n',
    'functions.look',
    'look<|channel|>commentary',
    'look<|constrain|>json',
  ])
    it(`removes “null” arguments, and white space and format marks from the call’s name: ${JSON.stringify(name)}`, () => {
      const { parts } = assemble([
        { type: 'toolCall', index: 0, callId: 'a', name, arguments: 'null' },
      ]).message();
      assert.deepEqual(parts, [{ type: 'toolCall', callId: 'a', name: 'look', arguments: '' }]);
    });

  it('marks the message as interrupted until the end of the stream arrives', () => {
    assert.equal(assemble([{ type: 'text', text: 'half' }]).message().finish, 'interrupted');
  });

  it('keeps the provider’s own fields only if the stream finished', () => {
    const items = { from: 'a m', fields: { signature: 'x' } };
    const opaque: ChatDelta = { type: 'opaque', items };
    assert.equal(assemble([{ type: 'text', text: 'half' }, opaque]).message().opaque, undefined);
    const whole = assemble([{ type: 'text', text: 'all' }, opaque, { type: 'finish', reason: 'stop' }]);
    assert.deepEqual(whole.message().opaque, items);
  });

  it('has an answer only if the deltas contain more than reasoning, white space and nameless calls', () => {
    const assembler = assemble([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: ' \n' },
      { type: 'toolCall', index: 0, arguments: '{}' },
    ]);
    assert.equal(assembler.hasAnswer, false);
    assert.equal(assembler.message().parts.length, 2);
    assembler.add({ type: 'text', text: 'x' });
    assert.equal(assembler.hasAnswer, true);
  });

  it('keeps the whole text and reasoning, for any split into deltas', () => {
    const piece = fc.record({
      type: fc.constantFrom('text' as const, 'reasoning' as const),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { parts } = assemble(pieces).message();
        for (const type of ['text', 'reasoning'] as const) {
          const sent = pieces.flatMap((each) => (each.type === type ? [each.text] : [])).join('');
          const kept = parts.flatMap((each) => (each.type === type ? [each.text] : [])).join('');
          assert.equal(kept, sent);
        }
      }),
    );
  });
});
