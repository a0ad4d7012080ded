import assert from 'node:assert/strict';
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

  it('compacts in the background when the window fills, and keeps what the person said', async () => {
    const files = [
      'src/harbour.ts',
      'src/visit.ts',
      'src/berths.ts',
      'src/time.ts',
      'test/harbour.test.ts',
      'README.md',
    ];
    for (let round = 0; round < 10 && !isCompacted(); round++)
      await say(`Read on, round ${round}.`, [
        files.map(read),
        files.map(read),
        [{ text: `Round ${round} is read.` }],
      ]);
    assert.ok(isCompacted(), 'nothing was compacted');
    assert.match(lastRequest(), /Never change src\/time\.ts/);
    assert.doesNotMatch(await shared.editor.thread(), /longthread-record/);
  });

  it('sends all of it again after an undo', async () => {
    const before = requests().findLast(
      (messages) => !JSON.stringify(messages).includes('<longthread-record>'),
    )!;
    // Each takes the newest one back; how many there were depends on how the rounds fell.
    for (let undone = 0; undone < 3; undone++) await shared.editor.run('longthread.undoCompaction');
    await say('Is all of it there?', [[{ text: 'It is.' }]]);
    assert.ok(!isCompacted(), 'the notes stand there still');
    const now = requests().at(-1)!.map(textOfSent);
    assert.deepEqual(now.slice(0, before.length), before.map(textOfSent));
  });
});
