import assert from 'node:assert/strict';
import type { Fallback } from '../../../../src/adapters/models/fallbackWords.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { askModel } from '../../../../src/core/model/answer.ts';
import { answerOf } from '../../../support/answerOf.ts';
import { chunk, DONE, startFaultyEndpoint, streams } from '../../../support/faultyEndpoint.ts';

const tools = [
  {
    name: 'look',
    description: 'Looks into a file.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, lines: { type: 'integer' }, code: { type: 'string' } },
    },
  },
];

/**
 * Asks an endpoint that answers with a text in pieces of `size` characters. Returns the text and the calls that the
 * client read, the finish reason, and the losses that were reported.
 */
async function answered(text: string, { size = 5, finish = 'stop', offered = tools } = {}) {
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  const endpoint = await startFaultyEndpoint(
    streams(...pieces.map((content) => chunk({ content })), chunk({}, finish), DONE),
  );
  const told: Fallback[] = [];
  const model = new OpenAiModel({
    endpoint: { baseUrl: endpoint.baseUrl },
    profile: { id: 'qwen3-coder', supportsTools: true, encoding: 'o200k_base' },
    onFallback: (fallback) => told.push(fallback),
  });
  let made = 0;
  const request = { messages: [], tools: offered };
  const { message } = await answerOf(
    askModel({ model, request, newCallId: () => `made${String((made += 1))}` }, neverCancelled),
  );
  await endpoint.close();
  const parts = message?.parts ?? [];
  return {
    text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(''),
    calls: parts.flatMap((part) =>
      part.type === 'toolCall' ? [[part.name, JSON.parse(part.arguments) as unknown]] : [],
    ),
    finish: message?.finish,
    told: told.map(({ loss }) => loss ?? ''),
  };
}

const LOOK = { path: 'a.ts' };
const json = JSON.stringify({ name: 'look', arguments: LOOK });

describe('a possible tool call in an answer’s text', () => {
  for (const [what, text] of [
    ['of Hermes and Qwen', `<tool_call>\n${json}\n</tool_call>`],
    ['after a thought', `<think>I look.</think>\n\n<tool_call>${json}</tool_call>`],
    [
      'of Qwen3-Coder',
      '<tool_call>\n<function=look>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
    ],
    [
      'of Qwen3-Coder without the enclosing tag',
      '<function=look><parameter=path>a.ts</parameter></function>',
    ],
    ['of Mistral', `[TOOL_CALLS][${json}]`],
    ['of newer Mistral models', `[TOOL_CALLS]look[ARGS]${JSON.stringify(LOOK)}`],
    ['of Llama', `<|python_tag|>${JSON.stringify({ name: 'look', parameters: LOOK })}<|eom_id|>`],
    [
      'of Kimi',
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.look:0<|tool_call_argument_begin|>${JSON.stringify(LOOK)}<|tool_call_end|><|tool_calls_section_end|>`,
    ],
    [
      'of DeepSeek',
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>look\n\`\`\`json\n${JSON.stringify(LOOK)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    ['of GLM', '<tool_call>look\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n</tool_call>'],
    [
      'of MiniMax',
      '<minimax:tool_call>\n<invoke name="look">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
    [
      'of DeepSeek 4',
      '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="look">\n<｜DSML｜parameter name="path" string="true">a.ts</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    ],
    [
      'of gpt-oss',
      `<|channel|>commentary to=functions.look <|constrain|>json<|message|>${JSON.stringify(LOOK)}<|call|>`,
    ],
    [
      'of gpt-oss after a thought',
      `<|channel|>analysis<|message|>I look.<|end|><|start|>assistant to=functions.look<|channel|>commentary json<|message|>${JSON.stringify(LOOK)}`,
    ],
    ['of Llama with the name in a tag', `<function=look>${JSON.stringify(LOOK)}</function>`],
    ['without the closing tag', `<tool_call>\n${json}\n`],
    ['without the opening tag', `${json}\n</tool_call>`],
    ['of Granite', `<|tool_call|>[${json}]`],
    ['of Phi', `<|tool_call|>[${json}]<|/tool_call|>`],
    ['in JSON without tags', ` ${json}`],
    [
      'in the JSON format of OpenAI',
      JSON.stringify({ type: 'function', function: { name: 'look', arguments: '{"path":"a.ts"}' } }),
    ],
  ] as const)
    it(`is read as a call if the answer contains only calls and thoughts: a call ${what}`, async () => {
      for (const size of [1, 4, 1_000])
        assert.deepEqual(await answered(text, { size }), {
          ...{ text: '', calls: [['look', LOOK]], finish: 'toolCalls', told: [] },
        });
    });

  it('has arguments of the types in the tool’s schema', async () => {
    const second =
      '<function=look><parameter=lines>\n12\n</parameter><parameter=code>\n12\n</parameter></function>';
    const { calls } = await answered(`<tool_call>${json}</tool_call>\n<tool_call>${second}</tool_call>`);
    assert.deepEqual(calls, [
      ['look', LOOK],
      ['look', { lines: 12, code: '12' }],
    ]);
  });

  it('has arguments of the types that the tags of DeepSeek 4 declare', async () => {
    const tag = (name: string, isString: boolean): string =>
      `<｜DSML｜parameter name="${name}" string="${String(isString)}">12</｜DSML｜parameter>`;
    const { calls } = await answered(
      `<｜DSML｜function_calls><｜DSML｜invoke name="look">${tag('lines', true)}${tag('code', false)}</｜DSML｜invoke></｜DSML｜function_calls>`,
    );
    assert.deepEqual(calls, [['look', { lines: '12', code: 12 }]]);
  });

  for (const [what, opening, closing] of [
    ['of Qwen3-Coder', '<function=look><parameter=code>', '</parameter></function>'],
    ['of MiniMax', '<invoke name="look"><parameter name="code">', '</parameter></invoke>'],
    ['of GLM', '<tool_call>look<arg_key>code</arg_key><arg_value>', '</arg_value></tool_call>'],
  ] as const) {
    const inner = '<report>\n<parameter name="a">1</parameter>\n<arg_value>2</arg_value>\n</report>';

    it(`has a whole argument even if the argument contains the tags of arguments: a call ${what}`, async () => {
      const { calls } = await answered(opening + inner + closing);
      assert.deepEqual(calls, [['look', { code: inner }]]);
    });

    it(`has a whole argument even if the argument contains several elements with the name of the argument’s own tags: a call ${what}`, async () => {
      const code = `${inner}\n${inner}<parameter name="a" /><arg_value/>\n<parameters>`;
      const { calls } = await answered(opening + code + closing);
      assert.deepEqual(calls, [['look', { code }]]);
    });

    for (const tag of [
      '<parameter>',
      '<arg_value>',
      '<parameter name="a" value="x>y"/>',
      '<arg_value b="x>y"/>',
    ])
      it(`has a whole argument if the argument contains the single tag ${tag}: a call ${what}`, async () => {
        const code = `std::vector${tag} p;`;
        const { calls } = await answered(opening + code + closing);
        assert.deepEqual(calls, [['look', { code }]]);
      });

    const end = closing.slice(0, closing.indexOf('>') + 1);
    const rest = closing.slice(end.length);
    for (const [how, text] of [
      ['the end of an argument is missing', opening + inner + rest],
      [
        'the first of two arguments has no closing tag',
        `${opening}npm test\n${opening.slice(opening.search(/<(?:parameter|arg_key)/))}web\n${end}\n${rest}`,
      ],
      ['an argument has a second closing tag', `${opening}npm test\n${end}\n${end}\n${rest}`],
      ['text follows an argument', `${opening}npm test\n${end}\nThat is all.\n${rest}`],
      [
        'text is between two arguments',
        `${opening}npm test\n${end}\nIn this folder:\n${opening.slice(opening.search(/<(?:parameter|arg_key)/))}web\n${end}\n${rest}`,
      ],
      ['text is before an argument', opening.replace(/<(?=parameter|arg_key)/, 'First: <') + end + rest],
    ] as const)
      it(`stays text if ${how}: a call ${what}`, async () => {
        const { calls, told, ...answer } = await answered(text);
        assert.deepEqual([calls, answer.text, told.length], [[], text, 1]);
      });
  }

  it('stays text if the answer contains more than 64 calls', async () => {
    const counts = [64, 65].map(async (count) => (await answered(`${json}\n`.repeat(count))).calls.length);
    assert.deepEqual(await Promise.all(counts), [64, 0]);
  });

  it('is read as a call even if it has no arguments', async () => {
    for (const text of [
      '<tool_call>look</tool_call>',
      '[TOOL_CALLS]look[ARGS]{}',
      '<invoke name="look"></invoke>',
    ])
      assert.deepEqual((await answered(text)).calls, [['look', {}]], text);
  });

  for (const [what, text] of [
    ['after other words', `I look into it.\n<tool_call>${json}</tool_call>`],
    ['before other words', `<tool_call>${json}</tool_call>\nThat is what I want.`],
    ['alone in a code fence', `\`\`\`json\n${json}\n\`\`\``],
    ['with arguments in an unknown format', '<function=look>path: a.ts</function>'],
    ['of Gemma 4', '<|tool_call>call:look{path:<|"|>a.ts<|"|>}<tool_call|>'],
    ['with invalid JSON', '<tool_call>{"name": "look", "arguments": {"path": </tool_call>'],
    ['repeated many times without a closing tag', `<tool_call>${json}\n`.repeat(5_000)],
  ] as const)
    it(`stays text, and one notice says that the server’s tool parser seems to be off: a call ${what}`, async () => {
      const { told, ...answer } = await answered(text);
      assert.deepEqual(answer, { text, calls: [], finish: 'stop' });
      assert.equal(told.length, 1);
      assert.match(
        told[0] ?? '',
        /^qwen3-coder wrote a tool call as text, so the tool did not run\. The tool parser of 127/u,
      );
    });

  for (const [what, text] of [
    [
      'a call in a code fence among words',
      `Qwen writes it so:\n\`\`\`\n<tool_call>${json}</tool_call>\n\`\`\`\nSee?`,
    ],
    [
      'a call in a code fence of four backticks',
      `So:\n\`\`\`\`\n\`\`\`\n<tool_call>${json}</tool_call>\n\`\`\`\n\`\`\`\`\nSee?`,
    ],
    ['a call in a code fence of tildes', `So:\n~~~\n<tool_call>${json}</tool_call>\n~~~\nSee?`],
    ['a tag in inline code', 'The tag `<tool_call>` begins it, then `look`.'],
    ['a call of an unknown tool', '<tool_call>{"name": "fly", "arguments": {}}</tool_call>'],
    ['a JSON answer that is no call', '{"name": "Hansen", "age": 41}'],
    ['only the beginning of a tag', '<tool'],
    ['a call that is only described in words', 'Call look with a.ts.'],
  ] as const)
    it(`stays text, and no notice is given: ${what}`, async () => {
      assert.deepEqual(await answered(text), { text, calls: [], finish: 'stop', told: [] });
    });

  it('stays text if the request had no tools or the answer was cut off', async () => {
    const text = `<tool_call>${json}</tool_call>`;
    assert.deepEqual(await answered(text, { offered: [] }), { text, calls: [], finish: 'stop', told: [] });
    assert.deepEqual((await answered(text, { finish: 'length' })).calls, []);
  });
});
