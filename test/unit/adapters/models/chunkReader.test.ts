import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ChunkReader } from '../../../../src/adapters/models/chunkReader.ts';
import type { ChatDelta } from '../../../../src/core/ports.ts';

function read(...deltas: readonly object[]): { deltas: readonly ChatDelta[]; reader: ChunkReader } {
  let count = 0;
  const reader = new ChunkReader(() => `made${String(++count)}`);
  return { deltas: deltas.flatMap((delta) => reader.read({ choices: [{ delta }] })), reader };
}

function calls(...tool_calls: readonly object[]): object {
  return { tool_calls };
}

describe('chunks of a stream in the formats of real endpoints', () => {
  it('are read as two calls if the calls have the same id, different names and no arguments', () => {
    const none = { id: 'a', function: { name: 'status', arguments: '{}' } };
    const { deltas } = read(calls(none, { id: 'a', function: { name: 'list', arguments: '{}' } }));
    assert.deepEqual(deltas, [
      { type: 'toolCall', index: 0, callId: 'a', name: 'status', arguments: '{}' },
      { type: 'toolCall', index: 1, callId: 'made1', name: 'list', arguments: '{}' },
    ]);
  });

  it('are assigned to parallel calls by the index if the arguments arrive in pieces', () => {
    const { deltas } = read(
      calls({ index: 0, id: 'a', function: { name: 'one', arguments: '' } }),
      calls({ index: 0, function: { arguments: '{"n":' } }),
      calls({ index: 1, id: 'b', function: { name: 'two', arguments: '{}' } }),
      calls({ index: 0, function: { arguments: '1}' } }),
    );
    assert.deepEqual(deltas, [
      { type: 'toolCall', index: 0, callId: 'a', name: 'one' },
      { type: 'toolCall', index: 0, arguments: '{"n":' },
      { type: 'toolCall', index: 1, callId: 'b', name: 'two', arguments: '{}' },
      { type: 'toolCall', index: 0, arguments: '1}' },
    ]);
  });

  it('are read as different calls if all calls have index 0 but different ids', () => {
    const { deltas } = read(
      calls({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
      calls({ index: 0, id: 'b', function: { name: 'two', arguments: '{' } }),
      calls({ index: 0, function: { arguments: '}' } }),
    );
    assert.deepEqual(
      deltas.map((delta) => delta.type === 'toolCall' && delta.index),
      [0, 1, 1],
    );
  });

  it('may contain whole calls without index and id, and arguments as an object', () => {
    const { deltas } = read(
      calls(
        { function: { name: 'one', arguments: { n: 1 } } },
        { function: { name: 'two', arguments: '{}' } },
      ),
    );
    assert.deepEqual(deltas, [
      { type: 'toolCall', index: 0, callId: 'made1', name: 'one', arguments: '{"n":1}' },
      { type: 'toolCall', index: 1, callId: 'made2', name: 'two', arguments: '{}' },
    ]);
  });

  it('continue the call with the same id, or the last call if the id is missing', () => {
    const { deltas } = read(
      calls({ id: 'a', function: { name: 'one' } }),
      calls({ id: 'b', function: { name: 'two' } }),
      calls({ id: 'a', function: { name: 'one', arguments: '1' } }),
      calls({ function: { arguments: '2' } }),
    );
    assert.deepEqual(
      deltas.map((delta) => delta.type === 'toolCall' && [delta.index, delta.name, delta.arguments]),
      [
        [0, 'one', undefined],
        [1, 'two', undefined],
        [0, undefined, '1'],
        [1, undefined, '2'],
      ],
    );
  });

  it('may contain the same thought in two fields, but the thought is read only once', () => {
    const { deltas } = read(
      { reasoning_content: 'a', reasoning: 'a' },
      { reasoning: 'b', content: '' },
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'c' }] },
          { type: 'text', text: 'd' },
        ],
      },
      { reasoning: { odd: true }, content: 'e' },
      { refusal: 'f' },
    );
    assert.deepEqual(
      deltas.map(
        (delta) => (delta.type === 'text' || delta.type === 'reasoning') && `${delta.type} ${delta.text}`,
      ),
      ['reasoning a', 'reasoning b', 'reasoning c', 'text d', 'text e', 'text f'],
    );
  });

  for (const prompt_tokens of [Infinity, -1, 0, 1.5, 1e300, 100_000_001, '12', null]) {
    it(`are read without usage if prompt_tokens is ${inspect(prompt_tokens)}`, () => {
      const { reader } = read();
      reader.read({ choices: [], usage: { prompt_tokens, completion_tokens: 1 } });
      assert.equal(reader.usage, undefined);
    });
  }

  it('are read without invalid fields of the usage, and with a corrected number of input tokens', () => {
    const { reader } = read();
    const details = { prompt_tokens_details: { cached_tokens: Infinity } };
    reader.read({ choices: [], usage: { prompt_tokens: 9, completion_tokens: -1, ...details } });
    assert.deepEqual(reader.usage, { inputTokens: 9, outputTokens: 0 });
    reader.read({
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 10 },
    });
    assert.deepEqual(reader.usage, { inputTokens: 19, outputTokens: 2, cachedInputTokens: 10 });
    reader.read({ choices: [], usage: { prompt_tokens: 100_000_000 } });
    assert.deepEqual(reader.usage, { inputTokens: 100_000_000, outputTokens: 0 });
  });

  it('may report the usage without choices, and a later usage of 0 tokens is ignored', () => {
    const { reader } = read();
    assert.deepEqual(reader.read({ choices: [] }), []);
    assert.deepEqual(reader.read({ object: 'ping' }), []);
    assert.deepEqual(reader.read({ choices: [{ finish_reason: 'stop' }] }), []);
    reader.read({
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 8 } },
    });
    reader.read({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } });
    assert.deepEqual(reader.usage, { inputTokens: 9, outputTokens: 1, cachedInputTokens: 8 });
  });

  it('do not end the answer at a finish reason that is empty or precedes text', () => {
    const { reader } = read();
    const ends: unknown[] = [];
    for (const [content, finish_reason] of [
      ['a', ''],
      ['b', 'stop'],
      ['c', null],
      ['', null],
      ['d', 'stop'],
      ['', 'length'],
      ['', ''],
    ] as const) {
      reader.read({ choices: [{ delta: { content }, finish_reason }] });
      ends.push([reader.finish, reader.isOver]);
    }
    assert.deepEqual(ends, [
      [undefined, false],
      ['stop', true],
      ['stop', false],
      ['stop', false],
      ['stop', false],
      ['length', true],
      ['length', true],
    ]);
  });

  for (const [reason, finish] of [
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['tool_calls', 'toolCalls'],
    ['function_call', 'toolCalls'],
    ['length', 'length'],
    ['content_filter', 'filtered'],
  ] as const) {
    it(`may end with the finish reason “${reason}”`, () => {
      const { reader } = read();
      reader.read({ choices: [{ delta: {}, finish_reason: reason }] });
      assert.equal(reader.finish, finish);
    });
  }
});
