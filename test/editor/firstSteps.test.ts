import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.ts';
import { sharedWindow, type SharedWindow } from './sharedWindow.ts';

/** The walkthrough comes first, because it needs a window in which nothing was asked yet. */
describe('in one window of a real editor,', () => {
  let workbench: SharedWindow;

  before(async () => {
    workbench = await sharedWindow({ 'longthread.contextWindow': 64_000 });
  });

  it('the activity bar opens the chat', async () => {
    const body = workbench.chat.locator('body');
    await body.waitFor();
    assert.notEqual((await body.innerText()).trim(), '');
  });

  describe('the walkthrough', () => {
    const step = (title: string) => workbench.page.locator('.getting-started-step', { hasText: title });

    /**
     * Returns the check mark of a step. This needs a CSS locator: the check mark is inside a button, so it has no role
     * in the accessibility tree.
     */
    const doneMark = (title: string) => step(title).locator('[role=checkbox][aria-checked=true]');

    it('opens at the first step and shows a picture', async () => {
      await workbench.runCommand('Longthread: Get Started');
      await step('Connect a model').getByRole('button', { name: 'Connect a Model' }).waitFor();
      const pictures = workbench.page.locator('.getting-started-media iframe');
      await pictures.first().waitFor();
    });

    it('marks a step as done if the step was done before the walkthrough was first opened', async () => {
      await doneMark('Connect a model').waitFor();
    });

    it('marks a step as done when the person does the step', async () => {
      const { chat, panel } = workbench;
      assert.equal(await doneMark('Ask something').count(), 0);
      await workbench.say('Read src/harbour.ts.');
      await doneMark('Ask something').waitFor();
      await workbench.runCommand('Longthread: Open the Sample Session');
      await chat.getByText('Tomorrow then').waitFor();
      // Opens the panel without the command, because the editor itself marks the step as done when the command runs.
      await chat.getByRole('button', { name: /usable tokens/ }).click();
      await chat.getByRole('button', { name: 'Open panel' }).click();
      await panel.getByRole('button', { name: 'Compact…' }).click();
      await panel.getByRole('button', { name: 'Apply' }).click();
      await panel.locator('lt-event').getByText('Receipt').waitFor();
      await workbench.runCommand('Longthread: Get Started');
      await doneMark('Watch the gauge').waitFor();
      await doneMark('Compact, look, undo').waitFor();
      assert.equal(await doneMark('Bring an old session along').count(), 0);
    });
  });

  describe('the default keys', () => {
    before(async () => {
      await workbench.runCommand('Longthread: New Session');
      await workbench.chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
      await workbench.say('Read src/harbour.ts and src/visit.ts, and never change time.ts.');
      await workbench.chat.getByText('(demo model)').last().waitFor();
      await workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
    });

    /** Moves the focus to the chat with a click on the composer. */
    async function inChat(): Promise<void> {
      await workbench.chat.locator('lt-composer textarea').click();
      await workbench.chat.locator('lt-composer textarea:focus').waitFor();
    }

    it('open the preview of a compaction with Ctrl+Shift+L in the chat', async () => {
      await inChat();
      await workbench.page.keyboard.press('Control+Shift+l');
      await workbench.panel.getByRole('heading', { name: 'Preview', exact: true }).waitFor();
    });

    it('run Compact Now with Ctrl+Shift+K in the chat', async () => {
      const done = workbench.chat.locator('lt-compaction-row .card');
      const told = workbench.page.getByText(/There is nothing to compact yet|would free almost nothing/);
      const isOver = async (): Promise<boolean> => (await done.count()) + (await told.count()) > 0;
      // Presses the key repeatedly, because the preview that the previous test opened may take the focus again.
      await until('Compact Now has compacted, or has said why not', async () => {
        await inChat();
        await workbench.page.keyboard.press('Control+Shift+k');
        return until('Compact Now has ended', isOver, { withinMs: 5_000 }).then(
          () => true,
          () => false,
        );
      });
    });

    it('open the search in the chat with Ctrl+F', async () => {
      await inChat();
      await workbench.page.keyboard.press('Control+f');
      await workbench.chat.getByRole('textbox', { name: 'Find in this session' }).waitFor();
      await workbench.page.keyboard.press('Escape');
    });

    it('start a new session with Ctrl+N in the chat', async () => {
      const rows = workbench.chat.locator('lt-user-row');
      const files = workbench.page.getByRole('tab', { name: /Untitled/ });
      // Presses the key repeatedly, because the search that the previous test closed may move the focus again.
      await until('a new session has begun, and no new file is open', async () => {
        await inChat();
        const before = await files.count();
        await workbench.page.keyboard.press('Control+n');
        return until('a new session has begun', async () => (await rows.count()) === 0, {
          withinMs: 5_000,
        }).then(
          async () => (await files.count()) === before,
          () => false,
        );
      });
    });

    it('open the panel with Ctrl+Alt+Shift+L, and a new file with Ctrl+N outside the chat', async () => {
      const { page, panel } = workbench;
      await page.keyboard.press('Control+Alt+Shift+l');
      await panel.locator('lt-panel > *').first().waitFor();
      const file = page.getByRole('tab', { name: /Untitled/ }).first();
      // The panel may take the focus again while it opens, so a single key press may have no effect.
      await until('a new file is open', async () => {
        await page.locator('.part.statusbar').click({ position: { x: 300, y: 5 } });
        await page.keyboard.press('Control+n');
        return file.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      });
    });
  });

  describe('a queued message', () => {
    before(async () => {
      workbench.gates.answer.close();
      await composer().waitFor();
    });

    after(() => {
      workbench.gates.answer.open();
    });

    const composer = () => workbench.chat.locator('lt-composer textarea');

    async function composerHolds(text: string): Promise<void> {
      await until(`the composer holds "${text}"`, async () => (await composer().inputValue()) === text);
    }

    it('is put back into the composer when the person returns to the message’s session', async () => {
      const { chat } = workbench;
      await workbench.say('Where is collide used?');
      await chat.locator('lt-composer .progress').waitFor({ state: 'attached' });
      await workbench.say('And this one waits.');
      await chat.locator('lt-composer .waiting', { hasText: 'waits' }).waitFor();
      await workbench.runCommand('Longthread: New Session');
      await chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
      await workbench.say('Something else.');
      await chat.locator('lt-user-row', { hasText: 'Something else.' }).waitFor();
      assert.equal(await composer().inputValue(), '');
      await chat.locator('button.session').click();
      await chat.locator('lt-sessions button.open', { hasText: 'Where is collide used?' }).click();
      await composerHolds('And this one waits.');
      assert.equal(await chat.locator('lt-composer .waiting').count(), 0);
    });
  });

  describe('the command Connect a Model', () => {
    let closing: Server;

    before(async () => {
      closing = createServer(({ socket }) => socket.destroy());
      await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    });

    after(() => {
      closing.close();
    });

    it('names the endpoint that does not answer, and offers to change its address', async () => {
      const { page } = workbench;
      const host = `127.0.0.1:${String((closing.address() as AddressInfo).port)}`;
      await workbench.runCommand('Longthread: Connect a Model…');
      const question = page.locator('.quick-input-widget');
      await question.getByText('Other address…').click();
      await question.locator('input[type=text]').fill(host);
      await page.keyboard.press('Enter');
      const dialog = page.locator('.monaco-dialog-box', { hasText: host });
      await dialog.getByRole('button', { name: 'Change Address' }).click();
      await question.getByText('Other address…').waitFor();
      await page.keyboard.press('Escape');
    });
  });
});
