import assert from 'node:assert/strict';
import { jsonLines, readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

describe('the reader of OpenAI message lists', () => {
  it('reads an object that contains the list, repairs ids, and moves results after their calls', async () => {
    const { format, title, messages, skipped } = await readFixture('openAi.json');
    assert.equal(format, 'openai');
    assert.equal(title, 'A door');
    assert.deepEqual(sketch(messages), [
      'system: Be short.',
      'user: What is this? | [image] | [image https://example.invalid/a.png]',
      'assistant: (A picture.) | look#same({"at":1}) | zoom#same~2({not json)',
      'tool look#same: a door',
      'tool zoom#same~2: a big door',
      'assistant: A door.',
      'assistant: open#late({})',
      'tool open#late: early',
      'assistant: close#function:close({"slowly":true})',
      'tool close#function:close: closed',
      'tool #never: whose?',
    ]);
    assert.deepEqual(skipped, [
      { where: 'item 12', what: 'item without a known role', count: 1 },
      { where: 'the whole file', what: 'result without a call', count: 1 },
    ]);
  });

  it('reads system instructions beside the list, and roles in upper case', async () => {
    const messages = [
      { role: 'User', content: 'Open the door.' },
      { role: 'ASSISTANT', content: 'It is open.' },
    ];
    const { messages: read } = await readContent(
      JSON.stringify({ system: [{ type: 'text', text: 'Be short.' }], messages }),
    );
    assert.deepEqual(sketch(read), ['system: Be short.', 'user: Open the door.', 'assistant: It is open.']);
  });

  it('reads the time of a message from fields with different names', async () => {
    const at = '2026-03-01T08:00:00.000Z';
    const messages = ['timestamp', 'created_at', 'at'].map((name) => ({
      ...{ role: 'user', content: 'Open the door.' },
      [name]: at,
    }));
    const { messages: read } = await readContent(JSON.stringify({ messages }));
    assert.deepEqual(
      read.map((message) => message.at),
      messages.map(() => Date.parse(at)),
    );
  });

  it('ignores empty system instructions beside the list', async () => {
    const messages = [{ role: 'user', content: 'Open the door.' }];
    for (const system of [null, '']) {
      const { messages: read, skipped } = await readContent(JSON.stringify({ system, messages }));
      assert.deepEqual([sketch(read), skipped], [['user: Open the door.'], []]);
    }
  });

  it('reads system instructions in a file with one conversation per line', async () => {
    const line = { system: 'Be short.', messages: [{ role: 'user', content: 'Open the door.' }] };
    const { messages: first } = await readContent(jsonLines(line, line));
    assert.deepEqual(sketch(first), ['system: Be short.', 'user: Open the door.']);
  });

  it('does not accept a list of Codex’s items', async () => {
    const { format, messages } = await readContent(
      JSON.stringify([
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Open the door.' }] },
        { type: 'function_call', name: 'open', arguments: '{}', call_id: 'c1' },
        { type: 'function_call_output', call_id: 'c1', output: 'open' },
      ]),
    );
    assert.deepEqual(
      [format, ...sketch(messages)],
      ['codex', 'user: Open the door.', 'assistant: open#c1({})', 'tool open#c1: open'],
    );
  });

  it('reads a file with one message per line', async () => {
    const { format, messages } = await readFixture('openAi.jsonl');
    assert.equal(format, 'openai');
    assert.deepEqual(sketch(messages), [
      'system: Be short.',
      'user: Open the door.',
      'assistant: I open it. | open#c1({})',
      'tool open#c1: open',
      'assistant: It is open.',
    ]);
  });

  it('reads a file that contains one message', async () => {
    const { messages } = await readContent('{"role":"user","content":"Hello."}');
    assert.deepEqual(sketch(messages), ['user: Hello.']);
  });

  it('reads only the first conversation in a file with one conversation per line', async () => {
    const talk = { messages: [{ role: 'user', content: 'Hello.' }] };
    const { messages, skipped } = await readContent(jsonLines(talk, talk, talk));
    assert.deepEqual(sketch(messages), ['user: Hello.']);
    assert.deepEqual(skipped, [{ where: 'line 2', what: 'further conversation', count: 2 }]);
  });

  it('reads tool calls that a model wrote as text, and the results of these calls', async () => {
    const { messages } = await readFixture('textCalls.json');
    assert.deepEqual(sketch(messages), [
      'system: You may call functions.',
      'user: Show me a.txt.',
      'assistant: I show it. | execute_bash#text-1({"command":"cat a.txt\\nexit"})',
      'tool execute_bash#text-1: EXECUTION RESULT of [execute_bash]:\nhello\n[finished with exit code 3]',
      'assistant: It says hello. <function=broken>',
      'user: Thanks.',
    ]);
    const result = messages[3]?.message;
    assert.equal(result?.role === 'tool' && result.exitCode, 3);
  });

  it('reads thoughts that a model wrote in tags', async () => {
    const call = { id: 'c1', function: { name: 'open', arguments: '{}' } };
    const { messages } = await readContent(
      JSON.stringify([
        { role: 'user', content: 'Open the door.' },
        { role: 'assistant', content: '<thinking>\nFirst the key.\n</thinking>' },
        { role: 'assistant', content: '<think>Now.</think>\n\nI open it.', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'open' },
        { role: 'assistant', content: 'It opens inwards.\n</think>\n\nIt is open.' },
        { role: 'assistant', content: 'The tag `<think>` begins a thought.' },
      ]),
    );
    assert.deepEqual(sketch(messages), [
      'user: Open the door.',
      'assistant: (First the key.)',
      'assistant: (Now.) | I open it. | open#c1({})',
      'tool open#c1: open',
      'assistant: (It opens inwards.) | It is open.',
      'assistant: The tag `<think>` begins a thought.',
    ]);
  });

  it('reads roles and texts from the fields that data sets use', async () => {
    const { messages } = await readFixture('trajectory.json');
    const same = ['system: Be short.', 'user: Two and two?', 'assistant: Four.'];
    assert.deepEqual(sketch(messages), same);
    const { messages: others } = await readContent(
      JSON.stringify({
        conversations: [
          { from: 'system', value: 'Be short.' },
          { from: 'human', value: 'Two and two?' },
          { from: 'gpt', value: 'Four.' },
        ],
      }),
    );
    assert.deepEqual(sketch(others), same);
  });

  it('reads blocks in Anthropic’s format', async () => {
    const { messages } = await readContent(
      JSON.stringify([
        {
          role: 'user',
          content: [{ type: 'text', text: '<environment_details>\nx\n</environment_details>' }, 'Go.'],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: {} }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }, { type: 'audio' }],
        },
      ]),
    );
    assert.deepEqual(sketch(messages), [
      'user: <environment> | Go.',
      'assistant: read#t({})',
      'tool read#t: ok',
      'user: <unknown>',
    ]);
  });

  it('reads tool calls that a model wrote as XML elements for Cline, and the results of these calls', async () => {
    const text = (...texts: readonly string[]) => texts.map((each) => ({ type: 'text', text: each }));
    const { messages } = await readContent(
      JSON.stringify([
        {
          role: 'user',
          content: text('Fix it.', '<environment_details>\n# Time\n</environment_details>'),
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Look first.' },
            ...text('I look.\n\n<read_file>\n<path>a.ts</path>\n</read_file>'),
          ],
        },
        {
          role: 'user',
          content: text(
            "[read_file for 'a.ts'] Result:",
            'const a = 1;',
            '<environment_details>\n# Time\n</environment_details>',
          ),
        },
        {
          role: 'assistant',
          content: text(
            '<write_to_file>\n<path>b.html</path>\n<content>\n<p>one\n<read_file>\n</content>\n</write_to_file>',
          ),
        },
        { role: 'user', content: text('No, stop.') },
        {
          role: 'assistant',
          content: text('<attempt_completion>\n<result>Done.</result>\n</attempt_completion>'),
        },
      ]),
    );
    assert.deepEqual(sketch(messages), [
      'user: Fix it. | <environment>',
      'assistant: (Look first.) | I look. | read_file#text-1({"path":"a.ts"})',
      "tool read_file#text-1: [read_file for 'a.ts'] Result: | const a = 1; | <environment>",
      'assistant: write_to_file#text-2({"path":"b.html","content":"<p>one\\n<read_file>"})',
      'user: No, stop.',
      'assistant: <attempt_completion>\n<result>Done.</result>\n</attempt_completion>',
    ]);
  });

  it('keeps unclosed and unknown XML elements as text, and omits the unclosed parameter of a call', async () => {
    const { messages } = await readContent(
      JSON.stringify([
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: '<read_file>\n<path>a.ts</path>' },
        {
          role: 'assistant',
          content: '<list_files>\n<path>a</path>\n<recursive>\n</list_files>\n<div>b</div>',
        },
        { role: 'assistant', content: '<todo_list>\n- a\n</todo_list>\n<my_list>\n<a>b</a>\n</my_list>' },
      ]),
    );
    assert.deepEqual(sketch(messages), [
      'user: Go.',
      'assistant: <read_file>\n<path>a.ts</path>',
      'assistant: list_files#text-1({"path":"a"}) | <div>b</div>',
      'assistant: <todo_list>\n- a\n</todo_list>\n<my_list>\n<a>b</a>\n</my_list>',
    ]);
  });
});
