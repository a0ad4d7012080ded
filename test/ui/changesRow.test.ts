import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('The row of changed files', () => {
  const view = useViews();
  const row = () => view.page.locator('lt-changes-row');
  const file = (name: string) => row().getByRole('listitem').filter({ hasText: name });

  beforeEach(() => view.open('chat', 'changedFiles', { width: 300 }));

  it('has buttons to compare, keep and undo the changes of all files', async () => {
    await row().getByRole('button', { name: '2 files changed' }).click();
    assert.deepEqual(await view.lastRequest('openDiff'), { type: 'openDiff', row: 'm1:changes' });
    await row().getByRole('button', { name: 'Keep' }).click();
    assert.deepEqual(await view.lastRequest('keepFiles'), { type: 'keepFiles', row: 'm1:changes' });
    await row().getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await view.lastRequest('undoFiles'), { type: 'undoFiles', row: 'm1:changes' });
  });

  it('has buttons to compare, keep and undo the changes of a single file', async () => {
    await row().getByRole('button', { name: 'Show the files one by one', expanded: false }).click();
    await file('interpolate.ts').getByRole('button', { name: 'src/interpolate.ts' }).click();
    assert.deepEqual(await view.lastRequest('openDiff'), { type: 'openDiff', row: 'm1:changes:0' });
    await file('interpolate.ts').getByRole('button', { name: 'Keep' }).click();
    assert.deepEqual(await view.lastRequest('keepFiles'), { type: 'keepFiles', row: 'm1:changes:0' });
    await file('chart.ts').getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await view.lastRequest('undoFiles'), { type: 'undoFiles', row: 'm1:changes:1' });
  });

  it('offers Undo but not Keep for a change that was already kept', async () => {
    await row().getByRole('button', { name: 'Show the files one by one' }).click();
    await file('chart.ts').filter({ hasText: ', kept' }).getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal(await file('chart.ts').getByRole('button', { name: 'Keep' }).count(), 0);
  });

  it('leaves the Keep button in the row of each edit', async () => {
    await view.page.locator('[data-id="t1"]').hover();
    await view.page
      .locator('[data-id="t1"]')
      .getByRole('button', { name: 'Keep: mark this change as reviewed' })
      .click();
    assert.deepEqual(await view.lastRequest('keepFiles'), { type: 'keepFiles', row: 't1' });
  });
});
