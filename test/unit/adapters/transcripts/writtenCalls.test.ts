import assert from 'node:assert/strict';
import { CLINE_RESULT, clineCalls } from '../../../../src/adapters/transcripts/clineCalls.ts';
import { TextCalls } from '../../../../src/adapters/transcripts/textCalls.ts';
import type { Message } from '../../../../src/core/log/message.ts';

describe('the reader of tool calls in a model’s text', () => {
  const tools =
    'read_file write_to_file replace_in_file apply_diff insert_content search_and_replace search_files list_files list_code_definition_names codebase_search execute_command browser_action web_fetch use_mcp_tool access_mcp_resource update_todo_list';
  for (const name of tools.split(' '))
    it(`reads a call of Cline’s tool ${name} and its arguments only from an element that begins a line`, () => {
      const written = `Now.\n<${name}>\n<path>\na.ts\n</path>\n<old><path>b</path></old>\n</${name}> and on`;
      const [call] = clineCalls(written);
      assert.deepEqual([call?.name, call?.arguments], [name, { path: 'a.ts', old: '<path>b</path>' }]);
      assert.deepEqual([written.slice(0, call?.start), written.slice(call?.end)], ['Now.\n', ' and on']);
      assert.deepEqual(clineCalls(`say <${name}></${name}>`), []);
    });

  for (const [words, isResult] of [
    ["[read_file for 'a.ts'] Result:", true],
    [' \n[list_files] Result:', true],
    ['[file] Result:', false],
    ["x [read_file for 'a.ts'] Result:", false],
    ['[read_file] result:', false],
  ] as const) {
    it(`${isResult ? 'recognises' : 'does not recognise'} a result in a text that begins with ${JSON.stringify(words)}`, () => {
      assert.equal(CLINE_RESULT.test(words), isResult);
    });
  }

  /** Returns the messages that are read from an answer and the person's texts after it. */
  function read(takesBlocks: boolean, answer: string, ...others: readonly string[]): readonly unknown[] {
    const added: Message[] = [];
    const calls = new TextCalls({ add: (message: Message) => added.push(message) } as never, takesBlocks);
    calls.add({ role: 'assistant', parts: [{ type: 'text', text: answer }] });
    for (const words of others) calls.add({ role: 'user', parts: [{ type: 'text', text: words }] });
    return added.flatMap(({ role, parts, ...more }) => [
      role,
      ...parts.map((part) =>
        part.type === 'toolCall'
          ? [part.callId, part.name, part.arguments]
          : 'text' in part
            ? part.text
            : part.type,
      ),
      ...('exitCode' in more ? [more.exitCode] : []),
    ]);
  }

  for (const [what, blocks, answer, others, expected] of [
    [
      'an element as a call',
      false,
      'So: <function=run.it>\n<parameter=cmd>\nls\n</parameter></function> done',
      ['OBSERVATION:\nok'],
      ['assistant', 'So: ', ['text-1', 'run.it', '{"cmd":"ls"}'], ' done', 'tool', 'OBSERVATION:\nok'],
    ],
    [
      'an element within a parameter as part of the parameter',
      false,
      '<function=a><parameter=x><function=b></parameter></function>',
      [],
      ['assistant', ['text-1', 'a', '{"x":"<function=b>"}']],
    ],
    [
      'an element without an end tag as text',
      false,
      '<function=a><parameter=x>',
      ['EXECUTION RESULT of [a]: exit code 2'],
      ['assistant', '<function=a><parameter=x>', 'user', 'EXECUTION RESULT of [a]: exit code 2'],
    ],
    [
      'the exit code of a result',
      false,
      '<function=a></function>',
      ['  EXECUTION RESULT of [a]:\nexit code 2'],
      ['assistant', ['text-1', 'a', '{}'], 'tool', '  EXECUTION RESULT of [a]:\nexit code 2', 2],
    ],
    [
      'no exit code from a result whose output only mentions exit codes',
      false,
      '<function=a></function>',
      ['OBSERVATION:\n1a2b3c4 cli: exit code 2 for <returncode>1</returncode>'],
      [
        'assistant',
        ['text-1', 'a', '{}'],
        'tool',
        'OBSERVATION:\n1a2b3c4 cli: exit code 2 for <returncode>1</returncode>',
      ],
    ],
    [
      'both the person’s words and a result as user messages if the words come between the call and the result',
      false,
      '<function=a></function>',
      ['No.', 'OBSERVATION: late'],
      ['assistant', ['text-1', 'a', '{}'], 'user', 'No.', 'user', 'OBSERVATION: late'],
    ],
    [
      'a code block as a call',
      true,
      'Now\n```bash \nls\n```',
      ['<returncode>-1</returncode>'],
      [
        'assistant',
        'Now\n',
        ['text-1', 'bash', '{"command":"ls"}'],
        'tool',
        '<returncode>-1</returncode>',
        -1,
      ],
    ],
    [
      'an empty code block as a call with an empty command',
      true,
      '```sh\n```',
      ['x'],
      ['assistant', ['text-1', 'bash', '{"command":""}'], 'tool', 'x'],
    ],
    [
      'two code blocks as text',
      true,
      '```sh\na\n```\n```sh\nb\n```',
      ['x'],
      ['assistant', '```sh\na\n```\n```sh\nb\n```', 'user', 'x'],
    ],
    ['an unclosed code block as text', true, '```sh\na', ['x'], ['assistant', '```sh\na', 'user', 'x']],
    [
      'a code block only up to the first closing fence',
      true,
      '```bash\na\n```\nb\n```',
      ['x'],
      ['assistant', ['text-1', 'bash', '{"command":"a"}'], '\nb\n```', 'tool', 'x'],
    ],
  ] as const) {
    it(`reads ${what}`, () => {
      assert.deepEqual(read(blocks, answer, ...others), expected);
    });
  }
});
