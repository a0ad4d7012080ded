import assert from 'node:assert/strict';
import { STRATEGY_NAMES } from '../../src/core/compaction/strategies.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';
import { openLongTranscript } from '../ui/longTranscript.ts';

const WINDOW_TOKENS = 16_000;

/** So much that its replay is under way still when a question was answered. */
const LONG_TURNS = 1_500;

describe('strategies compared in a real editor', () => {
  let demo: DemoEndpoint;
  let workbench: Workbench;

  before(async () => {
    demo = await startDemoEndpoint({ windowTokens: WINDOW_TOKENS, pauseMs: 0 });
    workbench = await openWorkbench({
      ...{ width: 1_600, height: 1_000, sidebarWidth: 300 },
      settings: {
        'longthread.model': DEMO_MODEL,
        'longthread.endpoint.url': demo.url,
        'longthread.contextWindow': WINDOW_TOKENS,
      },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
    await workbench.runCommand('Longthread: Open the Sample Session');
    await workbench.chat.locator('lt-user-row').first().waitFor();
    await workbench.openPanel();
    await workbench.panel.locator('lt-context .context-item').first().waitFor();
  });

  after(async () => {
    await workbench.close();
    await demo.close();
  });

  const replaying = () => workbench.panel.locator('lt-comparison', { hasText: 'Replaying…' });

  it('gives each strategy a row of figures', async () => {
    await workbench.panel.getByRole('button', { name: 'Compare Strategies' }).click();
    const rows = await comparedRows(workbench);
    assert.deepEqual(rows.map(({ strategy }) => strategy).toSorted(), [...STRATEGY_NAMES].toSorted());
    for (const { strategy, covered, figures } of rows) {
      assert.ok(covered > 0 && covered <= 100, `${strategy} has facts`);
      assert.deepEqual(figures.filter(Number.isNaN), [], `${strategy} has figures`);
    }
    const sent = rows.map((row) => row.sent);
    assert.deepEqual(
      sent,
      sent.toSorted((a, b) => a - b),
      'without a price, what sends least stands first',
    );
    await workbench.panel.getByText(/is best for this session|Best for this session is/).waitFor();
    for (const { strategy, peak, runs } of rows) {
      assert.ok(peak > 0 && peak <= WINDOW_TOKENS, `${strategy} stays within the window`);
      assert.ok(runs > 0, `${strategy} had to compact`);
    }
  });

  it('lets the conversation go on while it replays', async () => {
    const { chat, panel } = workbench;
    await openLongTranscript(workbench, LONG_TURNS);
    await panel.locator('.panel-head h1', { hasText: 'longDay.jsonl' }).waitFor();
    assert.equal(await panel.locator('lt-comparison').count(), 0, 'another session’s figures are gone');
    await panel.getByRole('button', { name: 'Compare Strategies' }).click();
    await replaying().waitFor();
    await workbench.say('Where is formatTime used?');
    await chat.locator('lt-assistant-row', { hasText: '(demo model)' }).waitFor();
    assert.equal(await replaying().count(), 1, 'it replays still');
  });

  it('ends when it is stopped, and can be asked for again', async () => {
    const { panel } = workbench;
    await replaying().getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Not replayed.').waitFor();
    assert.equal(await panel.getByRole('alert').count(), 0, 'who stops it knows why it ended');
    await panel.getByRole('button', { name: 'Replay' }).click();
    await replaying().waitFor();
    await replaying().getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Not replayed.').waitFor();
  });
});

interface ComparedRow {
  readonly strategy: string;
  /** In percent. */
  readonly covered: number;
  readonly sent: number;
  readonly peak: number;
  readonly runs: number;
  /** Of all columns; there is none of the cost, which nobody knows of a scripted model. */
  readonly figures: readonly number[];
}

async function comparedRows({ panel }: Workbench): Promise<readonly ComparedRow[]> {
  const table = panel.locator('lt-comparison table');
  await table.waitFor();
  const rows = await table.locator('tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const strategy = await row.locator('th > span').first().innerText();
      const cells = await row.locator('td').allInnerTexts();
      const shown = cells.map((text) => text.replace(/^.*:\s*/s, '').trim());
      const [facts = '', ...rest] = shown;
      const covered = Number(facts.replace('%', ''));
      const figures = rest.map(tokensOf);
      const [sent = NaN, , , peak = NaN, runs = NaN] = figures;
      return { strategy, covered, sent, peak, runs, figures: [covered, ...figures] };
    }),
  );
}

function tokensOf(shown: string): number {
  const [, figure, unit = ''] = /^([\d.]+)([kM]?)$/.exec(shown) ?? [];
  return Number(figure) * ({ '': 1, k: 1_000, M: 1_000_000 }[unit] ?? NaN);
}
