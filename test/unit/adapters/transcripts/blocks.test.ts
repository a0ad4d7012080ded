import assert from 'node:assert/strict';
import {
  assistantPartsOf,
  blocksOf,
  imageOf,
  resultPartsOf,
  toolMessageOf,
  usageOf,
  userPartsOf,
} from '../../../../src/adapters/transcripts/anthropicBlocks.ts';
import { callOf, chatMessagesOf, roleOf } from '../../../../src/adapters/transcripts/chatMessage.ts';
import {
  fieldOf,
  isObject,
  jsonText,
  numberOf,
  objectsOf,
  timeOf,
} from '../../../../src/adapters/transcripts/json.ts';
import { unknownPart } from '../../../../src/adapters/transcripts/unknownContent.ts';

const text = (words: string) => ({ type: 'text', text: words });
const client = (words: string, label: string) => ({ ...text(words), origin: 'client', label });

describe('a value from another program', () => {
  for (const [value, time] of [
    [1, 1_000],
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
    [1_700_000_000_000.4, 1_700_000_000_000],
    [0, undefined],
    [-5, undefined],
    [8.64e15, undefined],
    [Number.NaN, undefined],
    ['2031-05-06T07:08:09Z', 1_935_817_689_000],
    ['soon', undefined],
    [null, undefined],
  ] as const) {
    it(`is ${time === undefined ? 'not a valid time' : 'converted to a time in milliseconds'}: ${String(value)}`, () => {
      assert.equal(timeOf(value), time);
    });
  }

  it('is converted to text by jsonText, and is ignored by the other functions if it is inherited or has the wrong type', () => {
    assert.deepEqual(
      [isObject({}), isObject([]), isObject(null), isObject('a')],
      [true, false, false, false],
    );
    assert.deepEqual(
      [numberOf({ a: 1 }, 'a'), numberOf({ a: Infinity }, 'a'), numberOf({ a: '1' }, 'a')],
      [1, undefined, undefined],
    );
    assert.deepEqual(objectsOf({ a: [{ b: 1 }, 2, [], null] }, 'a'), [{ b: 1 }]);
    assert.deepEqual([fieldOf({}, 'constructor'), objectsOf({ a: { b: 1 } }, 'a')], [undefined, []]);
    assert.deepEqual(
      [jsonText('a'), jsonText(undefined), jsonText([1]), jsonText(null)],
      ['a', '', '[1]', 'null'],
    );
    assert.equal(jsonText(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)), '[nested too deeply]');
  });
});

describe('a content block', () => {
  it('is read from a text, an object or a list', () => {
    assert.deepEqual(blocksOf('a'), [text('a')]);
    assert.deepEqual(blocksOf({ b: 1 }), [{ b: 1 }]);
    assert.deepEqual(blocksOf(['a', { b: 1 }, 2, null]), [text('a'), { b: 1 }]);
    assert.deepEqual([blocksOf(7), blocksOf(undefined)], [[], []]);
  });

  for (const [block, parts] of [
    [{ type: 'text' }, [text('')]],
    [{ type: 'output_text', text: 'a' }, [text('a')]],
    [{ type: 'thinking', thinking: 'a', text: 'b' }, [{ type: 'reasoning', text: 'a' }]],
    [{ type: 'reasoning', text: 'b' }, [{ type: 'reasoning', text: 'b' }]],
    [{ type: 'thinking' }, [{ type: 'reasoning', text: '' }]],
    [{ type: 'redacted_thinking', data: 'x' }, []],
    [{ type: 'server_tool_use', name: 'web', input: { q: 1 } }, [client('[web {"q":1}]', 'provider-tool')]],
    [{ type: 'server_tool_use' }, [client('[ {}]', 'provider-tool')]],
    [{ type: 'mcp_tool_use', name: 'paint', input: {} }, [client('[paint {}]', 'provider-tool')]],
    [
      {
        type: 'advisor_tool_result',
        content: { type: 'advisor_result', text: 'Ask.', encrypted_content: 'x' },
      },
      [client('[result [{"type":"advisor_result","text":"Ask."}]]', 'provider-tool')],
    ],
    [{ type: 'compaction', content: 'So far.' }, [client('So far.', 'foreign-summary')]],
    [
      { type: 'web_search_tool_result', content: [{ url: 'u', encrypted_content: 'x', not_encrypted_: 1 }] },
      [client('[result [{"url":"u","not_encrypted_":1}]]', 'provider-tool')],
    ],
    [{ type: 'tool_use' }, [{ type: 'toolCall', callId: '', name: '', arguments: '{}' }]],
    [{ type: 'odd' }, undefined],
  ] as const) {
    it(`of an answer is ${parts === undefined ? 'unknown' : 'converted'}: ${JSON.stringify(block).slice(0, 50)}`, () => {
      assert.deepEqual(assistantPartsOf(block), parts);
    });
  }

  for (const [block, parts] of [
    [{ type: 'input_text', text: 'a' }, [text('a')]],
    [{ type: 'text' }, undefined],
    [{ type: 'odd', text: 'a' }, undefined],
    [{ type: 'file' }, [{ type: 'file', path: '', text: '' }]],
    [{ type: 'file', path: 'a.ts', content: 'x' }, [{ type: 'file', path: 'a.ts', text: 'x' }]],
    [{ type: 'document' }, [{ type: 'image', mediaType: 'image/*' }]],
  ] as const) {
    it(`of a user message is ${parts === undefined ? 'unknown' : 'converted'}: ${JSON.stringify(block)}`, () => {
      assert.deepEqual(userPartsOf(block), parts);
    });
  }

  for (const [block, image] of [
    [{ source: { data: 'AA', media_type: 'image/png' } }, { mediaType: 'image/png', data: 'AA' }],
    [
      { data: 'AA', mimeType: 'image/gif' },
      { mediaType: 'image/gif', data: 'AA' },
    ],
    [{ source: { url: 'https://x/a' } }, { mediaType: 'image/*', name: 'https://x/a' }],
    [{ image_url: { url: 'data:image/svg+xml;base64,AA' } }, { mediaType: 'image/svg+xml', data: 'AA' }],
    [{ image_url: 'data:;base64,AA' }, { mediaType: 'image/*', name: 'data:;base64,AA' }],
    [
      { image_url: `https://x/${'a'.repeat(600)}` },
      { mediaType: 'image/*', name: `https://x/${'a'.repeat(490)}` },
    ],
  ] as const) {
    it(`becomes an image with its data or the first 500 characters of its address: ${JSON.stringify(block).slice(0, 50)}`, () => {
      assert.deepEqual(imageOf(block), { type: 'image', ...image });
    });
  }

  it('of a tool result becomes a text, an image or JSON, and is omitted if it is empty or encrypted', () => {
    const blocks = [text('a'), text(''), { type: 'image_url' }, { type: 'encrypted_content' }, { a: 1 }];
    assert.deepEqual(resultPartsOf(blocks), [
      text('a'),
      { type: 'image', mediaType: 'image/*' },
      text('{"a":1}'),
    ]);
  });

  for (const [block, end] of [
    [
      { content: 'Exit code 3\nno', is_error: true },
      { isError: true, exitCode: 3 },
    ],
    [{ content: 'Exit code 3\nno' }, {}],
    [{ content: 'no\nExit code 3', is_error: true }, { isError: true }],
    [{ content: 'Exit code 3x', is_error: true }, { isError: true }],
  ] as const) {
    it(`of a tool result gives ${'exitCode' in end ? 'an' : 'no'} exit code: ${JSON.stringify(block)}`, () => {
      const { exitCode, isError, callId } = toolMessageOf(block);
      assert.deepEqual({ ...(isError && { isError }), ...(exitCode !== undefined && { exitCode }) }, end);
      assert.equal(callId, '');
    });
  }
});

describe('the usage of a request', () => {
  it('counts cached tokens as input, and is undefined if the input or output tokens are missing', () => {
    const usage = { input_tokens: 1, output_tokens: 2 };
    assert.deepEqual(usageOf(usage), { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0 });
    assert.deepEqual(usageOf({ ...usage, cache_read_input_tokens: 10, cache_creation_input_tokens: 100 }), {
      inputTokens: 111,
      outputTokens: 2,
      cachedInputTokens: 10,
    });
    assert.deepEqual(
      [usageOf(undefined), usageOf({ input_tokens: 1 }), usageOf({ output_tokens: 1 })],
      [undefined, undefined, undefined],
    );
  });
});

describe('a chat message', () => {
  for (const [role, own] of [
    ['system', 'system'],
    ['developer', 'system'],
    ['user', 'user'],
    ['human', 'user'],
    ['assistant', 'assistant'],
    ['ai', 'assistant'],
    ['gpt', 'assistant'],
    ['model', 'assistant'],
    ['tool', 'tool'],
    ['function', 'tool'],
    ['observation', 'tool'],
    ['odd', undefined],
  ] as const) {
    it(`from “${role}” has ${own === undefined ? 'no role' : `the role ${own}`}`, () => {
      assert.deepEqual([roleOf({ role }), roleOf({ from: role })], [own, own]);
    });
  }

  it('of the assistant becomes an answer with texts and tool calls, even if fields are missing or unknown', () => {
    assert.deepEqual(callOf({}), { type: 'toolCall', callId: '', name: '', arguments: '{}' });
    assert.deepEqual(
      callOf({ id: 'a', call_id: 'b', function: { name: 'f', arguments: { x: 1 } }, custom: { name: 'g' } }),
      {
        type: 'toolCall',
        callId: 'a',
        name: 'f',
        arguments: '{"x":1}',
      },
    );
    const [answer] =
      chatMessagesOf({
        role: 'assistant',
        content: [{ type: 'odd', text: 'a' }, { type: 'odd', refusal: 'b' }, { type: 'odd' }],
      }) ?? [];
    assert.deepEqual(answer?.parts, [text('a'), text('b'), unknownPart({ type: 'odd' })]);
  });

  it('of the user becomes only tool messages if it contains only tool results', () => {
    const result = { type: 'tool_result', tool_use_id: 'z', content: 'r' };
    const roles = (content: unknown) =>
      (chatMessagesOf({ role: 'user', content }) ?? []).map(({ role }) => role);
    assert.deepEqual(
      [roles([]), roles([result]), roles([text('a'), result])],
      [['user'], ['tool'], ['tool', 'user']],
    );
  });

  it('of the system keeps all texts that are not empty', () => {
    assert.deepEqual(chatMessagesOf({ role: 'system', content: ['a', '', { b: 1 }] }), [
      { role: 'system', parts: [text('a')] },
    ]);
  });
});
