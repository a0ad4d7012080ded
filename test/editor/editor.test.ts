import assert from 'node:assert/strict';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { STEP_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

/** Small enough that a few questions about the sample pass the threshold. */
const WINDOW_TOKENS = 9_000;
/** Milliseconds, long enough for the page of an event to be shown. */
const SHOWN_MS = STEP_MS / 24;

const settings = {
  'longthread.model': DEMO_MODEL,
  'longthread.compaction.keepRecentMessages': 4,
  'longthread.compaction.backgroundShare': 0.9,
  'longthread.stubs.protectedTokens': 300,
};

describe('a conversation in a real editor', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;

  before(async () => {
    demo = await startDemoEndpoint({ windowTokens: WINDOW_TOKENS, pauseMs: 2 });
    workbench = await openWorkbench({
      width: 1400,
      sidebarWidth: 340,
      settings: { ...settings, 'longthread.endpoint.url': demo.url },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
  });

  after(async () => {
    await workbench.close();
    await demo.close();
  });

  async function ask(text: string): Promise<void> {
    const { chat } = workbench;
    await workbench.say(text);
    await chat.locator('lt-user-row', { hasText: text }).last().waitFor();
    await chat.getByText('(demo model)').last().waitFor();
    await chat.locator('lt-composer .progress').waitFor({ state: 'detached' });
  }

  /**
   * Only the rows near the view are in the page, so this scrolls up from the end of the thread until the row is there.
   */
  async function found(selector: string): Promise<void> {
    const { chat, page } = workbench;
    await chat.locator('lt-assistant-row').last().waitFor({ state: 'attached' });
    await chat.locator('lt-list').hover();
    await page.mouse.wheel(0, 100_000);
    const isThere = async (): Promise<boolean> => (await chat.locator(selector).count()) > 0;
    const goUp = async (): Promise<void> => {
      await page.mouse.wheel(0, -300);
      await page.waitForTimeout(100);
    };
    await until(`${selector} is in the thread`, isThere, { pause: goUp, withinMs: STEP_MS });
  }

  it('shows the message, the calls with their outcome, the answer and the gauge', async () => {
    await ask('Read src/harbour.ts and src/visit.ts, and never change time.ts.');
    const { chat, statusBar } = workbench;
    await chat.locator('lt-tool-row', { hasText: 'src/harbour.ts' }).getByText('lines').waitFor();
    await chat.locator('lt-header .percent').waitFor();
    await statusBar.getByText(/▰.*%/).waitFor();
    assert.match((await chat.locator('button.session').textContent()) ?? '', /Read src\/harbour\.ts/);
  });

  it('shows the whole result of a call on a click', async () => {
    const row = workbench.chat.locator('lt-tool-row', { hasText: 'src/harbour.ts' }).first();
    await row.locator('button.fold').click();
    await row.getByText('export class Harbour').waitFor();
  });

  it('attaches a file that was named after an @', async () => {
    const { chat } = workbench;
    const input = chat.locator('lt-composer textarea');
    await input.pressSequentially('@berths');
    await chat.locator('.completion', { hasText: 'berths.ts' }).waitFor();
    await input.press('Enter');
    await chat.locator('.attachment', { hasText: 'src/berths.ts' }).waitFor();
    await ask('What does this do?');
    await chat.locator('lt-user-row', { hasText: 'src/berths.ts' }).waitFor();
    assert.equal(await chat.locator('.attachment').count(), 0);
  });

  it('compacts automatically, and says so in the thread and in the panel', async () => {
    await workbench.openPanel();
    const { panel } = workbench;
    await panel.locator('lt-context .context-item').first().waitFor();
    for (const question of [
      'Walk through everything in src.',
      'Read src/time.ts.',
      'Walk through all of it again.',
    ])
      await ask(question);
    await found('lt-compaction-row');
    await panel.locator('.timeline .event').first().waitFor();
    assert.ok(await isToldByAnEvent('never change time.ts'), 'no notes contain the constraint');
  });

  /** A compaction may have shortened results without writing notes, so this looks at all events. */
  async function isToldByAnEvent(text: string): Promise<boolean> {
    const { panel } = workbench;
    for (const event of await panel.locator('.timeline .event').all()) {
      await event.click();
      const told = panel.locator('lt-event').getByText(text).first();
      const isTold = told.waitFor({ timeout: SHOWN_MS }).then(
        () => true,
        () => false,
      );
      if (await isTold) return true;
    }
    return false;
  }

  it('undoes from the panel, which the thread shows', async () => {
    const { panel } = workbench;
    await panel.locator('lt-event lt-undo button').first().click();
    const undone = panel.getByText('Undone: the context is as if it had not run.');
    // The panel asks first if later compactions are undone, too, or the context may not fit; both depend on timing.
    const anyway = panel.getByRole('button', { name: /^Undo (?:anyway|this and)/u });
    await undone.or(anyway).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await undone.waitFor();
    await found('lt-compaction-row .undone');
  });

  it('finds a message of any session by its words, and shows it in the thread', async () => {
    const { chat } = workbench;
    await workbench.runCommand('Longthread: New Session');
    await chat.locator('lt-list').waitFor({ state: 'detached' });
    await workbench.findInSessions('What does this do?', 'you,');
    await chat.locator('lt-user-row', { hasText: 'What does this do?' }).first().waitFor();
  });
});
