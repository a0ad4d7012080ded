import assert from 'node:assert/strict';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

describe('the default keys, in a real editor', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;

  before(async () => {
    demo = await startDemoEndpoint({ pauseMs: 2 });
    workbench = await openWorkbench({
      settings: {
        'longthread.model': DEMO_MODEL,
        'longthread.endpoint.url': demo.url,
      },
    });
    await workbench.say('Read src/harbour.ts and src/visit.ts, and never change time.ts.');
    await workbench.chat.getByText('(demo model)').last().waitFor();
    await workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
  });

  after(async () => {
    await workbench.close();
    await demo.close();
  });

  /** The chat has the focus when its composer has it. */
  async function inChat(): Promise<void> {
    await workbench.chat.locator('lt-composer textarea').click();
    await workbench.chat.locator('lt-composer textarea:focus').waitFor();
  }

  it('show in the chat what a compaction would do, with Ctrl+Shift+L', async () => {
    await inChat();
    await workbench.page.keyboard.press('Control+Shift+l');
    await workbench.panel.getByRole('heading', { name: 'Before it happens' }).waitFor();
  });

  it('compact in the chat, with Ctrl+Shift+K', async () => {
    await inChat();
    await workbench.page.keyboard.press('Control+Shift+k');
    const done = workbench.chat.locator('lt-compaction-row .card');
    const told = workbench.page.getByText(/There is nothing to compact yet|would free next to nothing/);
    await until('it is done, or told why not', async () => (await done.count()) + (await told.count()) > 0);
  });

  it('find in the chat, with Ctrl+F', async () => {
    await inChat();
    await workbench.page.keyboard.press('Control+f');
    await workbench.chat.getByRole('textbox', { name: 'Find in this session' }).waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('begin a session in the chat, with Ctrl+N', async () => {
    await inChat();
    await workbench.page.keyboard.press('Control+n');
    await workbench.chat.locator('lt-user-row').first().waitFor({ state: 'detached' });
    assert.equal(await workbench.page.getByRole('tab', { name: /Untitled/ }).count(), 0);
  });

  it('open the panel from anywhere, and are the editor’s own where the chat has not the focus', async () => {
    const { page, panel } = workbench;
    await page.keyboard.press('Control+Alt+Shift+l');
    await panel.locator('lt-panel > *').first().waitFor();
    await page.locator('.part.statusbar').click({ position: { x: 300, y: 5 } });
    await page.keyboard.press('Control+n');
    await page.getByRole('tab', { name: /Untitled/ }).waitFor();
  });
});
