import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import type { ThemeName } from './harness/themes.ts';
import { useViews } from './harness/useViews.ts';
import type { ViewDriver } from './harness/viewDriver.ts';

/** All rules are checked in the first theme. In the other themes, only the rules that depend on colours are checked. */
const themes: readonly ThemeName[] = ['dark', 'light', 'contrast', 'contrastLight'];

interface Scene {
  readonly view: 'chat' | 'panel';
  readonly scenario: string;
  readonly width?: number;
  /** Opens the part to be checked; undefined if the scenario shows the part from the start. */
  readonly show?: (views: ViewDriver) => Promise<unknown>;
}

const scenes: Readonly<Record<string, Scene>> = {
  'the chat': { view: 'chat', scenario: 'day' },
  'an answer that is streaming': { view: 'chat', scenario: 'streaming' },
  'an empty chat': { view: 'chat', scenario: 'empty' },
  'an empty chat without a model': { view: 'chat', scenario: 'unconnected' },
  'a read-only session': { view: 'chat', scenario: 'readOnly' },
  'a request to approve a command': { view: 'chat', scenario: 'askedCommand' },
  'the model’s plan': {
    view: 'chat',
    scenario: 'planned',
    width: 300,
    show: async ({ page }) => {
      await page.locator('lt-plan button').click();
      await page.locator('lt-plan li').first().waitFor();
    },
  },
  'a question from the model': { view: 'chat', scenario: 'modelAsks', width: 300 },
  'a request to approve an edit': { view: 'chat', scenario: 'askedEdit' },
  'the files that a turn changed': { view: 'chat', scenario: 'changedFiles' },
  'the list of sessions': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.locator('lt-header .session').click();
      await page.locator('lt-sessions button.open').first().waitFor();
    },
  },
  'the search results': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find in this session' }).fill('tide');
      await page
        .locator('lt-find')
        .getByText(/\d of \d/)
        .waitFor();
    },
  },
  'the person’s rules': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Your rules' }).click();
      await page.locator('lt-rules li').first().waitFor();
    },
  },
  'the gauge’s card': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.locator('.gauge-button').click();
      await page.locator('lt-largest li').first().waitFor();
    },
  },
  'a context that does not fit into the window': { view: 'chat', scenario: 'overflowing', width: 200 },
  'a tool call and its result': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.locator('lt-tool-row button.fold').first().click();
      await page.getByText('export const line1 ').first().waitFor();
      await page.getByRole('button', { name: 'Wrap long lines' }).click();
    },
  },
  'a tool call that changes a file': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.locator('[data-id="t3"] button.fold').click();
      await page.locator('.hljs-deletion').waitFor();
      await page.getByText('20 lines').click();
    },
  },
  'the list of possible attachments': {
    view: 'chat',
    scenario: 'day',
    show: async ({ page }) => {
      await page.locator('lt-composer textarea').pressSequentially('Look at @');
      await page.locator('.completion').first().waitFor();
    },
  },
  'the panel': {
    view: 'panel',
    scenario: 'day',
    show: async ({ page }) => {
      await page.locator('lt-event').getByText('Receipt').waitFor();
      await page.locator('lt-changes .change-row.shortened').first().click();
      await page.locator('lt-changes .message-status').waitFor();
    },
  },
  'the panel in one column': { view: 'panel', scenario: 'day', width: 600 },
  'a comparison in one column': {
    view: 'panel',
    scenario: 'day',
    width: 400,
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Compare Strategies' }).click();
      await page.locator('lt-comparison table').waitFor();
    },
  },
  'an empty panel': { view: 'panel', scenario: 'empty' },
  'a preview': {
    view: 'panel',
    scenario: 'day',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Compact…' }).click();
      await page.locator('lt-preview-turns .item').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.getByRole('list', { name: 'Out of the model’s sight' }).waitFor();
    },
  },
  'the context menu of a row in a preview': {
    view: 'panel',
    scenario: 'day',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Compact…' }).click();
      await page.locator('lt-preview-turns .item').nth(1).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Keep' }).waitFor();
    },
  },
  'the notes of a preview': {
    view: 'panel',
    scenario: 'day',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Compact…' }).click();
      const notes = page.locator('lt-preview-texts lt-notes');
      await notes.getByRole('textbox').fill('The harbour master signs off.');
      await page.keyboard.press('Enter');
      await notes.locator('.yours').waitFor();
      await notes.getByText('1 change of yours').click();
      await notes.locator('.note-line[tabindex="0"]').focus();
    },
  },
  'a model’s notes while they are written': {
    view: 'panel',
    scenario: 'day',
    show: async (views) => {
      const compaction = await views.page.evaluate(
        () => (document.querySelector('lt-event') as HTMLElement & { event: { id: string } }).event.id,
      );
      const writing = { compaction, text: 'The jump is the gap of station 4.' };
      await views.push({ type: 'field', field: 'writing', value: writing });
      await views.page.locator('.written').waitFor();
    },
  },
  'notes that the next compaction changes': {
    view: 'panel',
    scenario: 'day',
    width: 350,
    show: async ({ page }) => {
      await page.locator('.context-item', { hasText: 'Goal, constraints' }).click();
      await page.locator('lt-notes .note-line[tabindex="0"]').press('Delete');
      await page.locator('lt-notes .is-struck').first().waitFor();
      await page.locator('lt-notes .note-line[tabindex="0"]').press('Enter');
    },
  },
  'a comparison': {
    view: 'panel',
    scenario: 'day',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Compare Strategies' }).click();
      await page.locator('lt-comparison table').waitFor();
    },
  },
};

/** Uses axe-core to find barriers for people who use a screen reader, have no mouse, or have poor sight. */
describe('The accessibility check with axe-core', () => {
  const views = useViews();

  it('uses themes with different backgrounds', async () => {
    await views.open('chat', 'day');
    const backgrounds = await views.page.evaluate(
      (names) =>
        names.map((name) => {
          window.showTheme(name);
          return getComputedStyle(document.body).backgroundColor;
        }),
      themes,
    );
    assert.equal(new Set(backgrounds).size, themes.length, backgrounds.join(' '));
  });

  for (const [name, { view, scenario, width, show }] of Object.entries(scenes)) {
    it(`finds no serious problem in ${name}, in any theme`, async () => {
      await views.open(view, scenario, width === undefined ? {} : { width });
      await views.page.evaluate(axe.source);
      await views.page.waitForFunction(() => document.fonts.status === 'loaded');
      await show?.(views);
      for (const theme of themes) {
        const { violations, passes } = await resultsIn(views.page, theme);
        assert.deepEqual(seriousOf(violations), [], `in the theme ${theme}`);
        assert.ok(passes.length > 0, `nothing was checked in the theme ${theme}`);
      }
    });
  }
});

declare global {
  interface Window {
    axe: typeof axe;
  }
}

function resultsIn(page: Page, theme: ThemeName): Promise<AxeResults> {
  const rules = theme === 'dark' ? undefined : ['color-contrast', 'link-in-text-block'];
  return page.evaluate(
    ([name, values]) => {
      window.showTheme(name);
      // With `preload`, axe would fetch the style sheets, which the page's security policy forbids.
      const options = { preload: false, resultTypes: ['violations' as const] };
      return window.axe.run(
        values === undefined ? options : { ...options, runOnly: { type: 'rule' as const, values } },
      );
    },
    [theme, rules] as const,
  );
}

function seriousOf(violations: AxeResults['violations']): readonly string[] {
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join(' ')}`),
    );
}
