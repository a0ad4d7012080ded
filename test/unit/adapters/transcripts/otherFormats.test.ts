import assert from 'node:assert/strict';
import { readContent, readFixture, sketch } from '../../../support/transcriptFiles.ts';

interface Case {
  readonly file: string;
  readonly format: string;
  readonly messages: readonly string[];
  readonly skipped: readonly string[];
}

const CASES: readonly Case[] = [
  {
    file: 'cline.json',
    format: 'cline',
    messages: [
      'system: You are a helper.',
      'user: Move the icon in @a.tsx | a.tsx\n<Icon/> | <foreign-summary>',
      'assistant: I move it. | editor#t1({"path":"a.tsx"})',
      'tool editor#t1: {"query":"a.tsx","result":"edited"}',
      'user: <foreign-summary>',
    ],
    skipped: [],
  },
  {
    file: 'clineUi.json',
    format: 'cline-ui',
    messages: [
      'user: Run the tests. | [image]',
      'assistant: (Easy.) | I run them. | execute_command#row-1({"command":"npm test"})',
      'tool execute_command#row-1: 1 passing\ndone',
      'assistant: readFile#row-2({"tool":"readFile","path":"a.ts"})',
      'tool readFile#row-2: <missing>',
      'assistant: More?',
      'user: No.',
      'assistant: Done.',
    ],
    skipped: ['api_req_started row', 'text row', 'checkpoint_created row'],
  },
  {
    file: 'aider.txt',
    format: 'aider',
    messages: [
      'assistant: tail of an older run',
      'user: <console> | Make the lamp brighter.\n\nAnd never touch the socket.',
      'assistant: I make it brighter:\n\n#### A heading of mine\n\nlamp.py\n```python\n<<<<<<< SEARCH\npower = 1\n=======\npower = 2\n>>>>>>> REPLACE\n```',
      'user: <console> | <command> | <console>',
      'user: <command>',
      'assistant: Fixed.',
    ],
    skipped: [],
  },
  {
    file: 'specstory.txt',
    format: 'specstory',
    messages: [
      'user: Read the lamp.',
      'assistant: (Look first.) | I read it. | Read#shown-1({"path":"lamp.md"})',
      'tool Read#shown-1: _**User (2026-03-01 08:00:00Z)**_\n\nNot a header.\n```sh\nlamp\n```\nthe end',
      'assistant: exec_command#shown-2({"command":"npm test"})',
      'tool exec_command#shown-2: ',
      'assistant: Write#shown-3({"content":"const lamp = 2;"})',
      'tool Write#shown-3: written',
      'assistant: It is brighter.',
      'user: <foreign-summary>',
    ],
    skipped: ['message of a sub-agent'],
  },
  {
    file: 'claudeConsole.txt',
    format: 'claude-console',
    messages: [
      'user: <command> | <command>',
      'user: Make the lamp\nbrighter.',
      'assistant: (Look first.) | I look at it: | Bash#shown-1({"command":"cat lamp.py"})',
      'tool Bash#shown-1: power = 1\n… +2 lines (ctrl+r to expand)',
      'assistant: Update Todos#shown-2({})',
      'tool Update Todos#shown-2: ☐ Make it brighter',
      'assistant: Read#shown-3({"path":"lamp.py"}) | Done (for now).\n\nIt is brighter.',
    ],
    skipped: ['line outside of the conversation', 'frame of the screen'],
  },
  {
    file: 'sweAgent.json',
    format: 'swe-agent',
    messages: [
      'system: You solve issues.',
      'user: <demonstration>',
      'user: The lamp is dark.',
      'assistant: I list. | bash#step-1({"command":"ls"})',
      'tool bash#step-1: a.py\nbash-$',
      'assistant: Done. | bash#step-2({"command":"submit"})',
      'tool bash#step-2: diff --git',
    ],
    skipped: [],
  },
  {
    file: 'sweAgentTools.json',
    format: 'swe-agent',
    messages: [
      'system: You solve issues.',
      'user: The lamp is dark.',
      'assistant: I list. | ls#c1({})',
      'tool ls#c1: a.py',
    ],
    skipped: [],
  },
  {
    file: 'miniSweAgent.json',
    format: 'mini-swe-agent',
    messages: [
      'system: One command at a time.',
      'user: The lamp is dark.',
      'assistant: I list. | bash#text-1({"command":"ls -la"})',
      'tool bash#text-1: <returncode>1</returncode>\n<output>\nno\n</output>',
      'assistant: No command here.',
      'user: Give one command.',
    ],
    skipped: [],
  },
  {
    file: 'chatReplay.json',
    format: 'chatreplay',
    messages: [
      'system: You edit.',
      'user: Write hello.',
      'assistant: I write it. | (Easy.) | create_file#t1({"path":"h"})',
      'tool create_file#t1: written',
      'assistant: Written.',
    ],
    skipped: ['element log'],
  },
  {
    file: 'longthread.jsonl',
    format: 'longthread',
    messages: ['user: Make it bright.', 'assistant: bash#c1({})', 'tool bash#c1: ok', 'user: Good.'],
    skipped: ['session entry', 'unreadable message', 'pin entry'],
  },
];

describe('the readers of other formats', () => {
  for (const { file, format, messages, skipped } of CASES) {
    it(`read ${file} as ${format}`, async () => {
      const transcript = await readFixture(file);
      assert.equal(transcript.format, format);
      assert.deepEqual(sketch(transcript.messages), messages);
      assert.deepEqual(
        transcript.skipped.map(({ what }) => what),
        skipped,
      );
    });
  }

  it('take the bare list of mini-swe-agent', async () => {
    const { format, messages } = await readContent(
      JSON.stringify([
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: 'I go.\n```bash\nls\n```' },
        { role: 'user', content: '<returncode>0</returncode>' },
      ]),
    );
    assert.equal(format, 'mini-swe-agent');
    assert.equal(messages[2]?.message.role, 'tool');
  });

  it('take mini-swe-agent’s calls, whichever way the model was asked, and the output that ended the run', async () => {
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
  });

  it('take no command from an answer of mini-swe-agent’s model that has several', async () => {
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

  it('take the steps of SWE-agent where there is no history', async () => {
    const { messages } = await readContent(
      JSON.stringify({
        trajectory: [{ action: 'ls', observation: 'a.py', response: 'I list.', thought: 'I list.' }],
      }),
    );
    assert.deepEqual(sketch(messages), [
      'assistant: I list. | bash#step-1({"command":"ls"})',
      'tool bash#step-1: a.py',
    ]);
  });

  it('take the calls of servers’ tools from Cline’s screen', async () => {
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

  it('take aider’s prompts where something trimmed all lines', async () => {
    const { messages } = await readContent(
      '# aider chat started at 2026-03-01 09:00:00\n\n#### Make it bright.\n\nI make it bright.\n',
    );
    assert.deepEqual(sketch(messages), ['user: Make it bright.', 'assistant: I make it bright.']);
  });

  it('take the marks of newer terminals', async () => {
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

  it('take SpecStory’s headers as each of its versions writes them', async () => {
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
