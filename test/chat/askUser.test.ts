import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import type { ScriptedChat } from '../support/scriptedChat.ts';
import type { Answer } from '../support/scriptedEndpoint.ts';
import { beginSession, scriptedWindow } from './scriptedWindow.ts';

/** No model writes notes here: what stands after a compaction is made by code. */
describe('a question of the model in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  const asks = (question: string, ...labels: readonly string[]): readonly Step[] => [
    { tool: 'ask_user', input: { question, options: labels.map((label) => ({ label })) } },
  ];

  async function say(words: string, ...answers: readonly Answer[]): Promise<void> {
    await editor.ask(words, ...answers);
    await editor.settled();
  }

  const newest = (count: number): string => JSON.stringify(editor.endpoint.sent.at(-1)?.slice(-count));

  it('holds a queued message until it is answered and the turn is over', async () => {
    const { chat } = editor;
    await editor.ask(
      'Find the unit.',
      [{ tool: 'run_command', input: { command: 'mkdir -p made' } }],
      asks('Feet?', 'Yes'),
    );
    const approval = chat.locator('lt-approval-row');
    await approval.waitFor();
    const field = chat.locator('lt-composer textarea');
    await field.fill('Then tidy up.');
    await field.press('Alt+Enter');
    const queued = chat.locator('lt-composer .waiting li', { hasText: 'Then tidy up.' });
    await queued.waitFor();
    await approval.getByRole('button', { name: 'Allow once', exact: true }).click();
    await chat.locator('lt-ask').getByText('Feet?').waitFor();
    assert.equal(await queued.count(), 1);
    assert.equal(await field.inputValue(), '');
    editor.script.push([{ text: 'In feet, then.' }], [{ text: 'Tidied.' }]);
    await chat.locator('lt-ask').getByRole('button', { name: 'Yes' }).click();
    await chat.locator('lt-assistant-row', { hasText: 'Tidied.' }).waitFor();
    assert.match(newest(4), /Yes.*In feet, then\..*Then tidy up\./);
    await beginSession(editor);
  });

  it('waits through a compaction and a reload, and is answered by a button and by a message', async () => {
    const { chat } = editor;
    for (const turn of [1, 2, 3])
      await say(`Wait ${turn}. ${'The tide rises and falls. '.repeat(60)}`, [{ text: 'Well.' }]);
    await say('Mend the tides.', asks('In metres or in feet?', 'Metres', 'Feet'));
    await chat.locator('lt-ask').getByText('In metres or in feet?').waitFor();
    await chat.locator('lt-tool-row', { hasText: 'waits for you' }).waitFor();
    await editor.runCommand('Longthread: Compact Now');
    await chat.locator('lt-compaction-row').waitFor();
    await editor.reload();
    const option = chat.locator('lt-ask').getByRole('button', { name: 'Metres' });
    await option.waitFor();
    editor.script.push(asks('And of which station?'));
    await option.focus();
    await option.press('Enter');
    await chat.locator('lt-user-row', { hasText: 'Metres' }).waitFor();
    assert.match(newest(3), /In metres or in feet.*"role":"tool".*next message.*"role":"user".*Metres/);
    await chat.locator('lt-ask').getByText('And of which station?').waitFor();
    await say('Of all of them.', [{ text: 'Done.' }]);
    await chat.locator('lt-ask').waitFor({ state: 'detached' });
    assert.match(newest(3), /And of which station.*"role":"tool".*"role":"user".*Of all of them/);
  });
});
