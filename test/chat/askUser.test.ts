import assert from 'node:assert/strict';
import type { Step } from '../agent/probe/script.ts';
import type { ScriptedChat } from '../support/scriptedChat.ts';
import { until } from '../support/until.ts';
import { beginSession, scriptedWindow } from './scriptedWindow.ts';

describe('a question of the model in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  const asks = (question: string, ...labels: readonly string[]): readonly Step[] => [
    { tool: 'ask_user', input: { question, options: labels.map((label) => ({ label })) } },
  ];

  const newest = (count: number): string => JSON.stringify(editor.endpoint.sent.at(-1)?.slice(-count));

  it('holds back a queued message until the question is answered and the turn is over', async () => {
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

  it('is counted on the icon of the chat only while its session is shown', async () => {
    const { chat, page } = editor;
    const ofChat = page.locator('[aria-label^="Longthread"]');
    const badge = page.locator('.activitybar .action-item', { has: ofChat }).locator('.badge-content');
    const count = (wanted: string): Promise<void> =>
      until(`the badge is “${wanted}”`, async () => (await badge.innerText()) === wanted);
    await editor.ask('Find the unit again.', asks('Metres?', 'Yes'));
    await chat.locator('lt-ask').getByText('Metres?').waitFor();
    await count('1');
    await beginSession(editor);
    await count('');
    await chat.locator('lt-header .session').click();
    await chat.locator('lt-sessions .open', { hasText: 'Find the unit again.' }).click();
    await chat.locator('lt-ask').getByText('Metres?').waitFor();
    await count('1');
    await beginSession(editor);
  });
});
