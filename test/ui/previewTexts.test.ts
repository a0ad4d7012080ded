import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('the texts of a preview', () => {
  const view = useViews();

  it('can be expanded and collapsed, and an update of the preview neither collapses nor reloads them', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    const first = view.page
      .getByRole('list', { name: 'Context after the compaction' })
      .locator('[data-id="m0"]');
    const press = async (name: string, becomes: string): Promise<void> => {
      await first.getByRole('button', { name, exact: true }).press('Enter');
      await first.locator('button:focus', { hasText: becomes }).waitFor();
    };
    const length = async (): Promise<number> => (await first.locator('pre').innerText()).trim().length;
    await first.focus();
    await view.page.keyboard.press('Enter');
    await first.getByText('You pair. You pair.').waitFor();
    assert.ok((await length()) < 3_010);
    await press('Show all of it', 'Show less');
    assert.ok((await length()) > 3_900);
    const previews = await view.requestCount('preview');
    await view.push({ type: 'field', field: 'stages', value: [] });
    await view.lastRequest('preview', previews + 1);
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    await press('Show less', 'Show all of it');
    assert.ok((await length()) < 3_010, 'the text is not cut again');
    await press('Hide', 'Show');
    assert.equal(await first.locator('pre').count(), 0);
    const reads = await view.page.evaluate(() =>
      window.fake.requests.filter((one) => one.type === 'readPreview' && one.item === 'm0'),
    );
    assert.equal(reads.length, 1, 'an unchanged text was read again');
  });

  it('show why a text could not be read, until it is read again', async () => {
    await view.open('panel', 'day');
    await view.fail('readPreview', 'The log could not be read.');
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    const first = view.page
      .getByRole('list', { name: 'Context after the compaction' })
      .locator('[data-id="m0"]');
    await first.focus();
    await view.page.keyboard.press('Enter');
    await first.getByText('The log could not be read.').waitFor();
    await view.fail('readPreview');
    await first.getByRole('button', { name: 'Read again' }).click();
    await first.getByText('You pair. You pair.').waitFor();
  });
});
