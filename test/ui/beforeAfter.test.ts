import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('a finished compaction in the panel', () => {
  const view = useViews();

  it('takes two thirds of a wide panel, and is below the list of events in a narrow panel', async () => {
    await view.open('panel', 'day', { width: 1200 });
    const { width } = (await view.page.locator('.column.selected').boundingBox())!;
    assert.ok(Math.abs(width - 800) < 10, `the selected column is ${String(width)} px wide`);
    await view.close();
    await view.open('panel', 'day', { width: 700 });
    const top = async (column: string): Promise<number> =>
      (await view.page.locator(column).boundingBox())?.y ?? assert.fail(`no ${column}`);
    const tops = [];
    for (const column of [
      '.happened .column:first-child',
      '.column.selected',
      '.column.context',
      '.sections',
    ])
      tops.push(await top(column));
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
      'the columns have another order',
    );
  });

  it('tells a screen reader which lines of the model’s notes the check removed or added', async () => {
    await view.open('panel', 'day');
    const checked = view.page
      .locator('section', { hasText: 'What changed in the model’s notes when Longthread checked them' })
      .last();
    const lines = await checked.getByRole('listitem').allTextContents();
    assert.deepEqual(
      lines.map((line) => /^\s*(\w+):/u.exec(line)?.[1]),
      ['Removed', 'Added'],
    );
  });

  it('shows a source message after another source message could not be read', async () => {
    await view.open('panel', 'day');
    await view.page.evaluate(() => {
      const { fake } = window;
      fake.before = () => {
        if (JSON.stringify(fake.requests.at(-1)).includes('"m2"')) fake.failing.set('readMessage', 'Gone.');
        else fake.failing.delete('readMessage');
      };
      for (const id of ['m2', 'm14'])
        document.querySelector<HTMLElement>(`lt-event .mark[aria-label="Message ${id}"]`)?.click();
    });
    await view.page.locator('lt-event .source').getByText('What m14 of s1 said, word for word.').waitFor();
  });

  it('shows a message’s text before and after, can filter the messages, and can bring a message back', async () => {
    await view.open('panel', 'day');
    const list = view.page.getByRole('list', { name: 'Before and after' });
    await list.getByRole('button', { name: /read_file src\/chart.ts shortened 6.2k → 18/ }).click();
    await list.getByRole('region', { name: 'Before' }).getByText('What m3 of s1 said').waitFor();
    await list.getByRole('region', { name: 'After' }).getByText('m3 in one line.').waitFor();
    await list.getByRole('button', { name: 'Bring back' }).click();
    assert.deepEqual(await view.lastRequest('bringBack'), { type: 'bringBack', message: 'm3' });
    await list.getByText('In the context word for word, and pinned.').waitFor();
    await view.page.getByRole('button', { name: /^in the notes \d/ }).click();
    await list.getByRole('button', { name: /read_file/ }).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: /The chart jumps at 02:00/ }).click();
    await list.getByText('What the notes say of m2.').waitFor();
    await view.page.getByRole('button', { name: /^left out \d/ }).click();
    await list.getByRole('button', { name: /ok, thanks/ }).click();
    await list.getByText('Left out and not in the notes').waitFor();
  });
});
