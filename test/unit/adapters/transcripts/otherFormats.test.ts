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
      'assistant: I make it brighter:\n\n#### A heading of mine\n\nlamp.py\n```python\n<<<<<<< SEARCH\npower = 1\n=======\npower = 2\n>>>>>>> REPLACE\n``` | edit#shown-1({"path":"lamp.py"})',
      'tool edit#shown-1: Applied edit to lamp.py',
      'assistant: bash#shown-2({"command":"git commit -m \\"feat: brighter lamp\\""})',
      'tool bash#shown-2: Commit abc1234 feat: brighter lamp',
      'user: <command> | <console>',
      'user: <command>',
      'assistant: Fixed.',
    ],
    skipped: ['further chat, read as part of the same session'],
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
    skipped: ['message of a subagent'],
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
    skipped: ['line outside of the conversation', 'frame or separator line'],
  },
  {
    file: 'sweAgent.json',
    format: 'swe-agent',
    messages: [
      'system: You solve issues.',
      'user: <demonstration>',
      'user: <demonstration>',
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
      'user: <format-error>',
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

describe('the reader of transcripts', () => {
  for (const { file, format, messages, skipped } of CASES) {
    it(`reads ${file} in the format ${format}`, async () => {
      const transcript = await readFixture(file);
      assert.equal(transcript.format, format);
      assert.deepEqual(sketch(transcript.messages), messages);
      assert.deepEqual(
        transcript.skipped.map(({ what }) => what),
        skipped,
      );
    });
  }

  it('reads mini-swe-agent’s messages from a plain list', async () => {
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

  it('reads the steps of SWE-agent if the file has no history', async () => {
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
});
