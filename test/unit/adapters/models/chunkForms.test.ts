import assert from 'node:assert/strict';
import { ChunkReader } from '../../../../src/adapters/models/chunkDeltas.ts';

describe('chunks of an answer', () => {
  const reader = (): ChunkReader => new ChunkReader(() => 'new');
  const read = (...deltas: readonly object[]): readonly unknown[] => {
    const own = reader();
    return deltas.flatMap((delta) => own.read({ choices: [{ delta }] }));
  };
  const call = (more: object): object => ({ tool_calls: [more] });

  for (const [what, deltas, indices] of [
    ['by index', [call({ index: 0, id: 'a' }), call({ index: 1, id: 'b' }), call({ index: 0 })], [0, 1, 0]],
    [
      'by id where all have one index',
      [call({ index: 0, id: 'a' }), call({ index: 0, id: 'b' }), call({ index: 0, id: 'a' })],
      [0, 1, 0],
    ],
    [
      'by name where they have neither',
      [
        call({ function: { name: 'f' } }),
        call({ function: { arguments: '{' } }),
        call({ function: { name: 'g' } }),
      ],
      [0, 0, 1],
    ],
    ['by nothing, so that all parts belong to one call', [call({}), call({})], [0, 0]],
    ['by index if the id comes late', [call({ index: 3 }), call({ index: 3, id: 'a' })], [0, 0]],
    ['by index if the id is empty', [call({ index: 0, id: 'a' }), call({ index: 0, id: '' })], [0, 0]],
  ] as const) {
    it(`tell calls apart: ${what}`, () => {
      assert.deepEqual(
        read(...deltas).map((delta) => (delta as { index: number }).index),
        indices,
      );
    });
  }

  const whole = { function: { name: 'f', arguments: '{}' } };
  for (const [what, delta, callId] of [
    ['with an index as text', call({ index: '0', id: 'a', ...whole }), 'a'],
    ['with an id as a number', call({ index: 0, id: 318_230_091, ...whole }), '318230091'],
    ['that is not in a list', { tool_calls: { index: 0, id: 'a', ...whole } }, 'a'],
    ['beside null', { tool_calls: [null, { index: 0, id: 'a', ...whole }] }, 'a'],
    ['in the older form with one function', { function_call: whole.function }, 'new'],
    [
      'in the current and in the older form',
      { ...call({ index: 0, id: 'a', ...whole }), function_call: whole.function },
      'a',
    ],
  ] as const)
    it(`are parsed in their form: a call ${what}`, () => {
      assert.deepEqual(read(delta), [{ type: 'toolCall', index: 0, callId, name: 'f', arguments: '{}' }]);
    });

  it('contain thoughts, words and refusals in order, and only the first thought', () => {
    assert.deepEqual(read({ reasoning_content: '', reasoning: 'a', content: 'b', refusal: 'c' }), [
      { type: 'reasoning', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'text', text: 'c' },
    ]);
    assert.deepEqual(read({ reasoning_content: 'x', reasoning: 'y', content: '' }), [
      { type: 'reasoning', text: 'x' },
    ]);
    assert.deepEqual(
      read({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'a' }, { type: 'text' }] },
          { type: 'text' },
        ],
      }),
      [{ type: 'reasoning', text: 'a' }],
    );
  });

  for (const [what, delta, type] of [
    ['a part alone', { content: { type: 'text', text: 'a' } }, 'text'],
    ['texts in a list', { content: ['a'] }, 'text'],
    ['a part without a type', { content: [{ text: 'a' }] }, 'text'],
    ['an assistant’s text with a value', { content: [{ type: 'text', text: { value: 'a' } }] }, 'text'],
    ['a part with every field', { content: [{ type: 'text', text: 'a', thinking: null }] }, 'text'],
    ['a thinking part with a text', { content: [{ type: 'thinking', thinking: 'a' }] }, 'reasoning'],
    ['a reasoning part', { content: [{ type: 'reasoning', text: 'a' }] }, 'reasoning'],
    ['Copilot’s thought', { reasoning_text: 'a' }, 'reasoning'],
    ['Ollama’s thought', { thinking: 'a' }, 'reasoning'],
    ['a thought in an object', { reasoning: { content: 'a' } }, 'reasoning'],
    ['details alone', { reasoning_details: [{ type: 'reasoning.summary', summary: 'a' }] }, 'reasoning'],
    ['blocks alone', { thinking_blocks: [{ type: 'thinking', thinking: 'a', signature: 'b' }] }, 'reasoning'],
    [
      'a thought beside its details',
      { reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] },
      'reasoning',
    ],
  ] as const)
    it(`are read as text or thoughts in any form: ${what}`, () => {
      assert.deepEqual(read(delta), [{ type, text: 'a' }]);
    });

  it('have no text or thoughts if they contain something else', () => {
    for (const content of [null, true, {}, [{ type: 'image_url', image_url: {} }], [[[[[[[['a']]]]]]]]])
      assert.deepEqual(read({ content }), []);
    assert.deepEqual(read({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'a' }] }), []);
  });

  it('are read in the form of the older completions API, and end for a reason of any type', () => {
    const own = reader();
    assert.deepEqual(own.read({ choices: [{ text: 'a', finish_reason: null }] }), [
      { type: 'text', text: 'a' },
    ]);
    own.read({ choices: [{ text: '', finish_reason: { type: 'eos' } }] });
    assert.equal(own.finish, 'stop');
  });

  it('count tokens where Groq puts them', () => {
    const own = reader();
    own.read({ choices: [], x_groq: { id: 'a', usage: { prompt_tokens: 9, completion_tokens: 2 } } });
    assert.deepEqual(own.usage, { inputTokens: 9, outputTokens: 2 });
  });

  it('name a call once, and create an id for one without', () => {
    assert.deepEqual(
      read(
        call({ index: 0, function: { name: 'f', arguments: { a: 1 } } }),
        call({ index: 0, function: { name: 'f', arguments: '' } }),
      ),
      [
        { type: 'toolCall', index: 0, callId: 'new', name: 'f', arguments: '{"a":1}' },
        { type: 'toolCall', index: 0 },
      ],
    );
  });

  for (const [reason, finish] of [
    ['tool_calls', 'toolCalls'],
    ['function_call', 'toolCalls'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filter', 'filtered'],
    ['eos', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['max_output_tokens', 'length'],
    ['model_length', 'length'],
    ['tool_use', 'toolCalls'],
    ['SAFETY', 'filtered'],
    ['sensitive', 'filtered'],
    ['content_filter: RECITATION', 'filtered'],
  ] as const) {
    it(`end with a reason: ${reason}`, () => {
      const own = reader();
      own.read({ choices: [{ finish_reason: reason }] });
      own.read({ choices: [] });
      assert.equal(own.finish, finish);
    });
  }

  for (const reason of ['error', 'insufficient_system_resource', 'network_error', 'abort'])
    it(`are incomplete when their end says so: ${reason}`, () => {
      assert.throws(() => reader().read({ choices: [{ finish_reason: reason }] }), new RegExp(reason));
    });

  it('are incomplete with the message of the provider behind a router', () => {
    const choice = { finish_reason: 'error', error: { message: 'The provider died.', code: 502 } };
    assert.throws(() => reader().read({ choices: [choice] }), /The provider died/);
  });

  it('report usage in the choice, as Moonshot does', () => {
    const own = reader();
    own.read({ choices: [{ finish_reason: 'stop', usage: { prompt_tokens: 5, completion_tokens: 2 } }] });
    assert.deepEqual(own.usage, { inputTokens: 5, outputTokens: 2 });
  });

  for (const [usage, expected] of [
    [{ prompt_tokens: 1 }, { inputTokens: 1, outputTokens: 0 }],
    [{ prompt_tokens: 0, completion_tokens: 3 }, undefined],
    [{ prompt_tokens: 100_000_000 }, { inputTokens: 100_000_000, outputTokens: 0 }],
    [{ prompt_tokens: 100_000_001 }, undefined],
    [
      { prompt_tokens: 5, prompt_cache_hit_tokens: 9 },
      { inputTokens: 5, outputTokens: 0, cachedInputTokens: 5 },
    ],
    [
      { prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 2 }, prompt_cache_hit_tokens: 3 },
      { inputTokens: 5, outputTokens: 0, cachedInputTokens: 2 },
    ],
    [
      { prompt_tokens: 5, completion_tokens: -1 },
      { inputTokens: 5, outputTokens: 0 },
    ],
    [{ prompt_tokens: 1.5 }, undefined],
  ] as const) {
    it(`report usage only if it is possible: ${JSON.stringify(usage)}`, () => {
      const own = reader();
      own.read({ usage });
      own.read({ usage: null });
      assert.deepEqual(own.usage, expected);
    });
  }
});
