import assert from 'node:assert/strict';
import type { ChatRow } from '../../src/shared/chatView.ts';
import { until } from '../support/until.ts';
import { useViews } from './harness/useViews.ts';

describe('A compaction in the thread', () => {
  const view = useViews();

  it('asks before an undo if later compactions depend on this compaction, and offers Redo afterwards', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await view.page.getByRole('alert').getByText('Two later compactions').waitFor();
    await view.page.getByRole('button', { name: 'Undo 3 compactions' }).click();
    assert.deepEqual(await view.lastRequest('undo', 2), { type: 'undo', compaction: 'e9', isSure: true });
    await view.page.getByText('undone ·', { exact: true }).waitFor();
    await view.page.getByRole('button', { name: 'Redo' }).click();
    assert.deepEqual(await view.lastRequest('redo'), { type: 'redo', isSure: false });
  });

  it('shows the figures on hover and on focus until Escape is pressed, and opens the panel on Enter', async () => {
    await view.open('chat', 'day', { width: 350 });
    const card = view.page.locator('lt-compaction-row .card');
    assert.match((await card.innerText()).replace(/\s+/g, ' '), /Freed 63k · all rules kept/);
    const { height } = (await card.boundingBox())!;
    assert.ok(height < 32, `the card is ${height} px high, more than one line`);
    const figures = view.page.getByText('Pays for itself after 4 requests; 2 so far');
    assert.equal(await figures.isVisible(), false);
    await card.hover();
    await figures.waitFor();
    await view.page.mouse.move(5, 5);
    await figures.waitFor({ state: 'hidden' });
    await view.page.locator('.item[data-id="n1"]').focus();
    await view.page.keyboard.press('ArrowUp');
    await figures.waitFor();
    await view.page.keyboard.press('Escape');
    await figures.waitFor({ state: 'hidden' });
    assert.equal(await view.requestCount('stop'), 0);
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('showCompaction'), { type: 'showCompaction', compaction: 'e9' });
  });

  it('says how many rules were kept, even in a side bar of 200 px', async () => {
    for (const width of [200, 300]) {
      await view.open('chat', 'day', { width });
      const card = view.page.locator('lt-compaction-row .card');
      const isCutOff = await card.evaluate((element) =>
        [element, ...element.querySelectorAll('*')].some(
          (each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth,
        ),
      );
      assert.equal(isCutOff, false, `${width} px`);
      assert.match(await card.innerText(), /all rules kept/);
    }
  });

  it('dims rows that are no longer complete in the context, until the person brings the rows back', async () => {
    await view.open('chat', 'day', { width: 350 });
    const answer = view.page.locator('[data-id="m2"]');
    const row = answer.locator('.row.away');
    assert.match((await row.getAttribute('title'))!, /^In the notes: /);
    await answer.hover();
    await answer.getByRole('button', { name: /^Bring back/ }).click();
    assert.deepEqual(await view.lastRequest('bringBack'), { type: 'bringBack', row: 'm2' });
    await row.waitFor({ state: 'detached' });
    await answer.getByRole('button', { name: 'Unpin' }).waitFor();
    const tool = view.page.locator('[data-id="t1"]');
    await tool.hover();
    await tool.getByRole('button', { name: /^Bring back/ }).click();
    await tool.getByRole('button', { name: 'Unpin' }).click();
    assert.deepEqual(await view.lastRequest('pin'), { type: 'pin', row: 't1', on: false });
    assert.equal(await view.page.locator('.row.away').count(), 0);
  });

  it('is inserted without moving the newest row out of view', async () => {
    await view.open('chat', 'day');
    const list = view.page.locator('lt-list');
    const atEnd = (): Promise<void> =>
      until('the newest row is in view', () =>
        list.evaluate(
          (element) =>
            element.scrollHeight - element.clientHeight - element.scrollTop < 2 && element.scrollTop > 0,
        ),
      );
    await atEnd();
    const newest = await list.locator('.item').last().getAttribute('data-id');
    const row = await list.evaluate((element) =>
      (element as unknown as { items: ChatRow[] }).items.find(({ type }) => type === 'compaction')!,
    );
    const added = [{ items: [{ ...row, id: 'e10' }], before: newest ?? '' }];
    await view.push({ type: 'list', field: 'rows', patch: { added } });
    await list.locator('[data-id=e10]').waitFor();
    await atEnd();
  });
});
