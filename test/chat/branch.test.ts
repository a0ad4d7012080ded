import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import type { ScriptedChat } from '../support/scriptedChat.ts';
import { scriptedWindow } from './scriptedWindow.ts';

/** No model writes notes in this test. Code makes the notes for the new session. */
describe('“Branch” in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await scriptedWindow();
  });

  async function say(words: string): Promise<void> {
    await editor.ask(words, [{ text: 'Well.' }]);
    await editor.settled();
  }

  it('starts a session with the earlier messages, but “Continue in a New Session” starts one with editable notes', async () => {
    const { chat } = editor;
    await say(`Never change the tests. ${'The tide rises and falls. '.repeat(60)}`);
    await say(`Mend the tides. ${'The tide falls and rises. '.repeat(60)}`);
    await say('And the harbours?');
    const second = chat.locator('lt-user-row', { hasText: 'Mend the tides.' });
    await second.hover();
    await second
      .getByRole('button', { name: 'Branch: start a new session with the messages up to here' })
      .click();
    await chat.locator('lt-header .session', { hasText: '(branch)' }).waitFor();
    assert.equal(await chat.locator('lt-user-row').count(), 2);
    const open = chat.locator('lt-error-row', { hasText: 'The last message has no answer.' });
    await open.locator('.codicon-info').waitFor();

    await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await editor.runCommand('Longthread: Copy Notes for Another Chat');
    const copied = (): Promise<string> => editor.page.evaluate(() => navigator.clipboard.readText());
    await until('the notes are copied', async () => /Never change the tests/.test(await copied()));

    await editor.runCommand('Longthread: Continue in a New Session');
    await chat.locator('lt-header .session', { hasText: '(continued)' }).waitFor();
    const field = chat.locator('lt-composer textarea');
    await chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
    await field.press('Control+End');
    await field.pressSequentially(' Begin with the tides.');
    const brief = await field.inputValue();
    assert.match(brief, /Never change the tests[\s\S]*Begin with the tides\.$/);
    editor.script.push([{ text: 'Well.' }]);
    await field.press('Enter');
    await chat.locator('lt-assistant-row', { hasText: 'Well.' }).waitFor();
    assert.match(JSON.stringify(editor.endpoint.sent.at(-1)), /Never change the tests.*Begin with the tides/);

    await chat.locator('lt-header .session').click();
    const listed = chat.locator('lt-sessions li.under');
    await listed.nth(1).waitFor();
    assert.match((await listed.allInnerTexts()).join('\n'), /\(branch\)[\s\S]*\(continued\)/);
    await chat.getByRole('button', { name: 'Close sessions (Escape)' }).click();
    await listed.first().waitFor({ state: 'detached' });
  });
});
