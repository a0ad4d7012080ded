import assert from 'node:assert/strict';
import type { ScriptedChat } from '../support/scriptedChat.ts';
import { until } from '../support/until.ts';
import { beginSession, scriptedWindow } from './scriptedWindow.ts';

/** More rows than the chat loads at first. */
const READS = 70;

describe('“Forget This Text…” in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  it('keeps the reading position and the answer that is arriving', async () => {
    const { chat, page } = editor;
    const list = chat.locator('lt-list');
    const reads = Array.from({ length: READS }, () => ({
      tool: 'read_file',
      input: { path: 'logbook/monday.md' },
    }));
    editor.script.push(reads, [{ text: 'All is read.' }], [{ wordsUntilStopped: 40 }]);
    await editor.say('Read the logbook.');
    await chat.locator('lt-assistant-row', { hasText: 'All is read.' }).waitFor();
    await editor.say('Go on.');
    const answer = chat.locator('lt-assistant-row').last();
    await chat.locator('lt-markdown', { hasText: 'word40' }).waitFor();

    const first = chat.locator('lt-user-row', { hasText: 'Read the logbook' });
    await until('the first row is loaded', async () => {
      await list.evaluate((element) => {
        element.scrollTo(0, 0);
      });
      return (await first.count()) > 0;
    });
    await first.hover();
    await first.getByRole('button', { name: 'Forget this text…' }).click();
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await chat.locator('lt-user-row', { hasText: 'forgotten at the person’s request' }).waitFor();
    assert.equal(await list.evaluate((element) => element.scrollTop), 0);

    await chat.getByRole('button', { name: 'Newest' }).click();
    await answer.getByText('word40').waitFor();
    await chat.getByRole('button', { name: 'Stop (Escape)' }).click();
    await chat.getByText('stopped').waitFor();
    await beginSession(editor);
  });
});
