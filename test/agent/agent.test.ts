import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectSession } from '../../src/core/context/project.ts';
import type { Entry } from '../../src/core/log/entry.ts';
import { personTextOf, textOf } from '../../src/core/log/message.ts';
import { foldSession, liveCompactions, type Session } from '../../src/core/log/session.ts';
import { STEP_MS } from '../support/patience.ts';
import { SCRIPTED_MODEL, textOfSent, type SentMessage } from '../support/scriptedEndpoint.ts';
import { until } from '../support/until.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { assertSentAsLogged, assertStoredOnce, readLog, sentFrom } from './agentLog.ts';
import { scripted, type Script } from './probe/script.ts';
import { sharedEditor, type SharedEditor } from './sharedEditor.ts';

const MODEL = { vendor: 'longthread', id: SCRIPTED_MODEL };

describe('Longthread in the editor’s own agent', function () {
  // After a failed test, no test runs, because each test continues where the previous test ended.
  this.bail(true);
  let shared: SharedEditor;
  /** The folder of the chat's session. */
  let own: string;
  let turns = 0;

  before(async function () {
    shared = await sharedEditor(this);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await shared.editor.shot();
  });

  const log = (): readonly Entry[] => readLog(own);
  const session = (): Session => foldSession(log());
  const kinds = (kind: Entry['kind']): number => log().filter((entry) => entry.kind === kind).length;
  /** Returns the number of compactions that are in force. */
  const standing = (): number => liveCompactions(session()).length;
  const request = (): readonly SentMessage[] => shared.endpoint.sentByAgent.at(-1) ?? [];
  const sent = (): string => request().map(textOfSent).join('\n');
  const isCompacted = (): boolean => sent().includes('<longthread-record>');
  const originalOf = (id?: string): string => {
    const original = session().messages.find((one) => one.id === id);
    return original === undefined ? '' : textOf(original.message);
  };
  const isSaid = (words: string): boolean =>
    session().messages.some(({ message }) => textOf(message).includes(words));

  /**
   * Runs a turn of the agent. Checks that nothing was rewound or stored twice, and that the request to the model equals
   * the projection of the log.
   */
  async function say(words: string, script: Script): Promise<void> {
    const rewinds = kinds('rewind');
    await sayAnew(words, script);
    assert.equal(kinds('rewind'), rewinds);
  }

  /** Runs a turn as `say` does, but allows a rewind, because the editor may change a stopped turn. */
  async function sayAnew(words: string, script: Script): Promise<void> {
    turns += 1;
    await shared.editor.say(scripted(words, script));
    assertKept();
  }

  function assertKept(): void {
    assertStoredOnce(log());
    assertSentAsLogged(log(), request());
  }

  /** Waits until a file has this text. The editor saves the agent's edit shortly after the agent got the result. */
  const isWritten = (file: string, text: string): Promise<void> =>
    until(`${file} holds ${text}`, () => readFileSync(file, 'utf8') === text, { pause: () => sleep(100) });

  /** Returns the folders of all sessions except the session of the chat. */
  const others = (): readonly string[] => shared.sessions().filter((folder) => folder !== own);

  it('is set up with one command and without a sign-in to Copilot', async () => {
    const { editor } = shared;
    await editor.ready();
    await editor.start('longthread.useInAgent');
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByText('You don’t need to sign in').waitFor();
    await dialog.getByRole('button', { name: 'Use It' }).click();
    await editor.page.locator('.interactive-input-part', { hasText: 'What is this project about' }).waitFor();
    await editor.page.getByText('scripted via Longthread').first().waitFor();
  });

  it('logs all requests of a turn in one session', async () => {
    const { editor, workspace } = shared;
    const note = path.join(workspace, 'note.md');
    const script: Script = [
      [
        { text: 'I write it.' },
        { tool: 'create_file', input: { filePath: note, content: 'Berths are numbered.\n' } },
      ],
      [{ text: 'Written.' }],
    ];
    turns += 1;
    await editor.say(scripted('Never change src/visit.ts. Write a note.', script));
    assert.match(await editor.thread(), /Written\./);
    assert.equal(shared.sessions().length, 1);
    own = shared.sessions()[0]!;
    assertKept();
    assert.match(sent(), /successfully edited/);
    await isWritten(note, 'Berths are numbered.\n');
    await editor.statusBar.getByText(/▰.*%/).waitFor();
  });

  it('lets the agent edit a file of the sample', async () => {
    const filePath = path.join(shared.workspace, 'src/time.ts');
    const before = readFileSync(filePath, 'utf8');
    const [oldString, newString] = [
      '`${hours}:${minutes % 60}`',
      "[hours, minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')",
    ];
    await say('Write times with two digits.', [
      [{ text: 'I edit it.' }, { tool: 'replace_string_in_file', input: { filePath, oldString, newString } }],
      [{ text: 'Edited.' }],
    ]);
    await isWritten(
      filePath,
      before.replace(oldString, () => newString),
    );
  });

  it('lets the agent run the tests in the terminal after the person allows the command', async () => {
    const tsx = pathToFileURL(path.join(projectRoot, 'node_modules/tsx/dist/esm/index.mjs')).href;
    const command = `${process.execPath} --import ${tsx} --test test/*.test.ts`;
    const input = { command, explanation: 'Runs the tests', goal: 'Tests', mode: 'sync', timeout: STEP_MS };
    // Repeats the command if the shell answers late, because the editor’s terminal tool then reports no output.
    let told = 'produced no output';
    while (told.includes('produced no output')) {
      turns += 1;
      await shared.editor.send(
        scripted('Run the tests.', [
          [{ text: 'I run them.' }, { tool: 'run_in_terminal', input }],
          [{ text: 'They ran.' }],
        ]),
      );
      await shared.editor.allowAll();
      assertKept();
      told = textOfSent(request().at(-1)!);
    }
    assert.match(told, /✔ the timetable lists arrivals in order[^]*pass 1/);
  });

  let day = 0;
  const readOn = async (): Promise<void> => {
    const filePath = path.join(shared.workspace, `logbook/day-${++day}.md`);
    const call = { tool: 'read_file', input: { filePath, startLine: 1, endLine: 200 } };
    await say(`Read day ${day}.`, [[call], [{ text: `Day ${day} is read.` }]]);
  };

  it('sends the complete tool results again after the person undoes the compactions', async () => {
    let whole: readonly SentMessage[] = [];
    while (day < 8 && standing() === 0) {
      whole = request();
      await readOn();
    }
    assert.ok(standing() > 0, 'nothing was compacted');
    while (standing() > 0) await shared.editor.run('longthread.undoCompaction', true);
    await say('Is all of it there?', [[{ text: 'It is.' }]]);
    assert.equal(standing(), 0);
    assert.deepEqual(request().slice(0, whole.length).map(textOfSent), whole.map(textOfSent));
    const asIfNever = log().filter(({ kind }) => kind !== 'compaction' && kind !== 'undo');
    assert.deepEqual(request().map(textOfSent), sentFrom(asIfNever).slice(0, -1).map(textOfSent));
  });

  it('compacts in the background, keeps the person’s rule in the request, and shows no notes in the chat', async () => {
    while (day < 16 && !isCompacted()) await readOn();
    assert.ok(isCompacted(), 'nothing was compacted');
    assert.match(sent(), /Never change src\/visit\.ts/);
    assert.doesNotMatch(await shared.editor.thread(), /longthread-record/);
  });

  it('gives the agent’s model the original text of a shortened tool result if the model calls longthread_recall', async () => {
    const detailOf = (text: string) => text.split('\n').find((line) => line.includes('entry 37:'));
    const shortened = projectSession(session()).filter(
      ({ treatment, message }) => treatment !== 'verbatim' && message.role === 'tool',
    );
    const address = shortened
      .flatMap(({ entries }) => entries)
      .find((id) => detailOf(originalOf(id)) !== undefined);
    const detail = detailOf(originalOf(address));
    assert.ok(detail !== undefined && !sent().includes(detail), 'no day was shortened');
    const call = { tool: 'longthread_recall', input: { address } };
    await say('What was entry 37?', [[call], [{ text: 'This one.' }]]);
    assert.ok(sent().includes(detail));
  });

  it('keeps the partial text of a stopped answer', async () => {
    const { editor } = shared;
    turns += 1;
    await editor.send(scripted('Talk long.', [[{ wordsUntilStopped: 4 }]]));
    await editor.page.getByText('word4').first().waitFor();
    await editor.run('workbench.action.chat.cancel');
    await editor.idle();
    await sayAnew('After the stop.', [[{ text: 'Stopped.' }]]);
    assert.match(sent(), /word1 word2 word3 word4/);
  });

  it('rewinds the session when an earlier message is edited', async () => {
    const rewinds = kinds('rewind');
    turns += 1;
    await shared.editor.resay('Talk long.', scripted('Talk little.', [[{ text: 'Little.' }]]));
    assertKept();
    assert.equal(kinds('rewind'), rewinds + 1);
    assert.ok(isSaid('Talk little.') && !isSaid('word4') && !isSaid('After the stop.'));
    assert.doesNotMatch(sent(), /word4|After the stop/);
  });

  it('continues in the same session after a reload of the window', async () => {
    await shared.isKept('Little.');
    await shared.editor.reload();
    await shared.editor.choose('agent', MODEL);
    await say('After the reload.', [[{ text: 'Still here.' }]]);
    assert.ok(isSaid('Never change src/visit.ts'));
    assert.equal(textOf(session().messages.at(-1)!.message), 'Still here.');
    assert.deepEqual(others(), []);
  });

  it('logs a subagent’s conversation in a child session of the chat, and not as the person’s words', async () => {
    const input = { prompt: scripted('Look around.', [[{ text: 'Seen.' }]]), description: 'Look around' };
    await say('Ask a subagent.', [[{ tool: 'runSubagent', input }], [{ text: 'It has looked.' }]]);
    const [sub] = others();
    assert.equal(others().length, 1);
    const side = foldSession(readLog(sub!));
    assert.equal(side.agent?.parent, path.basename(own));
    assertStoredOnce(readLog(sub!));
    assert.deepEqual(
      side.messages.map(({ message }) => personTextOf(message)).filter((words) => words !== ''),
      [],
    );
    assert.equal(session().messages.filter(({ message }) => textOf(message) === 'Seen.').length, 1);
  });

  it('keeps the earlier messages in the log, and adds no summary, if the person runs the editor’s own /compact', async () => {
    const { editor } = shared;
    const before = session().messages.length;
    turns += 1;
    await editor.say('/compact');
    assert.match(await editor.thread(), /Compacted conversation/);
    await say('After the summary.', [[{ text: 'Gone on.' }]]);
    assert.ok(isSaid('Never change src/visit.ts') && isSaid('Ask a subagent.'));
    assert.ok(session().messages.length >= before + 2 && !isSaid('conversation-summary'));
    assert.equal(others().length, 1);
  });

  it('logs the person’s question in Ask mode, and keeps the question and its answer after a switch to Agent mode', async () => {
    const { editor } = shared;
    const known = shared.sessions();
    await editor.choose('ask', MODEL);
    turns += 1;
    await editor.say(scripted('Only a question.', [[{ text: 'Only an answer.' }]]));
    const [asked] = shared.sessions().filter((folder) => !known.includes(folder));
    const { agent, messages } = foldSession(readLog(asked!));
    assert.deepEqual([agent?.continues, agent?.parent], [path.basename(own), undefined]);
    assert.match(personTextOf(messages.at(-2)!.message), /^Only a question\./);
    await editor.choose('agent', MODEL);
    await say('Back in Agent mode.', [[{ text: 'At work.' }]]);
    assert.ok(isSaid('Only a question.') && isSaid('Only an answer.'));
  });

  it('logs each message of Edit mode once', async () => {
    const { editor } = shared;
    const known = shared.sessions();
    await editor.newChat();
    await editor.choose('edit', MODEL);
    for (const words of ['Edit one.', 'Edit two.', 'Edit three.']) {
      turns += 1;
      await editor.say(scripted(words, [[{ text: `Done: ${words}` }]]));
    }
    const added = shared.sessions().filter((folder) => !known.includes(folder));
    assert.equal(added.length, 1);
    const entries = readLog(added[0]!);
    assertStoredOnce(entries);
    const said = entries.flatMap((entry) => (entry.kind === 'message' ? [personTextOf(entry.message)] : []));
    assert.deepEqual(
      said.filter((words) => words !== '').map((words) => words.slice(0, 6)),
      ['Edit o', 'Edit t', 'Edit t'],
    );
    // Opens a new chat for the next tests, because a chat that began in Edit mode can't switch to the agent.
    await editor.newChat();
    await editor.choose('agent', MODEL);
  });

  it('stores each message only once in a chat of at least twenty turns', async () => {
    assert.ok(turns >= 20 + 3, `${turns} turns`);
    assertStoredOnce(log());
  });
});
