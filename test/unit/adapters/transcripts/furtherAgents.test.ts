import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  fixturePath,
  jsonLines,
  readContent,
  readFixture,
  readInShort,
  sketch,
} from '../../../support/transcriptFiles.ts';

describe('Gemini CLI’s sessions', () => {
  it('are read from a single object', async () => {
    const { messages: all } = await readFixture('geminiCli.json');
    assert.deepEqual(await readInShort('geminiCli.json'), {
      format: 'gemini-cli',
      messages: [
        'user: Make the lamp brighter.',
        'assistant: (Looking: I read it first.) | I look. | read_file#c1({"path":"lamp.py"}) | ' +
          'read_file#c2({"path":"lamp.py"}) | read_file#c3({"path":"lamp.py"}) | read_file#c4({"path":"lamp.py"})',
        'tool read_file#c1: power = 1',
        'tool read_file#c2: no such file',
        'tool read_file#c3: The person said no.',
      ],
      skipped: ['info line'],
    });
    assert.deepEqual(all[1]?.message.role === 'assistant' && all[1].message.usage, {
      ...{ inputTokens: 100, outputTokens: 12, cachedInputTokens: 80 },
    });
    assert.deepEqual(
      all.flatMap(({ message }) => (message.role === 'tool' ? [message.isError === true] : [])),
      [false, true, true],
    );
  });

  it('are read from lines, without the messages that a rewind removed', async () => {
    assert.deepEqual((await readInShort('geminiCli.jsonl')).messages, [
      'user: /init | <command>',
      'assistant: Done.',
      'user: <hook>',
      'user: [image] | Like this.',
    ]);
  });

  it('are read without tool results that were stored for display', async () => {
    const response = { functionResponse: { id: 'c1', name: 'topic', response: { output: 'Set.' } } };
    const { messages, skipped } = await readContent(
      jsonLines(
        { sessionId: 's', projectHash: 'p', kind: 'main' },
        { id: '1', type: 'user', content: [{ text: 'Paint it.' }] },
        { id: '2', type: 'gemini', content: 'Painted.' },
        {
          id: '3',
          type: 'user',
          content: [{ text: 'System: Please continue.' }],
          displayContent: [response],
        },
      ),
    );
    assert.deepEqual(sketch(messages), ['user: Paint it.', 'assistant: Painted.', 'user: <hook>']);
    assert.deepEqual(skipped, []);
  });
});

it('Qwen Code’s sessions are read with the agent’s summary as client text', async () => {
  assert.deepEqual(await readInShort('qwenCode.jsonl'), {
    format: 'qwen-code',
    messages: [
      'user: Make the lamp brighter.',
      'assistant: (First look.) | I look. | read_file#c1({"path":"lamp.py"})',
      'tool read_file#c1: not there',
      'user: <foreign-summary>',
      'user: Go on.',
    ],
    skipped: ['ui_telemetry line', 'message of an abandoned branch'],
  });
});

it('opencode’s export is read without the messages that the person took back', async () => {
  assert.deepEqual(await readInShort('openCode.json'), {
    format: 'opencode',
    title: 'A lamp',
    messages: [
      'user: Make the lamp brighter. | <environment> | [image] | <attachment>',
      'assistant: (First look.) | I run it. | bash#c1({"command":"make"}) | bash#c2({"command":"mak"}) | bash#c3({"command":"sleep"})',
      'tool bash#c1: dark',
      'tool bash#c2: no mak',
      'user: <foreign-summary>',
      'assistant: It is',
    ],
    skipped: ['step-start part', 'message without a known role', 'message that was taken back'],
  });
});

it('the largest session in Crush’s tables is read', async () => {
  assert.deepEqual(await readInShort('crush.json'), {
    format: 'crush',
    title: 'A lamp',
    messages: [
      'system: You help.',
      'user: Make the lamp brighter. | <attachment>',
      'assistant: (First look.) | I look. | view#c1({"path":"lamp.py"})',
      'tool view#c1: not there',
      'user: <foreign-summary>',
    ],
    skipped: ['message without a known role', 'message of another session'],
  });
});

it('Continue’s sessions are read, and thoughts become part of the following answer', async () => {
  assert.deepEqual(await readInShort('continue.json'), {
    format: 'continue',
    title: 'A lamp',
    messages: [
      'system: You help.',
      'user: Make the lamp brighter. | [image] | src/lamp.py\npower = 1',
      'assistant: (First look.) | I look. | read_file#c1({"filepath":"lamp.py"})',
      'tool read_file#c1: power = 1',
      'assistant: Done.',
      'user: <foreign-summary>',
    ],
    skipped: ['item without a known role'],
  });
});

it('Cursor’s transcripts are read, including tool calls that have no id or no result', async () => {
  assert.deepEqual(await readInShort('cursor.jsonl'), {
    format: 'cursor',
    messages: [
      'user: <environment> | Make the lamp brighter.',
      'assistant: I look. | Shell#shown-1({"command":"make"}) | Read#own({"path":"lamp.py"})',
      'tool Shell#shown-1: ',
      'tool Read#own: ',
      'user: And red.',
    ],
    skipped: ['turn_ended line'],
  });
});

it('Cursor’s exported chats are read, and a bold name begins a message only below a horizontal rule', async () => {
  assert.deepEqual(await readInShort('cursorExport.txt'), {
    format: 'cursor-export',
    title: 'A lamp',
    messages: [
      'user: Make the lamp brighter.',
      'assistant: It has two sides:\n\n**User**\n\nthe one who looks\n\n---\n\nand the lamp.',
      'user: Thanks.',
    ],
    skipped: [],
  });
});

describe('OpenHands’ events', () => {
  const messages = [
    'system: You help.',
    'user: <environment> | Make the lamp brighter.',
    'assistant: I look. | execute_bash#c1({"command":"make"}) | think#c2({})',
    'tool execute_bash#c1: dark',
    'tool think#c2: Logged.',
    'assistant: execute_bash#c3({})',
    'user: <environment>',
    'assistant: It is bright.',
  ];

  it('are read from a JSON list', async () => {
    assert.deepEqual(await readInShort('openHands.json'), {
      ...{ format: 'openhands', messages, skipped: ['2 × recall event'] },
    });
  });

  it('become one answer for each call if the model’s responses are missing', async () => {
    const call = (id: string): object => ({
      ...{ source: 'agent', message: '', action: 'run', args: {} },
      tool_call_metadata: { tool_call_id: id, function_name: 'execute_bash' },
    });
    const odd = { source: 'agent', message: '', action: null };
    const { messages: read, skipped } = await readContent(JSON.stringify([call('c1'), call('c2'), odd]));
    assert.deepEqual(sketch(read), ['assistant: execute_bash#c1({})', 'assistant: execute_bash#c2({})']);
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['unknown event'],
    );
  });

  it('become one answer for each response even if the responses have empty ids', async () => {
    const call = (id: string, answer: object): object => ({
      ...{ source: 'agent', message: '', action: 'run', args: {} },
      tool_call_metadata: { tool_call_id: id, function_name: 'execute_bash', model_response: answer },
    });
    const answerWith = (...ids: readonly string[]): object => {
      const calls = ids.map((id) => ({ id, function: { name: 'execute_bash', arguments: '{}' } }));
      return { id: '', choices: [{ message: { tool_calls: calls } }] };
    };
    const both = answerWith('c1', 'c2');
    const events = [
      call('c1', both),
      call('c2', both),
      call('c3', answerWith('c3')),
      call('', {}),
      call('', {}),
    ];
    const { messages: read } = await readContent(JSON.stringify(events));
    assert.deepEqual(sketch(read).slice(0, 2), [
      'assistant: execute_bash#c1({}) | execute_bash#c2({})',
      'assistant: execute_bash#c3({})',
    ]);
    assert.equal(read.length, 4);
  });

  it('keep the person’s pictures', async () => {
    for (const field of ['image_urls', 'images_urls']) {
      const args = { content: 'See.', [field]: ['data:image/png;base64,aGk='] };
      const event = { source: 'user', message: 'See.', action: 'message', args };
      const { messages: read } = await readContent(JSON.stringify([event]));
      assert.deepEqual(sketch(read), ['user: See. | [image]']);
    }
  });

  it('are read from the first session of an evaluation', async () => {
    const history = JSON.parse(readFileSync(fixturePath('openHands.json'), 'utf8')) as readonly object[];
    const session = { instance_id: 'lamp-1', history };
    const paired = { instance_id: 'lamp-1', history: history.map((each) => [each]) };
    const one = await readContent(JSON.stringify(session));
    const two = await readContent(jsonLines(paired, session));
    assert.deepEqual([one.format, sketch(one.messages)], ['openhands', messages]);
    assert.deepEqual([two.format, sketch(two.messages)], ['openhands', messages]);
    assert.ok(two.skipped.some(({ what, count }) => what === 'another session' && count === 1));
  });

  it('are read from the file that the app offers for download', async () => {
    const events = JSON.parse(readFileSync(fixturePath('openHands.json'), 'utf8')) as readonly object[];
    const condensed = { source: 'agent', message: 'Summary', action: 'condensation' };
    const summary = { ...condensed, args: { summary: 'The lamp was read.' } };
    const asked = 'Please send a final message summarizing your work.\n\nNever repeat yourself.';
    const last = { source: 'user', message: asked, action: 'message', args: { content: asked } };
    const trajectory = [...events, summary, { ...condensed, args: {} }, last];
    const read = await readContent(JSON.stringify({ trajectory }));
    assert.deepEqual(
      [read.format, ...sketch(read.messages)],
      ['openhands', ...messages, 'user: <foreign-summary>', 'user: <notification>'],
    );
    assert.ok(read.skipped.some(({ what }) => what === 'condensation event'));
  });
});
