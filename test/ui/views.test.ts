import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('each view', () => {
  const views = useViews();
  for (const [view, scenario] of [
    ['chat', 'day'],
    ['chat', 'streaming'],
    ['chat', 'unconnected'],
    ['panel', 'day'],
    ['panel', 'empty'],
  ] as const) {
    it(`gives every control a name and keyboard access: ${view}, scenario “${scenario}”`, async () => {
      await views.open(view, scenario);
      await views.page.waitForFunction(() => document.fonts.status === 'loaded');
      const nameless = await views.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, input, textarea, vscode-button, [role="region"]')]
          .filter((element) => !/\S/.test(element.getAttribute('aria-label') ?? element.textContent))
          .filter((element) => (element as HTMLInputElement).labels?.length !== 1)
          .map((element) => element.outerHTML),
      );
      assert.deepEqual(nameless, []);
      const unreachable = await views.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], textarea:not(:disabled)')]
          .filter((element) => element.tabIndex < 0 && element.closest('.item') === null)
          .map((element) => element.outerHTML),
      );
      assert.deepEqual(unreachable, []);
    });
  }

  it('ignores unknown messages', async () => {
    for (const view of ['chat', 'panel'] as const) {
      await views.open(view, 'day');
      await views.page.evaluate(() => {
        for (const data of [{ type: 'unknown' }, null, 'text']) {
          window.dispatchEvent(new MessageEvent('message', { data }));
        }
      });
      await views.page.locator('lt-gauge .percent', { hasText: '62 %' }).waitFor();
    }
  });
});
