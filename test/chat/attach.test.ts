import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import type { ScriptedChat } from '../support/scriptedChat.ts';
import { repositoryWindow } from './repositoryWindow.ts';

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

describe('a message’s attachments in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await repositoryWindow();
  });

  async function attach(word: string, chosen: string): Promise<void> {
    const { chat } = editor;
    const before = await chat.locator('.attachment').count();
    await chat.locator('lt-composer textarea').pressSequentially(word);
    await chat.locator('.completion', { hasText: chosen }).first().click();
    await chat.locator('.attachment').nth(before).waitFor();
  }

  it('can be folders, changes, problems and images', async () => {
    const { chat } = editor;
    await attach('@folder:logb', 'logbook/');
    await attach('@dif', '@diff');
    await attach('@prob', '@problems');
    await chat.locator('lt-composer textarea').evaluate((field, base64) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: data }));
      const dropped = new DataTransfer();
      dropped.items.add(new File([bytes], 'tide.png', { type: 'image/png' }));
      field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
    }, PICTURE);
    await chat.locator('.attachment', { hasText: 'tide.png' }).waitFor();
    await chat.locator('.attachment', { hasText: 'image.png' }).waitFor();
    await editor.ask('What is in these?', [{ text: 'Seen.' }]);
    await editor.settled();
    const sent = JSON.stringify(editor.endpoint.sent.at(-1));
    assert.match(sent, /Depths are in metres\..*Heights are in metres\..*Times are in UTC\./);
    assert.match(sent, /logbook\/\\n|logbook\/[\w-]+\.md/);
    assert.match(sent, /\+A line that differs\./);
    assert.match(sent, /<client kind=\\"problems\\">/);
    assert.equal(sent.split(`data:image/png;base64,${PICTURE}`).length, 3);
    const row = chat.locator('lt-user-row', { hasText: 'What is in these?' });
    assert.match(await row.innerText(), /logbook\/[\s\S]*@diff[\s\S]*image\.png/);
    assert.equal(await chat.locator('.attachment').count(), 0);
  });

  it('can be a dropped file or the terminal’s newest command', async () => {
    const { chat, page } = editor;
    await editor.runCommand('Terminal: Create New Terminal');
    // Waits for the first prompt, because the terminal's shell reports only commands that are entered after it.
    const terminal = page.locator('.terminal-wrapper.active');
    await terminal.locator('.terminal-command-decoration').waitFor();
    await terminal.locator('textarea').pressSequentially('echo high water at $((6 * 3)) metres\n');
    await terminal.locator('.terminal-command-decoration').nth(1).waitFor();
    const field = chat.locator('lt-composer textarea');
    const offered = chat.locator('.completion', { hasText: '@terminal' });
    await field.pressSequentially('@term');
    await until('the command is offered', async () => {
      if ((await offered.count()) > 0) return true;
      await field.press('Backspace');
      await field.press('m');
      return false;
    });
    await offered.click();
    await chat.locator('.attachment', { hasText: '@terminal' }).waitFor();
    await dropTab('package.json');
    await chat.locator('.attachment', { hasText: /^\s*package\.json/ }).waitFor();
    await editor.ask('And these?', [{ text: 'Seen.' }]);
    await editor.settled();
    const sent = JSON.stringify(editor.endpoint.sent.at(-1)?.at(-1));
    assert.match(sent, /\$ echo high water at .*\\nhigh water at 18 metres/);
    assert.match(sent, /\\"name\\": \\"harbour-log\\"/);
  });

  /** Drops a file's tab on the composer. Presses Shift, because the editor then lets a webview receive the tab. */
  async function dropTab(file: string): Promise<void> {
    const { chat, page } = editor;
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').fill(file);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: file }).first().click();
    await page.locator('.tab', { hasText: file }).hover();
    await page.mouse.down();
    await page.keyboard.down('Shift');
    await chat.locator('lt-header').hover();
    await chat.locator('lt-composer textarea').hover();
    await page.mouse.up();
    await page.keyboard.up('Shift');
  }
});
