import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';
import type { ViewDriver } from './harness/viewDriver.ts';

/** A part of a view that shows texts from a person, a model or a file. */
interface Place {
  readonly view: 'chat' | 'panel';
  /** Opens the part; undefined if the part is visible from the start. */
  readonly show?: (driver: ViewDriver) => Promise<unknown>;
  /** CSS selectors of the elements that contain the texts. */
  readonly selectors: readonly string[];
}

const places: Readonly<Record<string, Place>> = {
  'the thread': {
    view: 'chat',
    selectors: ['lt-user-row .said', 'lt-assistant-row lt-markdown [dir]', 'lt-header .session [dir]'],
  },
  'the list of sessions': {
    view: 'chat',
    show: ({ page }) => page.locator('lt-header .session').click(),
    selectors: ['lt-sessions li .one-line', 'lt-sessions [aria-label="Search sessions"]'],
  },
  'the gauge’s list of the largest messages': {
    view: 'chat',
    show: ({ page }) => page.locator('.gauge-button').click(),
    selectors: ['lt-largest .link-button'],
  },
  'the list of messages that wait': {
    view: 'chat',
    show: (driver) => {
      const waiting = [{ id: 1, text: 'And Brest?', isSteering: true }];
      return driver.push({
        type: 'field',
        field: 'composer',
        value: { attachments: [], isBusy: true, waiting },
      });
    },
    selectors: ['lt-composer .waiting .one-line'],
  },
  'the search field': {
    view: 'chat',
    show: ({ page }) => page.keyboard.press('Control+f'),
    selectors: ['lt-find input'],
  },
  'the panel': {
    view: 'panel',
    show: async ({ page }) => {
      await page.locator('lt-changes .change-row.shortened').first().click();
      await page.locator('lt-event lt-line .mark').first().click();
    },
    selectors: [
      'lt-event .samples code',
      'section:has-text("Recalled after a compaction") .side-text > .muted',
      '.panel-head h1',
      'lt-rules .rule > [dir]',
      'lt-memories .side-text',
      '.side-list .side-text [dir]',
      'lt-context .label',
      'lt-changes .label',
      'lt-changes pre',
      'lt-event lt-line > span',
      'lt-event lt-original pre code',
    ],
  },
  'the preview': {
    view: 'panel',
    show: ({ page }) => page.getByRole('button', { name: 'Compact…' }).click(),
    selectors: ['lt-preview-turns .label', 'lt-preview-texts pre', 'lt-preview #instructions'],
  },
  'the person’s changes of the notes': {
    view: 'panel',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Compact…' }).click();
      await page.getByRole('textbox', { name: 'Add a line to the notes' }).fill('Draw gaps in grey.');
      await page.keyboard.press('Enter');
    },
    selectors: ['lt-notes .note-edits li [dir]', 'lt-notes .add-note'],
  },
  'the notes that a model is writing': {
    view: 'panel',
    show: async (driver) => {
      const compaction = await driver.page
        .locator('lt-event')
        .evaluate((element) => (element as HTMLElement & { event: { id: string } }).event.id);
      await driver.push({ type: 'field', field: 'writing', value: { compaction, text: 'The jump' } });
    },
    selectors: ['lt-event .written'],
  },
};

describe('Right-to-left text', () => {
  const view = useViews();

  for (const [name, { view: which, show, selectors }] of Object.entries(places)) {
    it(`is shown from right to left in ${name}`, async () => {
      await view.open(which, 'day');
      await show?.(view);
      for (const selector of selectors) {
        const place = view.page.locator(selector).first();
        await place.waitFor({ state: 'attached' });
        const direction = await place.evaluate((element) => {
          if (element instanceof HTMLInputElement) element.value = 'שלום';
          else {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
              if (node.nodeValue?.trim()) node.nodeValue = 'שלום';
          }
          return getComputedStyle(element).direction;
        });
        assert.equal(direction, 'rtl', selector);
      }
    });
  }
});
