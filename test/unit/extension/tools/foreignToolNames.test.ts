import assert from 'node:assert/strict';
import { foreignToolsIn, isOfEditorChat } from '../../../../src/extension/tools/foreignToolNames.ts';

const namesOf = (offered: readonly string[], taken: readonly string[] = []): readonly string[] =>
  foreignToolsIn(
    offered.map((name) => ({ name })),
    taken,
  ).map(({ name }) => name);

describe('the editor’s tools in Longthread’s chat', () => {
  it('include tools of other extensions and of MCP servers', () => {
    const names = [
      'copilot_readFile',
      'copilot_fetchWebPage',
      'mcp_github_get_issue',
      'tides_look',
      'mcp_edit_terminal',
    ];
    assert.deepEqual(namesOf(names), names);
  });

  it('exclude Longthread’s own tools and tools that need the editor’s chat', () => {
    const needingChat = [
      ...[
        'copilot_insertEdit',
        'copilot_applyPatch',
        'copilot_replaceString',
        'copilot_createFile',
        'copilot_editNotebook',
      ],
      ...['vscode_editFile_internal', 'run_in_terminal', 'get_terminal_output', 'terminal_last_command'],
      ...['create_and_run_task', 'run_task', 'manage_todo_list', 'runSubagent', 'runTests'],
      ...['inline_chat_exit', 'task_complete', 'vscode_reviewPlan'],
    ];
    assert.deepEqual(
      needingChat.filter((name) => !isOfEditorChat(name)),
      [],
    );
    assert.deepEqual(namesOf([...needingChat, 'longthread_recall']), []);
  });

  it('get unique names that a provider accepts', () => {
    const long = 'x'.repeat(80);
    const names = namesOf(['read_file', 'a.b', 'a b', long, `${long}y`], ['read_file']);
    assert.deepEqual(names.slice(0, 3), ['read_file_2', 'a_b', 'a_b_2']);
    assert.equal(new Set(names).size, 5);
    assert.ok(names.every((name) => /^[\w-]{1,64}$/u.test(name)));
  });
});
