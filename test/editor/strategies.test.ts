import assert from 'node:assert/strict';
import { STRATEGY_NAMES } from '../../src/core/compaction/strategies.ts';
import { writeSettings } from '../support/vscodeSettings.ts';
import type { Workbench } from '../support/vscodeWorkbench.ts';
import { openLongTranscript } from '../ui/longTranscript.ts';
import { sharedWindow, type SharedWindow } from './sharedWindow.ts';

const WINDOW_TOKENS = 32_000;

/** A window so small that each strategy has to compact. */
const SMALL_WINDOW_TOKENS = 16_000;

/** The number of turns of a session whose replay takes longer than the answer to a question. */
const LONG_TURNS = 1_500;

/** The model that writes summaries. The demo endpoint answers requests for any model. */
const SUMMARY_MODEL = 'a-cheaper-model';

/** Settings with limits so low that every pass has something to do in a session of two hundred messages. */
const settings = {
  'longthread.summary.model': SUMMARY_MODEL,
  'longthread.contextWindow': WINDOW_TOKENS,
  'longthread.window.turns': 12,
  'longthread.window.batch': 6,
  'longthread.stubs.minTokens': 60,
  'longthread.stubs.protectedTokens': 1_000,
};

/**
 * Strategies whose compactions look different in the panel. For each: the passes that the panel must list, and whether
 * a model adds notes.
 */
const SHOWN = {
  summarize: { passes: ['the oldest messages'], asksModel: true },
  hybrid: {
    passes: ['small talk', 'older reads of the same file', 'long tool outputs', 'the oldest messages'],
    asksModel: true,
  },
  staged: { passes: ['small talk', 'recent stages'], asksModel: false },
} as const;

describe('the panel in a real editor', () => {
  let workbench: SharedWindow;
  let fullContext: string;

  before(async () => {
    workbench = await sharedWindow(settings);
    await workbench.runCommand('Longthread: Open the Sample Session');
    await workbench.chat.locator('lt-user-row').first().waitFor();
    await workbench.openPanel();
    fullContext = await contextFigure();
  });

  for (const [name, { passes, asksModel }] of Object.entries(SHOWN)) {
    it(`shows the passes, the figures and the undo of a compaction with the strategy ${name}`, async () => {
      const { panel } = workbench;
      if (name === 'staged') await markStageDone('Tide windows for every berth');
      await plan(name);
      assertPasses(await passRows(panel.locator('lt-preview')), passes);

      await panel.getByRole('button', { name: 'Apply' }).click();
      const event = panel.locator('lt-event', { hasText: `${name} · by you` });
      await event.getByText('Receipt').waitFor();
      // Waits until a model has added its notes. With “staged”, code alone writes the notes.
      if (asksModel) await event.getByText(`${SUMMARY_MODEL} · `).waitFor();
      else assert.equal(await event.getByText(`${SUMMARY_MODEL} · `).count(), 0);
      assertPasses(await passRows(event), passes);
      assert.notEqual(await contextFigure(), fullContext);

      await event.getByRole('button', { name: 'Undo' }).click();
      await event.getByText('Undone: the context is as if this compaction had not run.').waitFor();
      if (name !== 'staged') await panel.getByText(fullContext, { exact: true }).waitFor();
    });
  }

  it('offers to remember a text that the strategy “rolling” left out', async () => {
    const { panel } = workbench;
    await plan('rolling');
    await panel.getByRole('button', { name: 'Apply' }).click();
    const offer = panel.getByRole('button', { name: /^Remember: Never write the log in place/ });
    await offer.click();
    await panel.getByRole('button', { name: 'Edit memory: Never write the log in place' }).waitFor();
    await offer.waitFor({ state: 'detached' });
  });

  describe('with a comparison of strategies', () => {
    before(async () => {
      writeSettings(workbench.userData, { 'longthread.contextWindow': SMALL_WINDOW_TOKENS });
      const small = /of 1?\d(\.\d)?k usable tokens/;
      await workbench.chat.getByRole('button', { name: small }).waitFor();
    });

    const replaying = () => workbench.panel.locator('lt-comparison', { hasText: 'Replaying…' });

    it('has a row of figures for each strategy, with the fewest sent tokens first', async () => {
      await workbench.panel.getByRole('button', { name: 'Compare Strategies' }).click();
      const rows = await comparedRows(workbench);
      assert.deepEqual(rows.map(({ strategy }) => strategy).toSorted(), [...STRATEGY_NAMES].toSorted());
      for (const { strategy, covered, figures } of rows) {
        assert.ok(covered > 0 && covered <= 100, `${strategy} has no valid share of covered steps`);
        assert.deepEqual(figures.filter(Number.isNaN), [], `${strategy} lacks figures`);
      }
      const sent = rows.map((row) => row.sent);
      assert.deepEqual(
        sent,
        sent.toSorted((a, b) => a - b),
        'the rows are not sorted by the tokens sent, although no prices are known',
      );
      await workbench.panel.locator('p.best', { hasText: /(?:best|better) for this session/i }).waitFor();
      for (const { strategy, peak, runs } of rows) {
        assert.ok(
          peak > 0 && peak <= SMALL_WINDOW_TOKENS,
          `the peak of ${strategy} is not within the window`,
        );
        assert.ok(runs > 0, `${strategy} never compacted`);
      }
    });

    it('lets the conversation continue while strategies are replayed', async () => {
      const { chat, panel } = workbench;
      await openLongTranscript(workbench, LONG_TURNS);
      await panel.locator('.panel-head h1', { hasText: 'longDay.jsonl' }).waitFor();
      assert.equal(
        await panel.locator('lt-comparison').count(),
        0,
        'another session’s figures are still shown',
      );
      await panel.getByRole('button', { name: 'Compare Strategies' }).click();
      await replaying().waitFor();
      await workbench.say('Where is formatTime used?');
      await chat.locator('lt-assistant-row', { hasText: '(demo model)' }).waitFor();
      assert.equal(await replaying().count(), 1, 'the replay ended before the answer');
    });

    it('ends the comparison on Stop', async () => {
      const { panel } = workbench;
      await replaying().getByRole('button', { name: 'Stop' }).click();
      await panel.getByText('Not replayed.').waitFor();
      assert.equal(
        await panel.getByRole('alert').count(),
        0,
        'a comparison that the person stopped shows an error',
      );
      await panel.getByRole('button', { name: 'Replay' }).click();
      await replaying().waitFor();
      await replaying().getByRole('button', { name: 'Stop' }).click();
      await panel.getByText('Not replayed.').waitFor();
    });
  });

  /**
   * Opens the preview of a compaction with this strategy. The target is as small as possible, so that every pass has
   * work.
   */
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
});

type PassRow = readonly [name: string, messages: number, before: number, after: number];

/** Returns the rows of the table of passes. The token counts are rounded as in the table. */
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

/**
 * Asserts that every expected pass is listed, that each pass starts with the token count that the previous pass left,
 * and that only the notes add tokens.
 */
function assertPasses(rows: readonly PassRow[], expected: readonly string[]): void {
  const names = rows.map(([name]) => name);
  for (const name of expected) assert.ok(names.includes(name), `${name} is missing in ${names.join(', ')}`);
  rows.forEach(([name, messages, before, after], index) => {
    const previous = rows[index - 1];
    if (previous !== undefined)
      assert.equal(before, previous[3], `${name} does not begin where ${previous[0]} ended`);
    assert.ok(messages > 0, `${name} changes no message`);
    if (name !== 'notes') assert.ok(after <= before, `${name} makes the context larger`);
  });
}

interface ComparedRow {
  readonly strategy: string;
  /** The percentage of the steps whose request contained every name that the answer needs. */
  readonly covered: number;
  readonly sent: number;
  readonly peak: number;
  readonly runs: number;
  /** All columns except the cost, which is unknown for a scripted model. */
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
