import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('a tool call in the thread', () => {
  const view = useViews();

  it('says what a tool was called with: a path to open, an edit as a diff, a long text folded', async () => {
    await view.open('chat', 'day');
    await view.page.locator('[data-id="t1"] .fold').click();
    await view.page.getByRole('button', { name: 'src/chart 1.ts' }).click();
    assert.deepEqual(await view.lastRequest('openLink'), { type: 'openLink', href: 'src/chart%201.ts' });
    await view.page.locator('[data-id="t3"] .fold').click();
    await view.page.locator('.hljs-addition', { hasText: '+const height = cosine' }).waitFor();
    const content = view.page.getByRole('region', { name: 'content' });
    assert.equal(await content.count(), 0);
    await view.page.getByText('20 lines').click();
    await content.waitFor();
    await view.page.locator('[data-id="t4"] .fold').click();
    await view.page.locator('.command', { hasText: 'npm run chart' }).waitFor();
  });

  it('keeps the lines of a result, and wraps them when asked', async () => {
    await view.open('chat', 'day');
    await view.page.locator('[data-id="t1"] .fold').click();
    const result = view.page.getByRole('region', { name: 'Result of t1' });
    await result.getByText('line39').waitFor();
    const isWider = (): Promise<boolean> =>
      result.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    assert.equal(await isWider(), true, 'it is scrolled sideways in its box');
    const thread = await view.page
      .locator('lt-list')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(thread, 0, 'and the thread is not');
    await view.page.getByRole('button', { name: 'Wrap long lines' }).click();
    await view.page.getByRole('button', { name: 'Wrap long lines', pressed: true }).waitFor();
    assert.equal(await isWider(), false);
    await view.page.getByRole('button', { name: 'Copy result' }).click();
    const { text } = (await view.lastRequest('copy')) as { text: string };
    assert.match(text, /^export const line0/);
  });
});
