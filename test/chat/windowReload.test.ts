import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Step } from '../agent/probe/script.ts';
import { call } from '../support/scriptedChat.ts';
import { textOfSent, type Answer } from '../support/scriptedEndpoint.ts';
import { until } from '../support/until.ts';
import { beginSession, chooseMode, scriptedWindow, type ScriptedWindow } from './scriptedWindow.ts';

const planned = (reading: string, mending: string): readonly Step[] =>
  call('update_plan', {
    plan: [
      { step: 'Read the logbook', status: reading },
      { step: 'Mend the tides', status: mending },
    ],
  });
const asks = (question: string, ...labels: readonly string[]): readonly Step[] =>
  call('ask_user', { question, options: labels.map((label) => ({ label })) });

/** In these tests, code alone writes the notes of a compaction. */
describe('the chat in a real editor after a compaction and a reload', () => {
  let editor: ScriptedWindow;

  const say = async (words: string, ...answers: readonly Answer[]): Promise<void> => {
    await editor.ask(words, ...answers);
    await editor.settled();
  };
  const planButton = () => editor.chat.locator('lt-plan button');
  const newest = (count: number): string => JSON.stringify(editor.endpoint.sent.at(-1)?.slice(-count));

  const composer = () => editor.chat.locator('lt-composer textarea');

  /** Returns the drafts of all composers, which Longthread stores with its sessions. */
  function draftsOnDisk(): readonly string[] {
    const files = readdirSync(editor.userData, { recursive: true, encoding: 'utf8' });
    const drafts = files.filter((file) => path.basename(file) === 'draft.json');
    return drafts.map((file) => readFileSync(path.join(editor.userData, file), 'utf8'));
  }

  /**
   * In one session, the model waits for an answer. In a second session, which is shown, a call waits for approval, a
   * queued message waits for the end of the turn, and the composer contains a text that was not sent.
   */
  before(async () => {
    editor = await scriptedWindow();
    const { chat } = editor;
    await say('Mend them by a plan.', planned('in_progress', 'pending'), [{ text: 'Planned.' }]);
    await say(
      'Read on.',
      planned('completed', 'in_progress'),
      ...['monday', 'thursday'].map((day) => call('read_file', { path: `logbook/${day}.md` })),
      call('complete_stage', { title: 'The unit', decisions: ['Heights stay in decimetres.'] }),
      [{ text: 'The unit is known.' }],
    );
    await chat.getByText('Stage done: The unit').waitFor();
    for (const turn of [1, 2, 3])
      await say(`Wait ${turn}. ${'The tide rises and falls. '.repeat(60)}`, [{ text: 'Well.' }]);
    await say('Mend the tides.', asks('In metres or in feet?', 'Metres', 'Feet'));
    await chat.locator('lt-tool-row', { hasText: 'waits for you' }).waitFor();
    await editor.runCommand('Longthread: Compact Now');
    await chat.locator('lt-compaction-row').waitFor();
    await beginSession(editor);
    await chooseMode(editor, 'All free');
    editor.script.push([
      { tool: 'write_file', input: { path: '.vscode/tasks.json', content: '{}' } },
      { tool: 'run_command', input: { command: 'touch behind.txt' } },
    ]);
    await editor.say('Write two files.');
    await chat.locator('lt-approval-row', { hasText: 'tasks.json' }).waitFor();
    await composer().fill('And this one waits.');
    await composer().press('Alt+Enter');
    await chat.locator('lt-composer .waiting', { hasText: 'waits' }).waitFor();
    await composer().fill('Half a thought that nobody has sent yet.');
    await until('the draft is on disk', () =>
      draftsOnDisk().some((draft) => draft.includes('Half a thought')),
    );
    // Writes the settings before the reload, because the editor reads a new settings file only when the window loads.
    mkdirSync(path.join(editor.folder, '.vscode'), { recursive: true });
    const settings = { 'longthread.compaction.cacheMinutes': 1 };
    writeFileSync(path.join(editor.folder, '.vscode/settings.json'), JSON.stringify(settings));
    await editor.reload();
  });

  it('puts a queued message in front of the typed text in the composer', async () => {
    const text = 'And this one waits.\n\nHalf a thought that nobody has sent yet.';
    await until('the composer contains both texts', async () => (await composer().inputValue()) === text);
    assert.equal(await editor.chat.locator('lt-user-row', { hasText: 'this one waits' }).count(), 0);
    await composer().fill('');
  });

  it('runs no pending call, tells the model why, and is in the mode “Ask” again', async () => {
    const { chat } = editor;
    const row = (words: string) => chat.locator('lt-tool-row', { hasText: words }).last();
    const approval = chat.locator('lt-approval-row');
    await row('tasks.json').getByText('unanswered').waitFor();
    await row('behind.txt').getByText('not begun').waitFor();
    await chat.locator('lt-composer .mode', { hasText: 'Ask' }).waitFor();
    assert.equal(await approval.count(), 0);
    await editor.ask('Go on.', call('run_command', { command: 'touch behind.txt' }), [{ text: 'Denied.' }]);
    await approval.getByRole('button', { name: 'Deny', exact: true }).click();
    await editor.settled();
    const told = (editor.endpoint.sent.at(-1) ?? []).filter(({ role }) => role === 'tool').map(textOfSent);
    assert.match(told[0] ?? '', /asked whether this may be done, and had not decided; nothing was done/);
    assert.match(told[1] ?? '', /not begun; nothing was done/);
    const isThere = (file: string): boolean => existsSync(path.join(editor.folder, file));
    assert.deepEqual(['.vscode/tasks.json', 'behind.txt'].map(isThere), [false, false]);
  });

  it('shows the model’s question again, and takes an option as the answer', async () => {
    const { chat } = editor;
    await chat.locator('button.session').click();
    await chat.locator('lt-sessions button.open', { hasText: 'Mend them by a plan.' }).click();
    const option = chat.locator('lt-ask').getByRole('button', { name: 'Metres' });
    await option.waitFor();
    editor.script.push(asks('And of which station?'));
    await option.focus();
    await option.press('Enter');
    await chat.locator('lt-user-row', { hasText: 'Metres' }).waitFor();
    await chat.locator('lt-ask').getByText('And of which station?').waitFor();
    assert.match(newest(3), /In metres or in feet.*"role":"tool".*next message.*"role":"user".*Metres/);
  });

  it('tells the model the plan and the decisions of the finished stage', () => {
    const sent = JSON.stringify(editor.endpoint.sent.at(-1));
    assert.match(
      sent,
      /## Plan at the last compaction\\n- done: Read the logbook\\n- in progress: Mend the tides/,
    );
    assert.match(sent, /Heights stay in decimetres\./);
  });

  it('takes a typed message as the answer to a question', async () => {
    await say('Of all of them.', [{ text: 'Done.' }]);
    await editor.chat.locator('lt-ask').waitFor({ state: 'detached' });
    assert.match(newest(3), /And of which station.*"role":"tool".*"role":"user".*Of all of them/);
  });

  it('shows the plan above the composer until all steps are done', async () => {
    await planButton().getByText('Mend the tides').waitFor();
    await planButton().focus();
    await planButton().press('Enter');
    assert.equal(await editor.chat.locator('lt-plan li').count(), 2);
    await say('Finish.', planned('completed', 'completed'), [{ text: 'Finished.' }]);
    await planButton().waitFor({ state: 'detached' });
  });

  it('compacts an idle session shortly before the provider’s cache expires', async () => {
    const compaction = editor.chat.locator('lt-compaction-row');
    await beginSession(editor);
    await say('Tell of it.', [{ text: 'The tide rises and falls. '.repeat(2_000) }]);
    await say('And on.', [{ text: 'That is all.' }]);
    assert.equal(await compaction.count(), 0);
    await compaction.waitFor();
  });
});
