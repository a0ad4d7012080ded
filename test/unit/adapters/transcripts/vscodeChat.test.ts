import assert from 'node:assert/strict';
import {
  inFull,
  jsonLines,
  readContent,
  readFixture,
  readInShort,
  refusalOf,
  sketch,
} from '../../../support/transcriptFiles.ts';

describe('VS Code’s own chats', () => {
  it('include pictures', async () => {
    const picture = { kind: 'image', name: 'lamp.png', mimeType: 'image/png' };
    const variables = [{ ...picture, value: 'aGk=' }, { ...picture, value: { $base64: 'aG8=' } }, picture];
    const request = { requestId: 'a', message: { text: 'See.' }, variableData: { variables }, response: [] };
    const { messages } = await readContent(JSON.stringify({ requests: [request] }));
    const parts = messages[0]?.message.parts.filter(({ type }) => type === 'image');
    assert.deepEqual(parts, [
      { type: 'image', mediaType: 'image/png', data: 'aGk=' },
      { type: 'image', mediaType: 'image/png', data: 'aG8=' },
      { type: 'image', mediaType: 'image/png', name: 'lamp.png' },
    ]);
  });

  it('are read from the rounds of tool calls, or from the displayed text if no rounds were recorded', async () => {
    assert.deepEqual(await readInShort('vscodeChat.json'), {
      format: 'vscode-chat',
      title: 'A lamp',
      messages: [
        'user: <environment> | <environment> | Make the lamp brighter.',
        'assistant: (First\nlook.) | I look. | read_file#c1__vscode-17({"filePath":"lamp.py"}) | ' +
          'run_in_terminal#c2__vscode-18({"command":"make"})',
        'tool read_file#c1__vscode-17: power = 1\ncolour = 2 # red',
        'tool run_in_terminal#c2__vscode-18: no make | [image]',
        'user: <foreign-summary>',
        'assistant: It is br',
        'user: <notification>',
        'assistant: It ended.',
        'user: And the colour? | <attachment> | <attachment>',
        'assistant: (Which?) | See lamp.py first. | copilot_readFile#d1({"path":"/w/my lamp.py"})',
        'tool copilot_readFile#d1: <missing>',
        'assistant: run_in_terminal#d2({"command":"make red"})',
        'tool run_in_terminal#d2: red',
        'assistant: mcp_paint#d3({"in":"red"})',
        'tool mcp_paint#d3: no paint',
        'assistant: copilot_createFile#d4({"input":"Creating a file"})',
        'tool copilot_createFile#d4: The person did not allow it.',
        'assistant: run_in_terminal#d5({"command":"sleep 9"})',
        'assistant: Red.',
        'user: <command>',
      ],
      skipped: ['undoStop part', 'request that was taken back', 'request that was not sent yet'],
    });
  });

  it('include the models’ names, the finish reasons of answers, exit codes and failures', async () => {
    const { messages } = await readFixture('vscodeChat.json');
    const told = messages.flatMap(({ message }) => {
      if (message.role === 'assistant') return [`${message.model ?? ''} ${message.finish ?? ''}`.trim()];
      if (message.role !== 'tool') return [];
      return [`${message.toolName} ${message.exitCode ?? ''}${message.isError === true ? '!' : ''}`.trim()];
    });
    assert.deepEqual(told.slice(0, 4), [
      'model-x-2',
      'read_file',
      'run_in_terminal 2',
      'model-x-2 interrupted',
    ]);
    assert.deepEqual(
      told.filter((each) => /^(?:run_in_terminal 0|mcp_paint|copilot_createFile)/u.test(each)),
      ['run_in_terminal 0', 'mcp_paint !', 'copilot_createFile !'],
    );
  });

  it('are read from the last state of a log of changes', async () => {
    assert.deepEqual(await readInShort('vscodeChat.jsonl'), {
      format: 'vscode-chat',
      title: 'A lamp',
      messages: ['user: Make the lamp brighter.', 'assistant: I look. Done.'],
      skipped: ['2 × change that can’t be applied'],
    });
    // The log also sets `isHidden` on `__proto__`, which must not affect other objects.
    assert.equal(({} as Record<string, unknown>)['isHidden'], undefined);
  });

  it('are read from a log that was rewritten to a single line', async () => {
    const request = { requestId: 'r', message: { text: 'Hello.' }, response: [{ value: 'Yes?' }] };
    const { format, messages } = await readContent(jsonLines({ kind: 0, v: { requests: [request] } }));
    assert.deepEqual([format, sketch(messages)], ['vscode-chat', ['user: Hello.', 'assistant: Yes?']]);
  });

  it('are read in the oldest form, where an answer is a list of texts or a single part', async () => {
    const requests = [
      { message: 'Hello.', response: ['Yes', '?'] },
      { message: { text: 'Go.' }, response: { value: 'Gone.' } },
    ];
    const { messages } = await readContent(JSON.stringify({ responderUsername: 'GitHub Copilot', requests }));
    assert.deepEqual(sketch(messages), ['user: Hello.', 'assistant: Yes?', 'user: Go.', 'assistant: Gone.']);
  });

  it('include text and calls that were shown after the last round, unless that round ends the answer', async () => {
    const call = (toolCallId: string, more: object = {}): object => ({
      kind: 'toolInvocationSerialized',
      toolId: 'copilot_readFile',
      toolCallId,
      isComplete: true,
      ...more,
    });
    const round = (id: string): object => ({
      response: '',
      toolCalls: [{ id, name: 'read_file', arguments: '{}' }],
    });
    const shown = [
      { kind: 'mcpServersStarting' },
      { kind: 'thinking', value: 'Hm.' },
      call('c1'),
      call('s1', { subAgentInvocationId: 'c1' }),
      call('i1', { toolId: 'vscode_readFile_internal' }),
      { kind: 'undoStop' },
      { value: 'I look on.' },
      call('c2'),
    ];
    const read = async (rounds: readonly object[]): Promise<readonly string[]> => {
      const request = { message: { text: 'Go.' }, response: shown, requestId: 'r' };
      const result = { metadata: { toolCallRounds: rounds } };
      const { messages, skipped } = await readContent(JSON.stringify({ requests: [{ ...request, result }] }));
      return [...sketch(messages).slice(1), ...skipped.map(({ what, count }) => `${count} ${what}`)];
    };
    assert.deepEqual(await read([round('c1__vscode-1')]), [
      'assistant: read_file#c1__vscode-1({})',
      'assistant: I look on. | copilot_readFile#c2({})',
      'tool copilot_readFile#c2: <missing>',
      '1 call of a subagent',
      '1 toolInvocationSerialized part',
      '1 undoStop part',
      '1 mcpServersStarting part',
    ]);
    assert.deepEqual(await read([round('c1__vscode-1'), { response: 'Done.' }]), [
      'assistant: read_file#c1__vscode-1({})',
      'assistant: Done.',
      '1 mcpServersStarting part',
      '1 call of a subagent',
      '2 toolInvocationSerialized part',
      '1 undoStop part',
    ]);
    assert.deepEqual(await read([round('x1'), round('x2')]), [
      'assistant: read_file#x1({})',
      'assistant: read_file#x2({})',
      '1 mcpServersStarting part',
      '1 call of a subagent',
      '1 toolInvocationSerialized part',
      '1 undoStop part',
    ]);
  });

  it('include the text that VS Code added to the person’s message', async () => {
    const rendered = [
      { type: 1, text: '<context>\nToday.\n</context>\n<user_query>\nGo  on.\n</user_query>' },
    ];
    const result = { metadata: { renderedUserMessage: rendered } };
    const request = { message: { text: 'Go on.' }, response: [], requestId: 'r', result };
    const { messages } = await readContent(JSON.stringify({ requests: [request] }));
    assert.deepEqual(messages.map(inFull), ['user: <environment: <context>\nToday.\n</context>\n> | Go on.']);
  });

  it('are rejected as empty if they contain no requests; a file with other requests is unrecognised', async () => {
    assert.equal(
      await refusalOf(JSON.stringify({ responderUsername: 'GitHub Copilot', requests: [] })),
      'empty',
    );
    assert.equal(await refusalOf(JSON.stringify({ requests: [{ method: 'GET' }] })), 'unrecognised');
  });
});
