import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

declare global {
  interface Window {
    /** Delivers the reply that `holdsAReply` holds back. */
    deliverReply?: () => void;
  }
}

/** A script for the page. Once `isHolding` is set, it holds back the next reply until `deliverReply()` is called. */
const holdsAReply = `addEventListener('message', (event) => {
  if (!window.isHolding || event.data.type !== 'reply') return;
  event.stopImmediatePropagation();
  window.isHolding = false;
  window.deliverReply = () => dispatchEvent(new MessageEvent('message', { data: event.data }));
})`;

describe('the preview in the panel', () => {
  const view = useViews();
  const wishes = () => view.page.getByText('choice of yours');

  /** Opens a preview, and chooses to leave out the second row. */
  async function previewWithWish(): Promise<void> {
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    const rows = view.page.getByRole('list', { name: 'The session by turns' });
    await rows.locator('.item').nth(1).focus();
    await view.page.keyboard.press('l');
    await wishes().waitFor();
    await view.page.locator('.preview-body:not(.stale)').waitFor();
  }

  it('shows no earlier choices while the person is asked about a compaction', async () => {
    await view.open('panel', 'day');
    await previewWithWish();
    await view.push(
      { type: 'field', field: 'isAsked', value: true },
      { type: 'field', field: 'isPreviewing', value: true },
    );
    await wishes().waitFor({ state: 'detached' });
    await view.page.waitForFunction(() => {
      const asked = window.fake.requests.findLast(({ type }) => type === 'preview');
      return asked !== undefined && 'isAsked' in asked && !('wishes' in asked);
    });
  });

  it('restores the choices when the preview is opened again after a reload', async () => {
    await view.open('panel', 'day');
    await previewWithWish();
    await view.page.evaluate(() => {
      const { panel } = document.querySelector('lt-panel') as unknown as { panel: object };
      const data = { type: 'snapshot', snapshot: { ...panel, selectedEvent: 'e4' } };
      window.dispatchEvent(new MessageEvent('message', { data }));
    });
    await view.page.locator('lt-event').waitFor();
    await view.page.reload();
    await view.page.locator('lt-event').waitFor();
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    await wishes().waitFor();
  });

  it('stays open when the host confirms a compaction of the previous session', async () => {
    await view.open('panel', 'day', { script: holdsAReply });
    await previewWithWish();
    await view.page.evaluate(() => {
      const { fake } = window;
      fake.before = () => {
        if (fake.requests.at(-1)?.type !== 'compact') return;
        fake.before = undefined;
        Object.assign(window, { isHolding: true });
      };
    });
    await view.page.getByRole('button', { name: 'Apply' }).click();
    await view.page.waitForFunction(() => window.deliverReply !== undefined);
    await view.page.evaluate(() => {
      window.fake.switchTo('s2');
    });
    await view.page.locator('lt-event').waitFor();
    await previewWithWish();
    await view.page.evaluate(async () => {
      window.deliverReply!();
      await new Promise(requestAnimationFrame);
    });
    assert.equal(await wishes().count(), 1);
  });
});
