import assert from 'node:assert/strict';
import type { ToolRow } from '../../src/shared/chatView.ts';
import { useViews } from './harness/useViews.ts';

describe('a tool call in the thread', () => {
  const view = useViews();

  it('shows a path argument as a link, an edit as a diff, and a long text collapsed', async () => {
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

  it('wraps the long lines of a result only on request', async () => {
    await view.open('chat', 'day');
    await view.page.locator('[data-id="t1"] .fold').click();
    const result = view.page.getByRole('region', { name: 'Result of t1' });
    await result.getByText('line39').waitFor();
    await view.page.locator('.code-bar', { hasText: 'Result' }).waitFor();
    const isWider = (): Promise<boolean> =>
      result.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    assert.equal(await isWider(), true, 'the result does not scroll sideways in its box');
    const thread = await view.page
      .locator('lt-list')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(thread, 0, 'the thread scrolls sideways');
    await view.page.getByRole('button', { name: 'Wrap long lines' }).click();
    await view.page.getByRole('button', { name: 'Wrap long lines', pressed: true }).waitFor();
    assert.equal(await isWider(), false);
    await view.page.getByRole('button', { name: 'Copy result' }).click();
    const { text } = (await view.lastRequest('copy')) as { text: string };
    assert.match(text, /^export const line0/);
  });

  it('is not animated while it runs if the person prefers reduced motion', async () => {
    await view.open('chat', 'day');
    const call = { type: 'tool', id: 't1', at: 0, name: 'read_file', mainArgument: 'a.ts' } as const;
    await view.replace('t1', { ...call, status: 'running', outcome: '', isPinned: false });
    await view.page.locator('[data-id="t1"] .codicon-loading').waitFor();
    const moving = await view.page.evaluate(() =>
      document.getAnimations().filter(({ playState }) => playState === 'running'),
    );
    assert.equal(moving.length, 0);
  });

  it('does not cut off the outcome beside a long argument', async () => {
    await view.open('chat', 'day', { width: 300 });
    const mainArgument = 'src/extension/chat/deep/folders/toolRows.ts';
    const call = { type: 'tool', id: 't3', at: 0, name: 'edit_file', mainArgument, isPinned: false } as const;
    await view.replace('t3', { ...call, status: 'done', outcome: '412 lines, undone' });
    const outcome = view.page.locator('[data-id="t3"]').getByText('412 lines, undone');
    await outcome.waitFor();
    const [needed, width] = await outcome.evaluate((shown) => [shown.scrollWidth, shown.clientWidth]);
    assert.equal(needed, width);
  });

  for (const width of [300, 700])
    it(`shows the reason for a failure inside its row, at a width of ${width} px`, async () => {
      await view.open('chat', 'day', { width });
      const row = view.page.locator('[data-id="t4"]');
      const failed = await row.evaluate((element) =>
        (element.closest('lt-list') as unknown as { items: ToolRow[] }).items.find(({ id }) => id === 't4')!,
      );
      const outcome = 'The text to replace occurs in 2 places (lines 2, 10); give more of the lines ar…';
      await view.replace('t4', { ...failed, mainArgument: 'src/time.ts', outcome });
      const words = row.getByText(outcome);
      await words.waitFor();
      assert.ok((await row.locator('.argument').boundingBox())!.width > 70, 'the path is too narrow to read');
      const isWithin = await words.evaluate((element) => {
        const [inner, outer] = [element, element.closest('.item')!].map((each) =>
          each.getBoundingClientRect(),
        );
        return inner!.bottom <= outer!.bottom && element.scrollWidth <= element.clientWidth;
      });
      assert.ok(isWithin);
      await row.locator('.fold').click();
      const whole = view.page.getByRole('region', { name: 'Result of t4' });
      await whole.waitFor();
      assert.equal(await whole.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth), false);
    });
});
