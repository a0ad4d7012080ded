import assert from 'node:assert/strict';
import { readContent, sketch } from '../../../support/transcriptFiles.ts';

describe('the readers of older and newer transcripts', () => {
  it('read mini-swe-agent’s calls from chat messages and from the Responses API, and the exit item of a run', async () => {
    const run = (...messages: readonly object[]) =>
      readContent(JSON.stringify({ trajectory_format: 'mini-swe-agent-1.1', messages }));
    const task = { role: 'user', content: 'Go.' };
    const exit = { role: 'exit', content: 'diff --git', extra: { exit_status: 'Submitted' } };
    const command = { name: 'bash', arguments: '{"command":"ls"}' };
    const chat = await run(
      task,
      {
        role: 'assistant',
        content: 'I go.',
        tool_calls: [{ id: 'c1', type: 'function', function: command }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'none', extra: { returncode: 2 } },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c2', type: 'function', function: command }] },
      exit,
    );
    const told = [
      'user: Go.',
      'assistant: I go. | bash#c1({"command":"ls"})',
      'tool bash#c1: none',
      'assistant: bash#c2({"command":"ls"})',
      'tool bash#c2: diff --git',
    ];
    assert.deepEqual(sketch(chat.messages), told);
    const [, , failed] = chat.messages;
    assert.equal(failed?.message.role === 'tool' && failed.message.exitCode, 2);
    const answer = (callId: string, ...texts: readonly string[]) => ({
      object: 'response',
      output: [
        ...texts.map((text) => ({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text }],
        })),
        { type: 'function_call', call_id: callId, ...command },
      ],
    });
    const responses = await run(
      task,
      answer('c1', 'I go.'),
      { type: 'function_call_output', call_id: 'c1', output: 'none' },
      answer('c2'),
      exit,
    );
    assert.deepEqual(sketch(responses.messages), told);
    const failure = { role: 'exit', content: 'No more credit. Never ask again.' };
    for (const answered of [
      { role: 'tool', tool_call_id: 'c2', content: 'ok' },
      { type: 'function_call_output', call_id: 'c2', output: 'ok' },
    ]) {
      const failed = await run(task, answer('c2'), answered, failure);
      assert.deepEqual(sketch(failed.messages).slice(2), ['tool bash#c2: ok', 'user: <format-error>']);
      assert.deepEqual(failed.skipped, []);
    }
  });

  it('read the results of mini-swe-agent’s first version', async () => {
    const { format, messages } = await readContent(
      JSON.stringify([
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: 'I look.\n\n```bash\nls\n```' },
        { role: 'user', content: "Observation: {'args': ['ls'], 'returncode': 0, 'stdout': 'a.py'}" },
      ]),
    );
    assert.deepEqual(
      [format, ...sketch(messages)],
      [
        'mini-swe-agent',
        'user: Go.',
        'assistant: I look. | bash#text-1({"command":"ls"})',
        "tool bash#text-1: Observation: {'args': ['ls'], 'returncode': 0, 'stdout': 'a.py'}",
      ],
    );
  });

  it('label user messages of SWE-agent as client text if they are neither the task nor a result', async () => {
    const item = (role: string, content: string, action?: string): object => ({
      agent: 'main',
      role,
      content,
      action,
    });
    const { format, messages } = await readContent(
      JSON.stringify({
        history: [
          item('user', 'Go.'),
          item('assistant', 'ls', 'ls'),
          item('user', 'a.py'),
          item('assistant', 'Out of money.', ''),
          item('user', 'OBSERVATION:\nNever mind.'),
        ],
      }),
    );
    assert.deepEqual(
      [format, ...sketch(messages)],
      [
        ...[
          'swe-agent',
          'user: Go.',
          'assistant: ls | bash#step-1({"command":"ls"})',
          'tool bash#step-1: a.py',
        ],
        ...['assistant: Out of money.', 'user: <observation>'],
      ],
    );
  });

  it('read no command if an answer in mini-swe-agent contains several commands', async () => {
    const { messages } = await readContent(
      JSON.stringify({
        trajectory_format: 'mini-swe-agent-1',
        messages: [
          { role: 'user', content: 'Go.' },
          { role: 'assistant', content: 'One:\n```bash\nls\n```\nor two:\n```bash\npwd\n```' },
          { role: 'user', content: 'Give one command.' },
        ],
      }),
    );
    assert.deepEqual(
      messages.map(({ message }) => message.role),
      ['user', 'assistant', 'user'],
    );
  });

  it('separate mini-swe-agent’s own text from the person’s words', async () => {
    const said = (content: string) => ({ role: 'user', content });
    const asked = { role: 'assistant', content: 'I look.\n```bash\nls\n```' };
    const { messages } = await readContent(
      JSON.stringify([
        said('Fix the lamp.'),
        asked,
        said('<returncode>0</returncode>\n<output>\na.py\n</output>'),
        { role: 'assistant', content: 'No command.' },
        said('You must always give one command.'),
        asked,
        said('Command not executed. The user rejected your command with the following message:\nNever list.'),
        { role: 'assistant', content: 'No command.' },
        said('Interrupted by user: Always ask.'),
        said('Interrupted by user: Temporary interruption caught.'),
      ]),
    );
    assert.deepEqual(sketch(messages), [
      'user: Fix the lamp.',
      'assistant: I look. | bash#text-1({"command":"ls"})',
      'tool bash#text-1: <returncode>0</returncode>\n<output>\na.py\n</output>',
      'assistant: No command.',
      'user: <format-error>',
      'assistant: I look. | bash#text-2({"command":"ls"})',
      'tool bash#text-2: <interrupt>',
      'user: Never list.',
      'assistant: No command.',
      'user: <interrupt>',
      'user: Always ask.',
      'user: <format-error>',
    ]);
  });

  it('read the calls of MCP tools in Cline’s ui_messages.json', async () => {
    const row = (type: 'say' | 'ask', kind: string, text: string) => ({ ts: 1, type, [type]: kind, text });
    const called = { serverName: 'git', type: 'use_mcp_tool', toolName: 'log', arguments: '{"n":1}' };
    const { messages } = await readContent(
      JSON.stringify([
        row('say', 'task', 'Look.'),
        row('ask', 'use_mcp_server', JSON.stringify(called)),
        row('say', 'mcp_server_response', 'one commit'),
        row('say', 'completion_result', 'Done.'),
      ]),
    );
    assert.deepEqual(sketch(messages), [
      'user: Look.',
      'assistant: log#row-1({"n":1})',
      'tool log#row-1: one commit',
      'assistant: Done.',
    ]);
  });

  it('remove the suffix “HAS_CHANGES” from the result in Cline’s ui_messages.json', async () => {
    const row = (kind: string, text: string) => ({ ts: 1, type: 'say', say: kind, text });
    const { messages } = await readContent(
      JSON.stringify([row('task', 'Look.'), row('completion_result', 'It is lit.HAS_CHANGES')]),
    );
    assert.deepEqual(sketch(messages), ['user: Look.', 'assistant: It is lit.']);
  });

  it('read aider’s prompts if the blanks at the ends of all lines were removed', async () => {
    const { messages } = await readContent(
      '# aider chat started at 2026-03-01 09:00:00\n\n#### Make it bright.\n\nI make it bright.\n',
    );
    assert.deepEqual(sketch(messages), ['user: Make it bright.', 'assistant: I make it bright.']);
  });

  it('separate the question from the documentation in aider’s help prompt', async () => {
    const { messages } = await readContent(
      [
        '# aider chat started at 2026-03-01 09:00:00\n',
        '#### /help is it lit?  \n',
        '#### # Question: is it lit?  \n####   ',
        '#### # Relevant docs:  \n####   \n#### Never touch the socket.  ',
        'It is.\n',
        '#### # Question: why?  \n',
      ].join('\n'),
    );
    assert.deepEqual(sketch(messages), [
      'user: <command> | <instructions> | is it lit? | <instructions>',
      'assistant: It is.',
      'user: # Question: why?',
    ]);
  });

  it('read text copied from Claude Code’s terminal if the text uses the newer symbols ❯, ● and ∴', async () => {
    const { format, messages } = await readContent(
      '❯ Make it bright.\n\n∴ Thinking…\n\n  Look first.\n\n● Bash(ls)\n  ⎿  lamp.py\n\n● Bright.\n',
    );
    assert.equal(format, 'claude-console');
    assert.deepEqual(sketch(messages), [
      'user: Make it bright.',
      'assistant: (Look first.) | Bash#shown-1({"command":"ls"})',
      'tool Bash#shown-1: lamp.py',
      'assistant: Bright.',
    ]);
  });

  it('read SpecStory’s headers in the form of each version', async () => {
    const { messages } = await readContent(
      [
        '<!-- Generated by SpecStory -->',
        '_**User**_\n\nOne.\n\n---',
        '_**Assistant**_\n\nTwo.\n\n---',
        '_**User (2026-03-01 09:00Z)**_\n\nThree.\n\n---',
        '_**Agent (model some-model, mode Agent)**_\n\nFour.\n\n---',
        '_**User (2026-03-01 10:30:00 +0100)**_\n\nFive.\n',
      ].join('\n\n'),
    );
    assert.deepEqual(sketch(messages), [
      'user: One.',
      'assistant: Two.',
      'user: Three.',
      'assistant: Four.',
      'user: Five.',
    ]);
    assert.deepEqual(
      messages.map(({ at }) => at),
      [undefined, undefined, Date.UTC(2026, 2, 1, 9), undefined, Date.UTC(2026, 2, 1, 9, 30)],
    );
    const [, , , answer] = messages;
    assert.equal(answer?.message.role === 'assistant' && answer.message.model, 'some-model');
  });
});
