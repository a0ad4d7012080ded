import assert from 'node:assert/strict';
import { inFull, readContent } from '../../../support/transcriptFiles.ts';

interface Case {
  readonly what: string;
  readonly lines: readonly string[];
  readonly messages: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: 'tool calls if the extension for VS Code or Cursor wrote the tags on separate lines',
    lines: [
      '_**User (2031-05-06 07:08Z)**_',
      'Go.',
      '---',
      '_**Agent (model copilot/m-1)**_',
      '<tool-use data-tool-type="read" data-tool-name="read_file">',
      '<details><summary>Tool use: **read_file** • Read file: /w/a.ts</summary>',
      '',
      '</details>',
      '</tool-use>',
      '---',
      'I look.',
      '---',
      '<tool-use data-tool-type="unknown" data-tool-name="run_in_terminal">',
      '<details>',
      '<summary>Tool use: **run_in_terminal**</summary>',
      '',
      'Parameters:',
      '',
      '```json',
      '{ "kind": "terminal", "commandLine": { "original": "make &amp;&amp; ls" } }',
      '```',
      'Result:',
      '',
      '```json',
      '{ "content": "ok &lt;a&gt;", "toolCallResult": null }',
      '```',
      'Status: **completed**',
      '</details>',
      '</tool-use>',
      '',
      '<tool-use data-tool-type="search" data-tool-name="grep">',
      '<details>',
      '<summary>Tool use: **grep** • Grep for &quot;x&quot; • 1 match</summary>',
      '| File |',
      '_**User**_',
      '</details>',
      '</tool-use>',
      '---',
      '_**User (2031-05-06 07:09Z)**_',
      'Thanks.',
    ],
    messages: [
      'user: Go. 2031-05-06T07:08:00.000Z',
      'assistant: read_file#shown-1({"path":"/w/a.ts"}) model="copilot/m-1"',
      'tool: callId="shown-1" toolName="read_file"',
      'assistant: I look. | run_in_terminal#shown-2({"command":"make && ls"}) model="copilot/m-1"',
      'tool: ok <a> callId="shown-2" toolName="run_in_terminal"',
      'assistant: grep#shown-3({"query":"Grep for \\"x\\""}) model="copilot/m-1"',
      'tool: | File |\n_**User**_ callId="shown-3" toolName="grep"',
      'user: Thanks. 2031-05-06T07:09:00.000Z',
    ],
  },
  {
    what: 'all arguments of each call, but without the empty duplicates of calls that SpecStory’s command line writes',
    lines: [
      '_**Agent**_',
      '<tool-use data-tool-name="edit_file">',
      '',
      '<details><summary>Tool use: **code_edit** • Edit file: /w/a.ts</summary>',
      '**Chunk 1**',
      '```diff',
      '+ x',
      '```',
      '</details>',
      '',
      '</tool-use>',
      '',
      '<tool-use data-tool-name="edit_file"><details>',
      '<summary>Tool use: **edit_file**</summary>',
      '',
      '</details></tool-use>',
      '<tool-use data-tool-name="run_in_terminal"><details>',
      '<summary>Tool use: **run_in_terminal**</summary>',
      '',
      '**Input:**',
      '',
      '- command: `make`',
      '- script:',
      '',
      '```',
      'one',
      '```',
      '',
      '**Result:**',
      '',
      '```',
      'made',
      '```',
      '</details></tool-use>',
      '<tool-use data-tool-name="mcp_hub_push">',
      '<details>',
      '   <summary>Tool use: **mcp_hub_push**</summary>',
      '*Called tool*: hub - push',
      '*Parameters*:',
      '  * path: a.ts',
      '  * content: one',
      'two',
      '*Result*:',
      'pushed',
      '</details>',
      '</tool-use>',
    ],
    messages: [
      'assistant: edit_file#shown-1({"path":"/w/a.ts","content":"+ x"})',
      'tool: callId="shown-1" toolName="edit_file"',
      'assistant: run_in_terminal#shown-2({"command":"make","script":"one"})',
      'tool: made callId="shown-2" toolName="run_in_terminal"',
      'assistant: mcp_hub_push#shown-3({"path":"a.ts","content":"one\\ntwo"})',
      'tool: pushed callId="shown-3" toolName="mcp_hub_push"',
    ],
  },
  {
    what: 'the complete text of notifications and prompts that mention tool tags',
    lines: [
      '_**User**_',
      '<task-notification>',
      '<tool-use-id>t1</tool-use-id>',
      '</task-notification>',
      '_**Agent (m)**_',
      'It ended.',
      '_**User**_',
      'See <tool-use data-tool-name="x"> in:',
      '<tool-use data-tool-name="x">',
      '_**Agent (m)**_',
      'Yes.',
    ],
    messages: [
      'user: <notification: <task-notification>\n<tool-use-id>t1</tool-use-id>\n</task-notification>>',
      'assistant: It ended. model="m"',
      'user: See <tool-use data-tool-name="x"> in:\n<tool-use data-tool-name="x">',
      'assistant: Yes. model="m"',
    ],
  },
  {
    what: 'tool calls of the extension’s first version, which begin with a line “Tool use:”',
    lines: [
      '# A lamp (2031-05-06 07:08Z)',
      '_**User**_',
      'Go.',
      '---',
      '_**Assistant (m)**_',
      '<think><details><summary>Thought Process</summary>Hm.',
      'Tool use: **none**',
      '</details></think>',
      'Tool use: **read_file**',
      '',
      'Read file: /w/a.ts',
      '',
      '---',
      '',
      'Tool use: **run_terminal_cmd**',
      '',
      '```bash',
      'make',
      '```',
      '',
      '```',
      'made',
      '```',
      '',
      '---',
      '',
      'Tool use: **grep**',
      '',
      '<details>',
      '   <summary>Grep for "x" in "/w" • 1 match</summary>',
      '| File |',
      '</details>',
      'Tool use: **todo_write**',
      '',
      '## Todo List',
      '',
      '- [ ] Light',
      '',
      '---',
      '',
      'Tool use: **write**',
      '',
      '<details><summary>Edit file: /w/b.ts</summary>',
      'Tool use: **read_lints**',
      '<details>',
      '   <summary>Read lints for 1 file</summary>',
      '**No lint errors found**',
      '</details>',
      '',
      '_****_',
      'Done.',
      '---',
    ],
    messages: [
      'user: Go.',
      'assistant: (Hm.\nTool use: **none**) | read_file#shown-1({"path":"/w/a.ts"}) model="m"',
      'tool: callId="shown-1" toolName="read_file"',
      'assistant: run_terminal_cmd#shown-2({"command":"make"}) model="m"',
      'tool: made callId="shown-2" toolName="run_terminal_cmd"',
      'assistant: grep#shown-3({"query":"Grep for \\"x\\" in \\"/w\\""}) model="m"',
      'tool: | File | callId="shown-3" toolName="grep"',
      'assistant: todo_write#shown-4({"input":"## Todo List\\n\\n- [ ] Light"}) model="m"',
      'tool: callId="shown-4" toolName="todo_write"',
      'assistant: write#shown-5({"path":"/w/b.ts"}) model="m"',
      'tool: callId="shown-5" toolName="write"',
      'assistant: read_lints#shown-6({"input":"Read lints for 1 file"}) model="m"',
      'tool: **No lint errors found** callId="shown-6" toolName="read_lints"',
      'assistant: Done. model="m"',
    ],
  },
];

describe('SpecStory’s files from editors', () => {
  for (const { what, lines, messages } of cases)
    it(`are read with ${what}`, async () => {
      const read = await readContent(['<!-- Generated by SpecStory -->', ...lines].join('\n'));
      assert.equal(read.format, 'specstory');
      assert.deepEqual(read.messages.map(inFull), messages);
      assert.deepEqual(read.skipped, []);
    });

  it('are read without the messages and prompts of subagents', async () => {
    const lines = [
      '_**User**_',
      'Go.',
      '_**Agent (m)**_',
      'Tool use: **Task** Look around',
      '',
      'I wait.',
      '_**User (sidechain)**_',
      'Look around.',
      '_**Agent (m) (sidechain)**_',
      'Tool use: **Read** `./a.ts`',
      '_**Agent (m)**_',
      'Tool use: **Read** `./b.ts`',
    ];
    const read = await readContent(['<!-- Generated by SpecStory -->', ...lines].join('\n'));
    assert.deepEqual(read.messages.map(inFull), [
      'user: Go.',
      'assistant: Task#shown-1({"prompt":"Look around"}) model="m"',
      'tool: callId="shown-1" toolName="Task"',
      'assistant: I wait. | Read#shown-2({"path":"./b.ts"}) model="m"',
      'tool: callId="shown-2" toolName="Read"',
    ]);
    assert.deepEqual(
      read.skipped.map(({ what, count }) => `${count} ${what}`),
      ['2 message of a subagent'],
    );
  });

  it('are read without empty messages if only horizontal rules follow a header', async () => {
    const lines = [
      '_**User**_',
      'Go.',
      '---',
      '_**Agent**_',
      'Yes.',
      '---',
      '_**User**_',
      '',
      '---',
      '',
      '---',
      '_**Agent**_',
      'Well?',
    ];
    const read = await readContent(['<!-- Generated by SpecStory -->', ...lines].join('\n'));
    assert.deepEqual(read.messages.map(inFull), ['user: Go.', 'assistant: Yes.', 'assistant: Well?']);
  });

  it('are read with a title that does not contain the time', async () => {
    const { title } = await readContent(
      '<!-- Generated by SpecStory -->\n\n# A lamp (2031-05-06 07:08Z)\n\n_**User**_\nGo.',
    );
    assert.equal(title, 'A lamp');
  });

  it('are recognised by the heading that the first version wrote instead of a comment', async () => {
    const { format } = await readContent('## SpecStory\n\n_**User**_\nGo.');
    assert.equal(format, 'specstory');
  });
});
