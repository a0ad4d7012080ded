import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('the list of the context in the panel', () => {
  const view = useViews();
  const list = () => view.page.getByRole('list', { name: 'Context now' });

  it('shows an item word for word, and leaves the item out on request', async () => {
    await view.open('panel', 'day');
    await list()
      .getByRole('button', { name: /read_file src\/chart.ts/ })
      .click();
    await view.page.getByText('What m40 of s1 said, word for word.').waitFor();
    await view.page.getByRole('button', { name: 'Leave out' }).click();
    assert.deepEqual(await view.lastRequest('exclude'), { type: 'exclude', message: 'm40', on: true });
  });

  it('labels the tool descriptions “json”, and offers to wrap their long lines', async () => {
    await view.open('panel', 'day');
    const label = '17 tool descriptions';
    const item = { id: 'tools', role: 'system', fate: 'stays', label, tokens: 2_400 } as const;
    await view.push({ type: 'field', field: 'context', value: [{ ...item, origins: [], originCount: 0 }] });
    await list().getByRole('button', { name: label }).click();
    const bar = list().locator('.code-bar');
    assert.equal(await bar.innerText(), 'json');
    await bar.getByRole('button', { name: 'Wrap long lines' }).click();
    await bar.getByRole('button', { name: 'Wrap long lines', pressed: true }).waitFor();
  });
});
