import assert from 'node:assert/strict';
import { ChunkReader } from '../../../../src/adapters/models/chunkReader.ts';

describe('The reader of an answer’s chunks', () => {
  const reader = (): ChunkReader => new ChunkReader(() => 'new');
  const read = (...deltas: readonly object[]): readonly unknown[] => {
    const own = reader();
    return deltas.flatMap((delta) => own.read({ choices: [{ delta }] }));
  };
  const call = (more: object): object => ({ tool_calls: [more] });

  for (const [what, deltas, indices] of [
    [
      'by the index',
      [call({ index: 0, id: 'a' }), call({ index: 1, id: 'b' }), call({ index: 0 })],
      [0, 1, 0],
    ],
    [
      'by the id if all calls have the same index',
      [call({ index: 0, id: 'a' }), call({ index: 0, id: 'b' }), call({ index: 0, id: 'a' })],
      [0, 1, 0],
    ],
    [
      'by the name if the calls have no index and no id',
      [
        call({ function: { name: 'f' } }),
        call({ function: { arguments: '{' } }),
        call({ function: { name: 'g' } }),
      ],
      [0, 0, 1],
    ],
    ['all to one call if the parts have no index, id or name', [call({}), call({})], [0, 0]],
    ['by the index if the id arrives later', [call({ index: 3 }), call({ index: 3, id: 'a' })], [0, 0]],
    ['by the index if the id is empty', [call({ index: 0, id: 'a' }), call({ index: 0, id: '' })], [0, 0]],
  ] as const) {
    it(`assigns parts to calls: ${what}`, () => {
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
    ['with an unreadable index', call({ index: 'first', id: 'a', ...whole }), 'a'],
    ['with an unreadable id', call({ index: 0, id: { of: 'a' }, ...whole }), 'new'],
    ['that is not in a list', { tool_calls: { index: 0, id: 'a', ...whole } }, 'a'],
    ['in a list with null', { tool_calls: [null, { index: 0, id: 'a', ...whole }] }, 'a'],
    ['in the older format with one function', { function_call: whole.function }, 'new'],
    [
      'in the current and the older format at the same time',
      { ...call({ index: 0, id: 'a', ...whole }), function_call: whole.function },
      'a',
    ],
  ] as const)
    it(`reads a call ${what}`, () => {
      assert.deepEqual(read(delta), [{ type: 'toolCall', index: 0, callId, name: 'f', arguments: '{}' }]);
    });

  it('reads the thought, the text and the refusal in this order, and the thought from only one field', () => {
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
    ['a single part', { content: { type: 'text', text: 'a' } }, 'text'],
    ['texts in a list', { content: ['a'] }, 'text'],
    ['a part without a type', { content: [{ text: 'a' }] }, 'text'],
    [
      'a text in an object, as in the Assistants API',
      { content: [{ type: 'text', text: { value: 'a' } }] },
      'text',
    ],
    [
      'a text part whose thinking is null',
      { content: [{ type: 'text', text: 'a', thinking: null }] },
      'text',
    ],
    ['a thinking part with a text', { content: [{ type: 'thinking', thinking: 'a' }] }, 'reasoning'],
    ['a reasoning part', { content: [{ type: 'reasoning', text: 'a' }] }, 'reasoning'],
    ['a thought of GitHub Copilot', { reasoning_text: 'a' }, 'reasoning'],
    ['a thought of Ollama', { thinking: 'a' }, 'reasoning'],
    ['a thought in an object', { reasoning: { content: 'a' } }, 'reasoning'],
    [
      'only the field reasoning_details',
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'a' }] },
      'reasoning',
    ],
    [
      'only the field thinking_blocks',
      { thinking_blocks: [{ type: 'thinking', thinking: 'a', signature: 'b' }] },
      'reasoning',
    ],
    [
      'a thought together with reasoning_details',
      { reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] },
      'reasoning',
    ],
  ] as const)
    it(`reads a text or a thought: ${what}`, () => {
      assert.deepEqual(read(delta), [{ type, text: 'a' }]);
    });

  it('finds no text in content that is not text, or in lists that are nested too deeply', () => {
    for (const content of [null, true, {}, [{ type: 'image_url', image_url: {} }], [[[[[[[['a']]]]]]]]])
      assert.deepEqual(read({ content }), []);
    assert.deepEqual(read({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'a' }] }), []);
  });

  it('reads the text of the older completions API, and a finish reason in an object', () => {
    const own = reader();
    assert.deepEqual(own.read({ choices: [{ text: 'a', finish_reason: null }] }), [
      { type: 'text', text: 'a' },
    ]);
    own.read({ choices: [{ text: '', finish_reason: { type: 'eos' } }] });
    assert.equal(own.finish, 'stop');
  });

  it('omits a final message only if the message repeats the whole text', () => {
    const own = reader();
    const texts = ['Hi', ' you', 'Hi you', 'Hi'].map((content, at) =>
      own.read({ choices: [at < 2 ? { delta: { content } } : { message: { content } }] }),
    );
    assert.deepEqual(
      texts.map(([delta]) => (delta?.type === 'text' ? delta.text : '')),
      ['Hi', ' you', '', 'Hi'],
    );
    const messages = reader();
    const same = [1, 2].flatMap(() => messages.read({ choices: [{ message: { content: 'ha' } }] }));
    assert.equal(same.length, 2);
  });

  it('reads the usage in the field x_groq, where Groq puts it', () => {
    const own = reader();
    own.read({ choices: [], x_groq: { id: 'a', usage: { prompt_tokens: 9, completion_tokens: 2 } } });
    assert.deepEqual(own.usage, { inputTokens: 9, outputTokens: 2 });
  });

  it('returns the name of a call only once, and creates an id for a call without an id', () => {
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
    ['BLOCKLIST', 'filtered'],
    ['SPII', 'filtered'],
  ] as const) {
    it(`reads the finish reason ${reason} as ${finish}`, () => {
      const own = reader();
      own.read({ choices: [{ finish_reason: reason }] });
      own.read({ choices: [] });
      assert.equal(own.finish, finish);
    });
  }

  for (const reason of [
    'error',
    'insufficient_system_resource',
    'network_error',
    'abort',
    'function_call_filter: MALFORMED_FUNCTION_CALL',
    'malformed_function_call',
    'UNEXPECTED_TOOL_CALL',
    'MISSING_THOUGHT_SIGNATURE',
  ])
    it(`throws if the finish reason is ${reason}`, () => {
      assert.throws(() => reader().read({ choices: [{ finish_reason: reason }] }), new RegExp(reason));
    });

  it('throws with the message of the provider behind a router', () => {
    const choice = { finish_reason: 'error', error: { message: 'The provider died.', code: 502 } };
    assert.throws(() => reader().read({ choices: [choice] }), /The provider died/);
  });

  it('reads the usage in the choice, where Moonshot puts it', () => {
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
      { inputTokens: 14, outputTokens: 0, cachedInputTokens: 9 },
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
    it(`reads the usage, and corrects or drops impossible values: ${JSON.stringify(usage)}`, () => {
      const own = reader();
      own.read({ usage });
      own.read({ usage: null });
      assert.deepEqual(own.usage, expected);
    });
  }
});
