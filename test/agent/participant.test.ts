import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Entry } from '../../src/core/log/entry.ts';
import { foldSession, liveCompactions } from '../../src/core/log/session.ts';
import { loggedEntries } from '../support/loggedEntries.ts';
import { textOfSent, type SentMessage } from '../support/scriptedEndpoint.ts';
import { until } from '../support/until.ts';
import { scripted } from './probe/script.ts';
import { sharedEditor, type SharedEditor } from './sharedEditor.ts';

describe('@longthread in a chat of the editor', function () {
  // After a failed test, no test runs, because each test continues where the previous test ended.
  this.bail(true);
  let shared: SharedEditor;

  before(async function () {
    shared = await sharedEditor(this);
    const { editor } = shared;
    await editor.ready();
    await editor.start('longthread.useInAgent');
    await editor.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Use It' }).click();
    await editor.page.locator('.interactive-input-part', { hasText: 'What is this project about' }).waitFor();
    await editor.newChat();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await shared.editor.shot();
  });

  /** Returns the newest answer in the chat when the answer is complete. The editor draws an answer piece by piece. */
  async function answer(): Promise<string> {
    const { page } = shared.editor;
    const drawn = page.locator('.interactive-response').last();
    let text = '';
    const isWhole = async (): Promise<boolean> => {
      const before = text;
      text = await drawn.innerText();
      return text === before;
    };
    await until('the answer is drawn', isWhole, { pause: () => page.waitForTimeout(1_000) });
    return text;
  }
  const sentNow = (): readonly SentMessage[] => shared.endpoint.sentByAgent.at(-1)!;
  /** Returns the log of the session in which the person stated the rule “Never rename berths”. */
  function entries(): readonly Entry[] {
    const logs = shared.sessions().map((folder) => path.join(folder, 'log.jsonl'));
    return loggedEntries(logs.find((log) => readFileSync(log, 'utf8').includes('Never rename berths'))!);
  }

  it('lists the rules that the person told the agent, with links to the messages', async () => {
    const { editor, workspace } = shared;
    const read = (file: string) => ({
      tool: 'read_file',
      input: { filePath: `${workspace}/${file}`, startLine: 1, endLine: 200 },
    });
    const files = ['src/harbour.ts', 'src/visit.ts', 'src/berths.ts', 'README.md'];
    await editor.say(
      scripted('Never rename berths. Read on.', [files.map(read), [{ text: 'All is read.' }]]),
    );
    await editor.say('@longthread /rules');
    assert.match(await answer(), /In the session “Never rename berths\.[^]*Never rename berths\.” m\d+/);
    await editor.page.getByRole('button', { name: 'Remove Rule…' }).last().waitFor();
  });

  it('opens a linked message in the panel', async () => {
    const { page } = shared.editor;
    await page
      .locator('.interactive-response')
      .last()
      .getByRole('link', { name: /^m\d+$/ })
      .click();
    const panel = page.frameLocator('iframe.webview').frameLocator('iframe#active-frame');
    await panel.getByRole('heading', { name: /^Message · m\d+$/ }).waitFor();
    await panel.locator('lt-message').getByText('Never rename berths').waitFor();
  });

  it('compacts on /compact, and then answers a question about what the compaction left out', async () => {
    const { editor } = shared;
    await editor.say('@longthread /compact');
    assert.match(await answer(), /The last compaction \(strategy: hybrid\): .* tokens/);
    await editor.say('@longthread what did the last compaction leave out?');
    assert.match(await answer(), /messages: .*(?:in the notes|left out|shortened)/);
    assert.equal(liveCompactions(foldSession(entries())).length, 1);
  });

  it('does not read its earlier answers as the person’s words, and lists each rule only once', async () => {
    const { editor } = shared;
    await editor.say(scripted('And on.', [[{ text: 'On it goes.' }]]));
    const sent = sentNow().map(textOfSent).join('\n');
    assert.match(sent, /The last compaction \(strategy/);
    const own = entries().flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
    const told = own.filter(({ parts }) => JSON.stringify(parts).includes('The last compaction (strategy'));
    assert.ok(told.length > 0, 'no answer of @longthread is in the log');
    for (const { parts } of told)
      assert.ok(parts.every((part) => part.type === 'text' && part.origin === 'client'));
    await editor.say('@longthread /rules');
    assert.equal((await answer()).match(/Never rename berths\.” m\d+/g)?.length, 1);
  });

  it('undoes the compaction on /undo', async () => {
    await shared.editor.say('@longthread /undo');
    assert.match(await answer(), /^[^]*Undone: /);
    assert.deepEqual(liveCompactions(foldSession(entries())), []);
  });

  it('undoes nothing on /undo, and asks for a session on /rules, in a chat without a session', async () => {
    const { editor } = shared;
    await editor.say('@longthread /compact');
    await editor.newChat();
    await editor.say('@longthread /undo');
    assert.match(await answer(), /This chat has no session of Longthread/);
    assert.equal(liveCompactions(foldSession(entries())).length, 1);
    await editor.say('@longthread /rules');
    assert.match(await answer(), /Which session do you mean/);
    await editor.page
      .locator('.interactive-session')
      .getByRole('button', { name: /Never rename berths/ })
      .click();
    await until('the choice is answered', async () => (await answer()).includes('In the session'), {
      pause: () => editor.page.waitForTimeout(500),
    });
    assert.match(await answer(), /Never rename berths\.” m\d+/);
  });
});
