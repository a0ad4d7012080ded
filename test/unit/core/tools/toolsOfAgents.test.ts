import assert from 'node:assert/strict';
import { shownCall } from '../../../../src/adapters/transcripts/shownCall.ts';
import { stubText } from '../../../../src/core/tools/shortenedOutput.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import { toolCallsOf, type ToolCallPart } from '../../../../src/core/log/message.ts';
import { readCall } from '../../../../src/core/tools/readCall.ts';
import { CHANGES, kindOfTool, type ToolKind } from '../../../../src/core/tools/toolKind.ts';
import { chatRows } from '../../../../src/extension/chat/chatRows.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

type Given = Readonly<Record<string, unknown>>;
type Calls = Readonly<Partial<Record<ToolKind, readonly [name: string, given: Given]>>>;

const FILE = 'src/lamp.ts';
const COMMAND = 'npm run light';
const QUERY = 'brightness';
const CODE = 'const lamp = 2;';
const BEFORE = 'const lamp = 1;';
const PATCH = `*** Begin Patch\n*** Update File: ${FILE}\n@@\n-${BEFORE}\n+${CODE}\n*** End Patch`;
const BLOCK = `------- SEARCH\n${BEFORE}\n=======\n${CODE}\n+++++++ REPLACE`;
const ROO_BLOCK = `<<<<<<< SEARCH\n:start_line:3\n-------\n${BEFORE}\n=======\n${CODE}\n>>>>>>> REPLACE`;

/** One call of each kind, as each agent makes it. */
const AGENTS: Readonly<Record<string, Calls>> = {
  'Claude Code': {
    read: ['Read', { file_path: FILE, offset: 1, limit: 20 }],
    write: ['Write', { file_path: FILE, content: CODE }],
    edit: ['Edit', { replace_all: false, file_path: FILE, old_string: BEFORE, new_string: CODE }],
    search: ['Grep', { pattern: QUERY, output_mode: 'content' }],
    shell: ['Bash', { command: COMMAND, description: 'Lights it' }],
    web: ['WebSearch', { query: QUERY }],
  },
  Codex: {
    edit: ['apply_patch', { input: PATCH }],
    shell: ['shell', { command: ['bash', '-lc', COMMAND], timeout_ms: 1_000 }],
    list: ['list_dir', { dir_path: FILE }],
    web: ['web_search', { query: QUERY }],
  },
  'Codex on Windows': { shell: ['exec_command', { cmd: ['powershell.exe', '-Command', COMMAND] }] },
  Cline: {
    read: ['read_file', { path: FILE, task_progress: '' }],
    write: ['write_to_file', { path: FILE, content: CODE }],
    edit: ['replace_in_file', { path: FILE, diff: BLOCK }],
    search: ['search_files', { regex: QUERY }],
    list: ['list_files', { path: FILE, recursive: 'true' }],
    shell: ['execute_command', { command: COMMAND, requires_approval: 'false' }],
    ask: ['ask_followup_question', { question: QUERY }],
    answer: ['attempt_completion', { result: QUERY }],
  },
  'Cline in ui_messages.json': {
    read: ['readFile', { tool: 'readFile', path: FILE, content: '/home/user/src/lamp.ts' }],
    write: ['newFileCreated', { tool: 'newFileCreated', path: FILE, content: CODE }],
    edit: ['editedExistingFile', { tool: 'editedExistingFile', path: FILE, diff: BLOCK }],
    list: ['listFilesTopLevel', { tool: 'listFilesTopLevel', path: FILE }],
  },
  'Cline’s editor': {
    read: ['read_files', { files: [{ path: FILE, start_line: 1 }] }],
    edit: ['editor', { path: FILE, old_text: BEFORE, new_text: CODE }],
    shell: ['run_commands', { commands: [COMMAND] }],
  },
  Roo: {
    edit: ['apply_diff', { path: FILE, diff: ROO_BLOCK }],
    search: ['codebase_search', { query: QUERY }],
  },
  'Copilot Chat': {
    read: ['read_file', { filePath: FILE, startLine: 1, endLine: 20 }],
    write: ['create_file', { filePath: FILE, content: CODE }],
    edit: ['replace_string_in_file', { filePath: FILE, oldString: BEFORE, newString: CODE }],
    search: ['grep_search', { query: QUERY, isRegexp: false }],
    list: ['list_dir', { path: FILE }],
    shell: ['run_in_terminal', { command: COMMAND, explanation: 'Lights it', isBackground: false }],
  },
  'Copilot Chat for several edits at once': {
    edit: [
      'multi_replace_string_in_file',
      { replacements: [{ filePath: FILE, oldString: BEFORE, newString: CODE }] },
    ],
  },
  'Copilot CLI': {
    read: ['view', { path: FILE }],
    write: ['create', { path: FILE, file_text: CODE }],
    edit: ['edit', { path: FILE, old_str: BEFORE, new_str: CODE }],
    search: ['glob', { pattern: QUERY }],
    shell: ['bash', { command: COMMAND, description: 'Lights it' }],
    answer: ['task_complete', { summary: QUERY }],
  },
  'Gemini CLI': {
    read: ['read_file', { absolute_path: FILE }],
    write: ['write_file', { file_path: FILE, content: CODE }],
    edit: ['replace', { instruction: 'More.', file_path: FILE, old_string: BEFORE, new_string: CODE }],
    search: ['search_file_content', { pattern: QUERY }],
    list: ['list_directory', { dir_path: FILE }],
    shell: ['run_shell_command', { command: COMMAND, description: 'Lights it', directory: 'src' }],
    web: ['google_web_search', { query: QUERY }],
  },
  pi: {
    read: ['read', { path: FILE, offset: 1, limit: 20 }],
    write: ['write', { path: FILE, content: CODE }],
    edit: ['edit', { path: FILE, oldText: BEFORE, newText: CODE }],
    search: ['grep', { pattern: QUERY }],
    shell: ['bash', { command: COMMAND }],
  },
  'Oh My Pi': { edit: ['edit', { i: 'Brighter', input: PATCH }] },
  'SWE-agent': {
    read: ['open', { path: FILE, line_number: 3 }],
    write: ['create', { filename: FILE }],
    edit: ['str_replace_editor', { command: 'str_replace', path: FILE, old_str: BEFORE, new_str: CODE }],
    search: ['search_dir', { search_term: QUERY }],
    shell: ['bash', { command: COMMAND }],
  },
  OpenHands: {
    read: ['str_replace_editor', { command: 'view', path: FILE, view_range: [1, 20] }],
    write: ['str_replace_editor', { command: 'create', path: FILE, file_text: CODE }],
    edit: ['file_editor', { command: 'str_replace', path: FILE, old_str: BEFORE, new_str: CODE }],
    shell: ['execute_bash', { command: COMMAND }],
    answer: ['finish', { message: QUERY, task_completed: 'true' }],
  },
  opencode: {
    read: ['read', { filePath: FILE, offset: 0, limit: 20 }],
    write: ['write', { filePath: FILE, content: CODE }],
    edit: ['apply_patch', { patchText: PATCH }],
    search: ['grep', { pattern: QUERY, include: '*.ts' }],
    list: ['list', { path: FILE }],
    shell: ['bash', { command: COMMAND, description: 'Lights it', workdir: 'src' }],
    web: ['webfetch', { url: QUERY, format: 'text' }],
  },
  crush: {
    read: ['view', { file_path: FILE }],
    write: ['write', { file_path: FILE, content: CODE }],
    edit: ['multiedit', { file_path: FILE, edits: [{ old_string: BEFORE, new_string: CODE }] }],
    search: ['grep', { pattern: QUERY }],
    list: ['ls', { path: FILE }],
    shell: ['bash', { command: COMMAND }],
  },
  'Qwen Code': {
    read: ['read_file', { absolute_path: FILE }],
    write: ['write_file', { file_path: FILE, content: CODE }],
    edit: ['edit', { file_path: FILE, old_string: BEFORE, new_string: CODE }],
    search: ['grep_search', { pattern: QUERY, glob: '*.ts' }],
    list: ['list_directory', { path: FILE }],
    shell: ['run_shell_command', { command: COMMAND, is_background: false }],
  },
  Continue: {
    read: ['read_file', { filepath: FILE }],
    write: ['create_new_file', { filepath: FILE, contents: CODE }],
    edit: ['edit_existing_file', { filepath: FILE, changes: CODE }],
    search: ['file_glob_search', { pattern: QUERY }],
    list: ['ls', { dirPath: FILE, recursive: false }],
    shell: ['run_terminal_command', { command: COMMAND, waitForCompletion: true }],
  },
  Cursor: {
    read: ['read_file', { target_file: FILE }],
    write: ['Write', { path: FILE, contents: CODE }],
    edit: ['StrReplace', { path: FILE, old_string: BEFORE, new_string: CODE }],
    search: ['Glob', { glob_pattern: QUERY }],
    delete: ['delete_file', { target_file: FILE, explanation: 'It is dark.' }],
    shell: ['Shell', { command: COMMAND, description: 'Lights it', working_directory: 'src' }],
  },
  'an MCP server': {
    read: ['mcp__files__read_file', { path: FILE }],
    search: ['zread_search_doc', { query: QUERY }],
    shell: ['desk_start_process', { command: COMMAND }],
  },
};

/** The expected main argument of a call, by kind. For all other kinds, `QUERY` is expected. */
const SUBJECTS: Readonly<Partial<Record<ToolKind, string>>> = {
  read: FILE,
  write: FILE,
  edit: FILE,
  delete: FILE,
  list: FILE,
  shell: COMMAND,
};

const callOf = (name: string, given: Given): ToolCallPart => ({
  type: 'toolCall',
  callId: 'c1',
  name,
  arguments: JSON.stringify(given),
});

function sessionOf(call: ToolCallPart): ViewedSession {
  const built = new ViewedSession();
  built.add({ kind: 'message', message: { role: 'assistant', parts: [call], finish: 'toolCalls' } });
  built.results('c1', 'one\ntwo');
  return built;
}

for (const [agent, calls] of Object.entries(AGENTS)) {
  describe(`the tools of ${agent}`, () => {
    for (const [kind, [name, given]] of Object.entries(calls)) {
      const call = callOf(name, given);
      const subject = SUBJECTS[kind as ToolKind] ?? QUERY;

      it(`include ${name}: its calls have the kind ${kind}, and their main argument is found`, () => {
        assert.equal(readCall(call).kind, kind);
        const built = sessionOf(call);
        const [, result] = built.session.messages;
        assert.ok(result?.message.role === 'tool');
        assert.ok(stubText(result.id, result.message, call).startsWith(`[${name} ${subject} · 2 `));
        const { entries, session, account } = built;
        const rows = chatRows({ entries, session, tokens: account.known, isReadOnly: false, isBusy: false });
        const row = rows.find((each) => each.type === 'tool');
        assert.equal(row?.mainArgument, subject);
        const shown = readCall(shownCall('c1', name, subject));
        assert.deepEqual([shown.kind, aboutOf(shown)], [kindOfTool(name), subject]);
        const { runs, changed, read } = workOf(built.session.messages);
        const told = { shell: runs[0]?.normalized, read: read[0]?.path }[kind] ?? changed[0]?.path;
        assert.equal(told, SUBJECTS[kind as ToolKind] === undefined || kind === 'list' ? undefined : subject);
      });
    }
  });
}

function aboutOf({ kind, command, query, words, path, changes }: ReturnType<typeof readCall>): unknown {
  return kind === 'shell' ? command : (query ?? words ?? path ?? changes[0]?.path);
}

describe('an edit', () => {
  it('has the same removed and added text for every agent except Continue', () => {
    for (const [agent, { edit }] of Object.entries(AGENTS)) {
      if (edit === undefined || agent === 'Continue') continue;
      const change = { path: FILE, operation: 'edit', before: BEFORE, after: CODE };
      assert.deepEqual(readCall(callOf(...edit)).changes, [change], agent);
    }
  });

  it('counts as a change of the file, even if the call has neither the old nor the new text', () => {
    const { changes } = readCall(shownCall('c1', 'Update', FILE));
    assert.deepEqual(changes, [{ path: FILE, operation: 'edit', before: '', after: '' }]);
  });
});

it('only tools that write, edit or delete count as tools that change files', () => {
  const names = ['write_file', 'str_replace', 'delete_file', 'read_file', 'run_command', 'grep'];
  const changing = names.filter((name) => CHANGES.has(kindOfTool(name)));
  assert.deepEqual(changing, ['write_file', 'str_replace', 'delete_file']);
});

it('the kind of an unknown tool is found by whole words in its name', () => {
  const names = [
    'run_query',
    'getTestResults',
    'projectTests',
    'read_graph',
    'directory_tree',
    'browser_click',
  ];
  assert.deepEqual(names.map(kindOfTool), ['shell', 'other', 'shell', 'read', 'list', 'web']);
  const alike = ['get_latest', 'slack_reply_to_thread', 'credit_card', 'dispatch_event', 'set_global'];
  for (const name of alike) assert.equal(kindOfTool(name), 'other', name);
});

it('a call keeps the arguments as the agent wrote them', () => {
  const [name, given] = AGENTS['Codex']?.edit ?? assert.fail();
  const [call] = toolCallsOf(sessionOf(callOf(name, given)).session.messages[0]!.message);
  assert.deepEqual(JSON.parse(call?.arguments ?? ''), given);
});
