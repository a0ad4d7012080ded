import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import { call, type ScriptedChat } from '../support/scriptedChat.ts';
import { repositoryWindow } from './repositoryWindow.ts';

describe('the chat in a real editor with a Git repository', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await repositoryWindow();
  });

  /** Makes the model send these calls, and returns their results. No call asks for approval. */
  async function told(words: string, calls: readonly (readonly Step[])[]): Promise<readonly string[]> {
    await editor.ask(words, ...calls, [{ text: 'That is all.' }]);
    await editor.settled();
    return editor.results();
  }

  it('finds a symbol, its references and its definition with the editor’s own TypeScript', async () => {
    const [symbol, uses, definition] = await told('Look at the times.', [
      call('find_symbol', { query: 'parseTime' }),
      call('find_references', { path: 'src/time.ts', symbol: 'parseTime' }),
      call('go_to_definition', { path: 'src/visit.ts', symbol: 'parseTime' }),
    ]);
    assert.match(symbol ?? '', /^src\/time\.ts:2: function parseTime/);
    assert.match(uses ?? '', /^src\/time\.ts:2: export function parseTime/m);
    assert.match(uses ?? '', /^src\/visit\.ts:\d+: .*parseTime/m);
    assert.match(definition ?? '', /^src\/time\.ts:2\n2\texport function parseTime/);
  });

  it('gives the model Git’s status, diff and log of the workspace’s files only, with secrets masked', async () => {
    const [state, diff, log] = await told('What is changed?', [
      call('git_status', {}),
      call('git_diff', {}),
      call('git_log', {}),
    ]);
    assert.equal(
      state,
      'On main\nChanged, not staged:\n- modified README.md\n[1 more outside the workspace]',
    );
    assert.match(diff ?? '', /^diff --git a\/harbour-log\/README\.md/);
    assert.match(diff ?? '', /\+API_KEY=\[secret: /);
    assert.equal(/not yours|T1dESp4rk/.test(JSON.stringify(editor.endpoint.sent)), false);
    assert.match(log ?? '', /^[\da-f]{12} \d{4}-\d\d-\d\d Ada: Begin the log$/);
  });

  it('attaches the lines of a symbol that was chosen after typing @symbol:', async () => {
    const { chat } = editor;
    await chat.locator('lt-composer textarea').pressSequentially('@symbol:parseTi');
    await chat.locator('.completion', { hasText: 'function in src/time.ts:2' }).click();
    await chat.locator('.attachment', { hasText: 'src/time.ts:2-' }).waitFor();
    await editor.ask('Is this right?', [{ text: 'Yes.' }]);
    await editor.settled();
    const sent = JSON.stringify(editor.endpoint.sent.at(-1)?.at(-1));
    assert.match(sent, /src\/time\.ts:2-\d+.*function parseTime/);
    assert.doesNotMatch(sent, /function formatTime/);
  });
});
