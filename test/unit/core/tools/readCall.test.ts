import assert from 'node:assert/strict';
import type { ToolCallPart, ToolMessage } from '../../../../src/core/log/message.ts';
import { argumentsOf } from '../../../../src/core/tools/callArguments.ts';
import { readCall } from '../../../../src/core/tools/readCall.ts';
import { readResult } from '../../../../src/core/tools/readResult.ts';
import { kindOfTool, type ToolKind } from '../../../../src/core/tools/toolKind.ts';

const call = (name: string, fields: unknown): ToolCallPart => ({
  type: 'toolCall',
  callId: 'c',
  name,
  arguments: typeof fields === 'string' ? fields : JSON.stringify(fields),
});

describe('the kind of a tool', () => {
  const kinds: readonly (readonly [string, ToolKind])[] = [
    ['Read', 'read'],
    ['read_file', 'read'],
    ['write_to_file', 'write'],
    ['MultiEdit', 'edit'],
    ['str_replace_based_edit_tool', 'edit'],
    ['replace_string_in_file', 'edit'],
    ['apply_patch', 'edit'],
    ['functions.exec_command', 'shell'],
    ['run_in_terminal', 'shell'],
    ['execute_bash', 'shell'],
    ['codebase_search', 'search'],
    ['list_dir', 'list'],
    ['mcp__files__read_file', 'read'],
    ['TodoWrite', 'plan'],
    ['ask_followup_question', 'ask'],
    ['attempt_completion', 'answer'],
    ['Task', 'agent'],
    ['WebFetch', 'web'],
    ['frobnicate', 'other'],
    ['patch_my_file', 'edit'],
    ['vscode_askQuestions', 'ask'],
    ['dispatch_workflow', 'other'],
    ['credit_check', 'other'],
  ];
  for (const [name, kind] of kinds)
    it(`named ${name} is ${kind}`, () => assert.equal(kindOfTool(name), kind));
});

describe('a call', () => {
  it('is about the file in the arguments, whatever the argument’s name', () => {
    for (const key of ['file_path', 'absolute_path', 'filepath', 'filePath', 'target_file'])
      assert.equal(readCall(call('read_file', { [key]: 'src/a.ts' })).path, 'src/a.ts');
  });

  it('can describe a change of a file as a pair of old and new text, as a list of edits, or as a patch', () => {
    const change = { path: 'a.ts', operation: 'edit', before: 'x', after: 'y' };
    assert.deepEqual(readCall(call('edit', { path: 'a.ts', old_string: 'x', new_string: 'y' })).changes, [
      change,
    ]);
    assert.deepEqual(
      readCall(call('replace', { file_path: 'a.ts', old_string: 'x', new_string: 'y' })).changes,
      [change],
    );
    assert.deepEqual(
      readCall(call('multi_edit', { path: 'a.ts', edits: [{ oldText: 'x', newText: 'y' }] })).changes,
      [change],
    );
    const patch = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** Delete File: b.ts\n*** End Patch';
    const changes = [change, { path: 'b.ts', operation: 'delete', before: '', after: '' }];
    assert.deepEqual(readCall(call('apply_patch', { input: patch })).changes, changes);
    assert.deepEqual(readCall(call('apply_patch', patch)).changes, changes);
  });

  it('has the same changes whether a patch has Windows or Unix line endings', () => {
    const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n');
    for (const text of [
      '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch',
      '*** Begin Patch\n*** Move to: b.ts\n*** Update File: a.ts\n@@\n-x\n+y\n*** Delete File: c.ts\n*** End Patch',
    ])
      assert.deepEqual(
        readCall(call('apply_patch', { input: withCrlf(text) })).changes,
        readCall(call('apply_patch', { input: text })).changes,
      );
    const block = '<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE';
    const change = { path: 'a.ts', operation: 'edit', before: 'x', after: 'y' };
    assert.deepEqual(readCall(call('replace_in_file', { path: 'a.ts', diff: withCrlf(block) })).changes, [
      change,
    ]);
  });

  it('writes a whole file, with a tool for writing or with a script', () => {
    const written = [{ path: 'a.ts', operation: 'write', before: '', after: 'new' }];
    assert.deepEqual(readCall(call('Write', { file_path: 'a.ts', content: 'new' })).changes, written);
    assert.deepEqual(readCall(call('bash', { command: 'cat > a.ts <<EOF\nnew\nEOF' })).changes, written);
  });

  it('runs a command that is a string, a list of words or a shell’s argument', () => {
    for (const command of ['npm test', ['npm', 'test'], ['bash', '-lc', 'npm test']])
      assert.equal(readCall(call('shell', { command })).command, 'npm test');
    assert.equal(readCall(call('run_tests', {})).command, undefined);
  });

  it('reads a range of lines of a file, with a tool or with a script', () => {
    assert.deepEqual(readCall(call('read', { path: 'a.ts', offset: 10, limit: 20 })).range, [10, 29]);
    assert.deepEqual(readCall(call('view', { path: 'a.ts', view_range: [3, 9] })).range, [3, 9]);
    const part = readCall(call('read', { path: 'src/a.ts:40-58,90-95' }));
    assert.deepEqual([part.path, part.range], ['src/a.ts', [40, 58]]);
    const shown = readCall(call('bash', { command: 'sed -n 5,8p src/a.ts' }));
    assert.deepEqual([shown.path, shown.range], ['src/a.ts', [5, 8]]);
    assert.equal(readCall(call('str_replace_editor', { command: 'view', path: 'a.ts' })).kind, 'read');
  });

  it('reads a file if a PowerShell command shows the whole file', () => {
    const shown = (command: string): string | undefined => readCall(call('shell_command', { command })).path;
    assert.equal(shown('Get-Content src\\a.ts'), 'src\\a.ts');
    assert.equal(shown("Get-Content -Raw -LiteralPath 'C:\\my pier\\[id]\\a.ts'"), 'C:\\my pier\\[id]\\a.ts');
    assert.equal(shown('gc "a.ts" -Encoding utf8'), 'a.ts');
    for (const part of [
      'Get-Content a.ts -Tail 5',
      'Get-Content *.ts',
      'Get-Content a.ts, b.ts',
      'Get-Content "$a.ts"',
    ])
      assert.equal(shown(part), undefined, part);
  });

  it('contains a plan with states, an answer or a search query, depending on the tool', () => {
    const todos = [
      { content: 'one', status: 'completed' },
      { content: 'two', status: 'in_progress' },
      { content: 'three', status: 'pending' },
    ];
    assert.deepEqual(
      readCall(call('TodoWrite', { todos })).plan?.map(({ state }) => state),
      ['done', 'active', 'open'],
    );
    assert.equal(readCall(call('attempt_completion', { result: 'All done.' })).words, 'All done.');
    assert.equal(readCall(call('grep', { pattern: 'renew' })).query, 'renew');
  });

  it('contains a plan without the cancelled steps, and no plan if the tool is a search or an unknown MCP tool', () => {
    const todos = [
      { content: 'one', status: 'cancelled' },
      { content: 'two', status: 'pending' },
    ];
    assert.deepEqual(readCall(call('TodoWrite', { todos })).plan, [{ text: 'two', state: 'open' }]);
    assert.deepEqual(readCall(call('TodoWrite', { todos: todos.slice(0, 1) })).plan, []);
    assert.deepEqual(readCall(call('TodoWrite', { todos: [null, 'one', ...todos.slice(0, 1)] })).plan, []);
    for (const name of ['frobnicate', 'create_todo_list', 'write_plan'])
      assert.equal(readCall(call(name, { items: [{ title: 'Milk' }] })).plan?.length, 1, name);
    for (const name of ['mcp__shop__order', 'mcp_shop_order', 'search'])
      assert.equal(readCall(call(name, { items: [{ title: 'Milk' }] })).plan, undefined, name);
  });

  it('contains the question that the editor’s agent asks', () => {
    const questions = [{ header: 'Indent', question: 'Tabs or spaces?' }];
    assert.match(readCall(call('vscode_askQuestions', { questions })).words ?? '', /Tabs or spaces\?/u);
  });

  it('moves a file with a patch', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-x\n+y\n*** End Patch';
    assert.deepEqual(readCall(call('apply_patch', { input: patch })).changes, [
      { path: 'b.ts', from: 'a.ts', operation: 'edit', before: 'x', after: 'y' },
    ]);
  });

  const moves: readonly (readonly [command: string, moved: readonly (readonly [string, string])[]])[] = [
    ['mv a.ts b.ts', [['a.ts', 'b.ts']]],
    ['cd x && git mv -f src/a.ts src/b.ts', [['src/a.ts', 'src/b.ts']]],
    ['mv "my notes.md" notes.md', [['my notes.md', 'notes.md']]],
    ['mv src/a.ts lib', [['src/a.ts', 'lib/a.ts']]],
    ['mv src/a.ts .', [['src/a.ts', 'a.ts']]],
    [
      'mv src/a.ts b.ts lib/',
      [
        ['src/a.ts', 'lib/a.ts'],
        ['b.ts', 'lib/b.ts'],
      ],
    ],
    ['git mv src/old src/new', [['src/old', 'src/new']]],
    ['mv *.ts lib/', []],
    ['mv "$FROM" b.ts', []],
    ['mv a.ts', []],
    ['mv -t lib a.ts b.ts', []],
    ['git mv -ft lib a.ts b.ts', []],
    ['mv --target-directory=lib a.ts b.ts', []],
    ['rm -f a.ts', []],
  ];
  for (const [command, moved] of moves) {
    it(`is read as moving ${moved.length === 0 ? 'nothing' : moved.map((pair) => pair.join(' to ')).join(', ')} with "${command}"`, () => {
      const { changes } = readCall(call('bash', { command }));
      assert.deepEqual(
        changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path]])),
        moved,
      );
    });
  }

  it('moves a file only if the tool moves files, whatever the names of the arguments are', () => {
    const moved = { path: 'b.ts', from: 'a.ts', operation: 'edit', before: '', after: '' };
    assert.deepEqual(readCall(call('move_file', { source: 'a.ts', destination: 'b.ts' })).changes, [moved]);
    assert.deepEqual(readCall(call('rename_file', { old_path: 'a.ts', new_path: 'b.ts' })).changes, [moved]);
    assert.deepEqual(readCall(call('renameFile', { oldPath: 'a.ts', newPath: 'b.ts' })).changes, [moved]);
    assert.deepEqual(readCall(call('copy_file', { source: 'a.ts', destination: 'b.ts' })).changes, []);
    assert.deepEqual(readCall(call('mcp__files__move', { from: 'a.ts', to: 'b.ts' })).changes, [moved]);
    assert.deepEqual(readCall(call('fsMoveFile', { from: 'a.ts', to: 'b.ts' })).changes, [moved]);
    for (const name of [
      'rename_symbol',
      'remove_files',
      'get_movies',
      'mcp__board__move_card',
      'move_cursor',
    ])
      assert.deepEqual(readCall(call(name, { from: 'a.ts', to: 'b.ts' })).changes, [], name);
    assert.deepEqual(readCall(call('mcp__board__move', { from: 'Todo', to: 'Done' })).changes, []);
    assert.deepEqual(readCall(call('rename', { from: 'v1.2', to: 'v1.3' })).changes, []);
  });

  it('can change several files, delete several files, or replace several blocks of a file', () => {
    const replacements = [
      { filePath: 'a.ts', oldString: 'x', newString: 'y' },
      { filePath: 'b.ts', oldString: 'x', newString: 'y' },
    ];
    const { path, changes } = readCall(call('multi_replace_string_in_file', { replacements }));
    assert.deepEqual([path, changes.map((change) => change.path)], [undefined, ['a.ts', 'b.ts']]);
    const deleted = readCall(call('delete_files', { paths: ['a.ts', 'b.ts'] })).changes;
    assert.deepEqual(
      deleted.map(({ operation }) => operation),
      ['delete', 'delete'],
    );
    const blocks = ['one', 'two'].map(
      (text) => `<<<<<<< SEARCH\n${text}\n=======\nnew ${text}\n>>>>>>> REPLACE`,
    );
    const { changes: replaced } = readCall(
      call('replace_in_file', { path: 'a.ts', diff: blocks.join('\n') }),
    );
    assert.deepEqual(
      replaced.map(({ before, after }) => [before, after]),
      [
        ['one', 'new one'],
        ['two', 'new two'],
      ],
    );
  });

  it('of an unknown tool is classified by its arguments', () => {
    assert.equal(readCall(call('frobnicate', { command: 'npm start' })).command, 'npm start');
    assert.equal(readCall(call('frobnicate', { path: 'a.ts', old: 'x', new: 'y' })).kind, 'edit');
    assert.equal(readCall(call('memory', { command: 'view', path: 'a.md' })).kind, 'other');
  });

  it('is read as one command if the arguments list the words of a command or several commands', () => {
    assert.equal(readCall(call('shell', { command: ['python', '-c', 'x'] })).command, 'python -c x');
    assert.equal(readCall(call('shell', { command: ['/bin/zsh', '-lc', 'x'] })).command, 'x');
    assert.equal(readCall(call('run_commands', { commands: ['ls', 'pwd'] })).command, 'ls\npwd');
  });

  it('with invalid arguments is read without an error', () => {
    for (const odd of ['', '{', '[]', 'null', '{"path":{"a":1},"edits":[1,null]}', '{"todos":[{}]}'])
      assert.deepEqual(readCall(call('edit', odd)).changes, []);
  });
});

describe('a call’s arguments', () => {
  it('are parsed only once, and are an empty object if the text is not a JSON object', () => {
    const one = call('x', { a: 1 });
    assert.deepEqual(argumentsOf(one), { a: 1 });
    assert.equal(argumentsOf(one), argumentsOf(one));
    for (const odd of ['[1]', '{"a', 'null', '3']) assert.deepEqual(argumentsOf(call('x', odd)), {});
  });
});

describe('a result', () => {
  const result = (text: string, more: Partial<ToolMessage> = {}): ToolMessage => ({
    role: 'tool',
    callId: 'c',
    toolName: 'bash',
    parts: [{ type: 'text', text }],
    ...more,
  });

  it('of a failed command reports the failure, the exit code, the error line and the counts', () => {
    const outcome = readResult(
      result('building\nError: no such lamp\n3 passed, 1 failed\nexit code: 1'),
      'shell',
    );
    assert.equal(outcome.isFailure, true);
    assert.equal(outcome.exitCode, 1);
    assert.equal(outcome.errors[0], 'Error: no such lamp');
    assert.deepEqual(outcome.figures, ['3 passed, 1 failed']);
  });

  it('of a commit has the line that names the commit', () => {
    for (const line of ['[main abc1234] A brighter lamp', 'Commit abc1234 feat: a brighter lamp'])
      assert.deepEqual(readResult(result(`staged\n${line}`), 'shell').figures, [line]);
  });

  it('of a read file is not a failure, even with the word “error”', () => {
    const outcome = readResult(result('const error = "not found";', { toolName: 'read' }), 'read');
    assert.deepEqual(outcome, { isFailure: false, errors: [], figures: [] });
  });
});
