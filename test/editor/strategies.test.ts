import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { vscodeTestFolder } from '../support/vscodeInstall.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

const screenshots = path.join(vscodeTestFolder, 'screenshots', 'strategies');

/** Summaries have a model of their own; the demo endpoint answers to any name. */
const SUMMARY_MODEL = 'a-cheaper-model';

/** Limits at which a session of two hundred messages gives every pass something to do. */
const settings = {
  'longthread.model': DEMO_MODEL,
  'longthread.summary.model': SUMMARY_MODEL,
  'longthread.contextWindow': 64_000,
  'longthread.window.turns': 12,
  'longthread.window.batch': 6,
  'longthread.stubs.minTokens': 60,
  'longthread.stubs.protectedTokens': 1_000,
};

/** The passes that have to be seen, and whether a model takes part. */
const STRATEGIES = {
  truncate: { passes: ['the oldest, left out'], asksModel: false },
  summarize: { passes: ['the oldest messages'], asksModel: true },
  hybrid: {
    passes: ['small talk', 'older reads of the same file', 'long tool outputs', 'the oldest messages'],
    asksModel: true,
  },
  rolling: { passes: ['the oldest, left out'], asksModel: false },
  window: { passes: ['the oldest turns'], asksModel: true },
  staged: { passes: ['small talk', 'recent stages'], asksModel: false },
} as const;

describe('each strategy in the panel of a real editor', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;
  let fullContext: string;

  before(async () => {
    mkdirSync(screenshots, { recursive: true });
    demo = await startDemoEndpoint({ windowTokens: 64_000, pauseMs: 0 });
    workbench = await openWorkbench({
      width: 1_600,
      height: 1_000,
      sidebarWidth: 300,
      settings: { ...settings, 'longthread.endpoint.url': demo.url },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
    await workbench.runCommand('Longthread: Open the Sample Session');
    await workbench.chat.locator('lt-user-row').first().waitFor();
    await workbench.openPanel();
    fullContext = await contextFigure();
  });

  after(async () => {
    await workbench.close();
    await demo.close();
  });

  for (const [name, { passes, asksModel }] of Object.entries(STRATEGIES)) {
    it(`${name} shows its plan, its passes with their figures, and the way back`, async () => {
      const { panel } = workbench;
      if (name === 'staged') await markStageDone('Tide windows for every berth');
      await plan(name);
      assertPasses(await passRows(panel.locator('lt-preview')), passes);
      await picture(`${name}-plan`);

      await panel.getByRole('button', { name: 'Apply' }).click();
      const event = panel.locator('lt-event', { hasText: `${name} · by you` });
      await event.getByText('Receipt').waitFor();
      // A summary follows; a finished stage has its digest without one.
      if (asksModel) await event.getByText(`${SUMMARY_MODEL} · `).waitFor();
      else assert.equal(await event.getByText(`${SUMMARY_MODEL} · `).count(), 0);
      assertPasses(await passRows(event), passes);
      assert.notEqual(await contextFigure(), fullContext);
      await picture(`${name}-done`);

      await event.getByRole('button', { name: 'Undo' }).click();
      await event.getByText('Undone: the context is as it would be without it.').waitFor();
      if (name !== 'staged') await panel.getByText(fullContext, { exact: true }).waitFor();
    });
  }

  it('offers what a compaction without a model made older to be remembered, and saves it when asked', async () => {
    const { panel } = workbench;
    await plan('rolling');
    await panel.getByRole('button', { name: 'Apply' }).click();
    const offer = panel.getByRole('button', { name: /^Remember: Never write the log in place/ });
    await offer.hover();
    await picture('memory-offers');
    await offer.click();
    await panel.getByRole('button', { name: 'Edit memory: Never write the log in place' }).waitFor();
    await offer.waitFor({ state: 'detached' });
  });

  /** Opens the preview of a compaction by a strategy that makes the context as small as it gets, so that every pass has work. */
  async function plan(name: string): Promise<void> {
    const { panel } = workbench;
    await panel.getByRole('button', { name: 'Compact…' }).click();
    await panel.getByRole('combobox', { name: 'Strategy' }).click();
    await panel.getByRole('option', { name, exact: true }).click();
    await panel.getByRole('combobox', { name: 'The target’s unit' }).selectOption('smallest');
    await panel.locator('lt-preview .preview-body:not(.stale)').waitFor();
    await panel.getByText('Step by step', { exact: true }).click();
    await panel.locator('lt-preview table').first().waitFor();
  }

  async function markStageDone(title: string): Promise<void> {
    await workbench.runCommand('Longthread: Mark Stage Done…');
    const input = workbench.page.locator('.quick-input-widget input');
    await input.fill(title);
    await input.press('Enter');
    await workbench.panel.getByText(title).first().waitFor();
  }

  async function contextFigure(): Promise<string> {
    const figure = workbench.panel.locator('.pane-title .figure').first();
    await figure.waitFor();
    return (await figure.innerText()).trim();
  }

  async function picture(name: string): Promise<void> {
    await workbench.page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  }
});

type PassRow = readonly [name: string, messages: number, before: number, after: number];

/** The lines of the table of passes, tokens as they are shown. */
async function passRows(detail: ReturnType<Workbench['panel']['locator']>): Promise<readonly PassRow[]> {
  const table = detail.getByRole('table', { name: 'Step by step' });
  await table.waitFor();
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row): Promise<PassRow> => {
      const [name = '', ...figures] = await row.locator('th, td').allInnerTexts();
      const [messages = NaN, before = NaN, after = NaN] = figures.map(tokensOf);
      return [name, messages, before, after];
    }),
  );
}

function tokensOf(shown: string): number {
  return Number(shown.replace('k', '')) * (shown.endsWith('k') ? 1_000 : 1);
}

/** Every pass is there, each begins where the one before it ended, and only the record, which says what left, adds. */
function assertPasses(rows: readonly PassRow[], expected: readonly string[]): void {
  const names = rows.map(([name]) => name);
  for (const name of expected) assert.ok(names.includes(name), `${name} is missing in ${names.join(', ')}`);
  rows.forEach(([name, messages, before, after], index) => {
    const previous = rows[index - 1];
    if (previous !== undefined)
      assert.equal(before, previous[3], `${name} begins where ${previous[0]} ended`);
    assert.ok(messages > 0, name);
    if (name !== 'notes') assert.ok(after <= before, `${name} makes the context no larger`);
  });
}
