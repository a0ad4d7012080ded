import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  fixturePath,
  jsonLines,
  readContent,
  readInShort,
  refusalOf,
  sketch,
} from '../../../support/transcriptFiles.ts';

describe('Gemini CLI’s records', () => {
  const header = { sessionId: 's', projectHash: 'p' };
  const user = (id: string, text: string): object => ({ id, type: 'user', content: [{ text }] });
  const gemini = (id: string, text: string): object => ({ id, type: 'gemini', content: text });
  const read = async (...lines: readonly object[]): Promise<readonly string[]> => {
    const { messages, skipped } = await readContent(jsonLines(header, ...lines));
    return [...sketch(messages), ...skipped.map(({ what, count }) => `${count} × ${what}`)];
  };

  it('are read from a list of messages instead of lines', async () => {
    assert.deepEqual(
      await read({ $set: { messages: [user('a', 'Go.'), { type: 'gemini', content: 'Yes.' }] } }),
      ['user: Go.', 'assistant: Yes.'],
    );
  });

  it('are read once, with their newest content, if they are both on a line and in a list', async () => {
    const lines = [
      user('a', 'Go.'),
      gemini('b', 'Ye'),
      { $set: { messages: [user('a', 'Go.'), gemini('b', 'Yes.'), user('c', 'On.')] } },
      { $set: { lastUpdated: '2026-03-01' } },
      gemini('d', 'Done.'),
    ];
    assert.deepEqual(await read(...lines), ['user: Go.', 'assistant: Yes.', 'user: On.', 'assistant: Done.']);
  });

  it('include messages that a compression removed, and the summary of the compression', async () => {
    const lines = [
      user('a', 'Go.'),
      gemini('b', 'Yes.'),
      user('c', 'On.'),
      { $set: { messages: [user('s', 'Told so far.'), user('c', 'On.'), gemini('d', 'Done.')] } },
    ];
    assert.deepEqual(await read(...lines), [
      'user: Go.',
      'assistant: Yes.',
      'user: Told so far.',
      'user: On.',
      'assistant: Done.',
    ]);
  });

  it('are omitted and counted if a rewind removed them: those from its target on, or all if the target is unknown', async () => {
    const lines = [user('a', 'Go.'), gemini('b', 'Yes.')];
    assert.deepEqual(await read(...lines, { $rewindTo: 'b' }), [
      'user: Go.',
      '1 × message that was taken back',
    ]);
    assert.deepEqual(await read(...lines, { $rewindTo: 'x' }, user('c', 'Anew.')), [
      'user: Anew.',
      '2 × message that was taken back',
    ]);
  });

  it('are client text if they describe the workspace or a compression', async () => {
    const lines = [
      user('a', '<session_context>\nLinux\n</session_context>'),
      user('b', '<state_snapshot>\nRead.\n</state_snapshot>'),
    ];
    assert.deepEqual(await read(...lines), ['user: <environment>', 'user: <foreign-summary>']);
  });

  it('are reported if their line has neither an id nor another known field', async () => {
    assert.deepEqual(await read(user('a', 'Go.'), { odd: 1 }), ['user: Go.', '1 × line without an id']);
  });
});

describe('Gemini CLI’s saved chats', () => {
  const CONTENTS: readonly object[] = [
    {
      role: 'user',
      parts: [{ text: 'This is the Gemini CLI. We are setting up the context for our chat.\nNever mind.' }],
    },
    { role: 'model', parts: [{ text: 'Got it.' }] },
    { role: 'user', parts: [{ text: 'Make the lamp brighter.' }] },
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        { functionCall: { name: 'read_file', args: { path: 'lamp.py' } } },
        { functionCall: { name: 'list', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'read_file', response: { output: 'power = 1' } } },
        { functionResponse: { name: 'list', response: { error: 'no such folder' } } },
        { text: 'Go on.' },
      ],
    },
  ];
  const MESSAGES = [
    'user: <environment>',
    'assistant: Got it.',
    'user: Make the lamp brighter.',
    'assistant: (Hm.) | read_file#call({"path":"lamp.py"}) | list#call~2({})',
    'tool read_file#call: power = 1',
    'tool list#call~2: no such folder',
    'user: Go on.',
  ];

  it('are read from a list of contents, or from an object that contains such a list', async () => {
    for (const saved of [CONTENTS, { history: CONTENTS, authType: 'x' }]) {
      const { format, messages } = await readContent(JSON.stringify(saved));
      assert.deepEqual([format, ...sketch(messages)], ['gemini-cli', ...MESSAGES]);
    }
  });

  it('may contain items without content, which are reported', async () => {
    const odd = [{ role: 'user', parts: [] }, { role: 'tool' }, ...CONTENTS.slice(2, 3)];
    const { messages, skipped } = await readContent(JSON.stringify(odd));
    assert.deepEqual(sketch(messages), ['user: Make the lamp brighter.']);
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['item without content', 'empty message'],
    );
  });

  it('can’t be read from a log that contains only the person’s messages', async () => {
    const log = [{ sessionId: 's', messageId: 0, type: 'user', message: 'Make the lamp brighter.' }];
    await assert.rejects(readContent(JSON.stringify(log)), /contains only typed texts/u);
  });
});

describe('Gemini CLI’s JSON stream', () => {
  const messages = [
    'user: Make the lamp brighter.',
    'assistant: I look. | read_file#c1({"path":"lamp.py"})',
    'tool read_file#c1: power = 1',
    'assistant: read_file#c2({"path":"none.py"})',
    'tool read_file#c2: no such file',
    'assistant: It is bright.',
  ];

  it('is read, and the pieces of an answer are joined', async () => {
    assert.deepEqual(await readInShort('geminiStream.jsonl'), {
      ...{ format: 'gemini-stream', messages, skipped: ['init event', 'error event', 'result event'] },
    });
  });

  it('is recognised without its first line', async () => {
    const [, ...lines] = readFileSync(fixturePath('geminiStream.jsonl'), 'utf8').split('\n');
    const read = await readContent(lines.join('\n'));
    assert.deepEqual([read.format, sketch(read.messages)], ['gemini-stream', messages]);
  });
});

describe('Codex’s stream', () => {
  const done = (item: object): object => ({ type: 'item.completed', item });
  it('is read item by item, including incomplete items', async () => {
    const command = { id: 'a', type: 'command_execution', command: 'make' };
    const { format, messages, skipped } = await readContent(
      jsonLines(
        { type: 'thread.started', thread_id: 't' },
        { type: 'turn.started' },
        done({ id: 'r', type: 'reasoning', text: 'A lamp.' }),
        { type: 'item.started', item: { ...command, status: 'in_progress' } },
        done({ ...command, aggregated_output: 'no rule', exit_code: 2, status: 'failed' }),
        done({
          ...{ id: 'b', type: 'mcp_tool_call', server: 's', tool: 'paint', arguments: { in: 'red' } },
          result: { content: [{ type: 'text', text: 'red' }] },
        }),
        done({
          id: 'c',
          type: 'mcp_tool_call',
          tool: 'paint',
          error: { message: 'no paint' },
          status: 'failed',
        }),
        done({ id: 'd', type: 'file_change', changes: [{ path: 'a', kind: 'add' }], status: 'completed' }),
        done({ id: 'e', type: 'web_search', query: 'lamps' }),
        done({ id: 'f', type: 'todo_list', items: [] }),
        done({ id: 'g', type: 'error', message: 'slow' }),
        done({ id: 'h', item_type: 'assistant_message', text: 'It is bright.' }),
        { type: 'turn.completed', usage: {} },
        { type: 'item.started', item: { ...command, id: 'i', status: 'in_progress' } },
      ),
    );
    assert.deepEqual(
      [format, ...sketch(messages)],
      [
        'codex-stream',
        'assistant: (A lamp.) | shell#a({"command":"make"})',
        'tool shell#a: no rule',
        'assistant: paint#b({"in":"red"})',
        'tool paint#b: red',
        'assistant: paint#c({})',
        'tool paint#c: no paint',
        'assistant: apply_patch#d({"changes":[{"path":"a","kind":"add"}]})',
        'tool apply_patch#d: ',
        'assistant: web_search#e({"query":"lamps"})',
        'tool web_search#e: ',
        'assistant: update_plan#f({"plan":[]})',
        'tool update_plan#f: ',
        'assistant: It is bright. | shell#i({"command":"make"})',
      ],
    );
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['thread.started event', 'turn.started event', 'error item', 'turn.completed event'],
    );
  });
});

describe('Cursor’s stream', () => {
  const said = (role: string, text: string): object => ({
    ...{ type: role, message: { role, content: [{ type: 'text', text }] }, session_id: 's' },
  });
  const call = (subtype: string, call_id: string, tool_call: object): object => ({
    ...{ type: 'tool_call', subtype, call_id, tool_call, session_id: 's' },
  });

  it('is read with its calls and their results', async () => {
    const read = { args: { path: 'lamp.py' } };
    const shell = { args: { command: 'make' } };
    const { format, messages, skipped } = await readContent(
      jsonLines(
        { type: 'system', subtype: 'init', model: 'm', session_id: 's' },
        said('user', 'Make the lamp brighter.'),
        said('assistant', 'I look.'),
        call('started', 'a', { readToolCall: read }),
        call('completed', 'a', { readToolCall: { ...read, result: { success: { content: 'power = 1' } } } }),
        call('started', 'b', { shellToolCall: shell }),
        call('completed', 'b', {
          shellToolCall: { ...shell, result: { failure: { exitCode: 2, stdout: '' } } },
        }),
        call('started', 'd', { shellToolCall: shell }),
        call('completed', 'd', {
          shellToolCall: {
            ...shell,
            result: { failure: { exitCode: 2, stdout: 'cc lamp.c', stderr: 'no cc' } },
          },
        }),
        call('started', 'c', { function: { name: 'paint', arguments: '{"in":"red"}' } }),
        said('assistant', 'It is bright.'),
        { type: 'result', subtype: 'success', session_id: 's' },
      ),
    );
    assert.deepEqual(
      [format, ...sketch(messages)],
      [
        'cursor-stream',
        'user: Make the lamp brighter.',
        'assistant: I look. | read#a({"path":"lamp.py"})',
        'tool read#a: power = 1',
        'assistant: shell#b({"command":"make"})',
        'tool shell#b: {"exitCode":2,"stdout":""}',
        'assistant: shell#d({"command":"make"})',
        'tool shell#d: cc lamp.c\nno cc',
        'assistant: paint#c({"in":"red"}) | It is bright.',
      ],
    );
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['system/init event', 'result/success event'],
    );
  });
});

describe('Sessions of Claude’s managed agents', () => {
  it('are read from events of the API and from a log of events', async () => {
    assert.deepEqual(await readInShort('managedAgents.jsonl'), {
      format: 'claude-managed-agents',
      messages: [
        'user: Make the lamp brighter.',
        'assistant: (First look.) | I look. | bash#call-1({"command":"ls"}) | web_fetch#call-2({"url":"x"})',
        'tool bash#call-1: lamp.py',
        'tool web_fetch#call-2: not there',
        'user: And red.',
        'assistant: paint#e2({"in":"red"})',
        'tool paint#e2: red',
        'assistant: It is red.',
      ],
      skipped: ['session.status_idle event'],
    });
  });

  it('are read from a page of the API’s list of events', async () => {
    const event = { type: 'user.message', content: [{ type: 'text', text: 'Go.' }] };
    const { format, messages } = await readContent(
      JSON.stringify({ data: [event], has_more: false }, undefined, 1),
    );
    assert.deepEqual([format, sketch(messages)], ['claude-managed-agents', ['user: Go.']]);
    assert.equal(await refusalOf(JSON.stringify({ data: [{ type: 'other' }] })), 'unrecognised');
  });
});
