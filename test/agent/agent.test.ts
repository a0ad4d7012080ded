import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Entry } from '../../src/core/log/entry.ts';
import { foldSession, liveCompactions } from '../../src/core/log/session.ts';
import { textOfSent, type SentMessage } from '../support/scriptedEndpoint.ts';
import { scripted, type Script } from './probe/script.ts';
import { sharedEditor, type SharedEditor } from './sharedEditor.ts';

describe('Longthread in the editor’s own agent, signed out', function () {
  this.timeout(180_000);
  // Each test goes on where the one before it ended.
  this.bail(true);
  let shared: SharedEditor;

  before(async function () {
    shared = await sharedEditor(this);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await shared.editor.shot();
  });

  /** What was asked for the agent, once it has used a tool; requests for summaries, which hold none, come between. */
  const requests = (): readonly (readonly SentMessage[])[] =>
    shared.endpoint.sent.filter((messages) => messages.some(({ role }) => role === 'tool'));
  const lastRequest = (): string => JSON.stringify(requests().at(-1));
  const isCompacted = (): boolean => lastRequest().includes('<longthread-record>');

  /** Compactions of the session that shape its context. */
  function standing(): number {
    const lines = readFileSync(path.join(shared.sessions()[0]!, 'log.jsonl'), 'utf8').trim().split('\n');
    return liveCompactions(foldSession(lines.map((line) => JSON.parse(line) as Entry))).length;
  }

  async function say(words: string, script: Script): Promise<void> {
    await shared.editor.say(scripted(words, script));
  }

  const read = (file: string) => ({
    tool: 'read_file',
    input: { filePath: `${shared.workspace}/${file}`, startLine: 1, endLine: 200 },
  });

  it('is set up by one command, which says what it does and opens the chat with a question ready', async () => {
    const { editor } = shared;
    await editor.ready();
    await editor.start('longthread.useInAgent');
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByText('You need not sign in').waitFor();
    await dialog.getByRole('button', { name: 'Use It' }).click();
    await editor.page.locator('.interactive-input-part', { hasText: 'What is this project about' }).waitFor();
    await editor.page.getByText('scripted via Longthread').first().waitFor();
  });

  it('answers, edits files by the agent’s own tools, and keeps all of it in one session', async () => {
    const { workspace, editor } = shared;
    const note = {
      tool: 'create_file',
      input: { filePath: `${workspace}/note.md`, content: 'Berths are numbered.\n' },
    };
    await say('Never change src/time.ts. Write a note.', [
      [{ text: 'I write it.' }, note],
      [{ text: 'Written.' }],
    ]);
    assert.match(await editor.thread(), /Written\./);
    assert.match(lastRequest(), /successfully edited/);
    assert.equal(shared.sessions().length, 1);
    await editor.statusBar.getByText(/▰.*%/).waitFor();
  });

  const files = [
    'src/harbour.ts',
    'src/visit.ts',
    'src/berths.ts',
    'src/time.ts',
    'test/harbour.test.ts',
    'README.md',
  ];

  const readOn = (round: string): Promise<void> =>
    say(`Read on, ${round}.`, [files.map(read), [{ text: `${round} is read.` }]]);

  it('leaves results out when there are many, and sends all of it again after an undo', async () => {
    let whole: readonly SentMessage[] = [];
    for (let round = 0; round < 20 && standing() === 0; round++) {
      whole = requests().at(-1)!;
      await readOn(`first ${round}`);
    }
    assert.ok(standing() > 0, 'nothing was compacted');
    while (standing() > 0) await shared.editor.run('longthread.undoCompaction');
    await say('Is all of it there?', [[{ text: 'It is.' }]]);
    assert.equal(standing(), 0);
    const now = requests().at(-1)!.map(textOfSent);
    assert.deepEqual(now.slice(0, whole.length), whole.map(textOfSent));
  });

  it('compacts in the background when the window fills, and keeps what the person said', async () => {
    for (let round = 0; round < 20 && !isCompacted(); round++) await readOn(`then ${round}`);
    assert.ok(isCompacted(), 'nothing was compacted');
    assert.match(lastRequest(), /Never change src\/time\.ts/);
    assert.doesNotMatch(await shared.editor.thread(), /longthread-record/);
  });
});
