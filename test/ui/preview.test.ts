import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { gauge } from './harness/gaugeData.ts';
import { useViews } from './harness/useViews.ts';

describe('the preview of a compaction in the panel', () => {
  const view = useViews();
  const preview = (): Promise<void> => view.page.getByRole('button', { name: 'Compact…' }).click();

  async function openPreview(): Promise<void> {
    await view.open('panel', 'day');
    await preview();
  }

  it('applies the shown compaction with the chosen target and instructions', async () => {
    await openPreview();
    await view.page.getByText('112k → 62k').waitFor();
    await view.page.getByRole('textbox', { name: 'Instructions for the notes' }).fill('Keep the heights.');
    await view.page.getByRole('textbox', { name: 'Target' }).fill('30');
    await view.page.getByRole('combobox', { name: 'The target’s unit' }).selectOption('percent');
    const asked = { strategy: 'hybrid', instructions: 'Keep the heights.', budgetTokens: 54_300 };
    await view.page.waitForFunction(() =>
      window.fake.requests.some((one) => one.type === 'preview' && one.budgetTokens === 54_300),
    );
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    await view.page.getByRole('button', { name: 'Apply' }).click();
    const { key, ...compact } = (await view.lastRequest('compact')) as { key: string };
    assert.deepEqual(compact, { type: 'compact', ...asked });
    assert.equal(key, `preview${String(await view.requestCount('preview'))}`);
    await view.page.locator('lt-event').waitFor();
  });

  it('converts a target in percent to tokens of the current usable window', async () => {
    await view.open('panel', 'day');
    await view.fail('preview', 'Not yet.');
    await preview();
    await view.page.getByText('Not yet.').waitFor();
    await view.fail('preview');
    await view.page.getByRole('textbox', { name: 'Target' }).fill('30 %');
    const planned = (budgetTokens: number): Promise<unknown> =>
      view.page.waitForFunction(
        (wanted) => window.fake.requests.some((one) => one.type === 'preview' && one.budgetTokens === wanted),
        budgetTokens,
      );
    await planned(54_300);
    await view.push({ type: 'field', field: 'gauge', value: { ...gauge, usableTokens: 90_000 } });
    await planned(27_000);
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    await view.page.getByRole('button', { name: 'Apply' }).click();
    const { budgetTokens } = (await view.lastRequest('compact')) as { budgetTokens: number };
    assert.equal(budgetTokens, 27_000);
  });

  describe('keeps the choices', () => {
    const field = (name: string): Locator => view.page.getByRole('textbox', { name });
    const chosen = {
      ...{ type: 'preview', strategy: 'hybrid', instructions: 'Keep the heights.', budgetTokens: 40_000 },
      wishes: [{ message: 'm500', wish: 'leftOut' }],
      range: { first: 'm2', last: 'm500' },
    };

    async function choose(): Promise<void> {
      await openPreview();
      const rows = view.page.getByRole('list', { name: 'The session by turns' });
      await rows.locator('.item').nth(1).focus();
      for (const key of ['l', 'u']) await view.page.keyboard.press(key);
      await field('Target').fill('40k');
      await field('Instructions for the notes').fill('Keep the heights.');
      await expectChoices();
    }

    async function expectChoices(): Promise<void> {
      await view.page.getByText('only one part is compacted, 1 choice of yours').waitFor();
      await view.page.waitForFunction(
        (wanted) =>
          JSON.stringify(window.fake.requests.findLast(({ type }) => type === 'preview')) === wanted,
        JSON.stringify(chosen),
      );
      assert.equal(await field('Target').inputValue(), '40k');
      assert.equal(await field('Instructions for the notes').inputValue(), 'Keep the heights.');
    }

    /** Checks that the panel shows its events and that the next preview begins without choices. */
    async function expectNoChoices(): Promise<void> {
      await view.page.locator('lt-event').waitFor();
      await preview();
      await view.page.getByText('112k → 62k').waitFor();
      assert.equal(await view.page.getByText('choice of yours').count(), 0);
      assert.equal(await field('Target').inputValue(), '');
      assert.equal(await field('Instructions for the notes').inputValue(), '');
    }

    it('until the preview is closed', async () => {
      await choose();
      await view.page.getByRole('button', { name: 'Compare Strategies' }).click();
      await view.page.locator('lt-comparison tr').first().waitFor();
      await view.page.getByRole('button', { name: 'Close comparison' }).click();
      await expectChoices();
      await view.page.reload();
      await expectChoices();
      await view.page.getByRole('button', { name: 'Close', exact: true }).click();
      await view.page.locator('lt-event').waitFor();
      await view.page.reload();
      await expectNoChoices();
    });

    it('only for the session in which they were made', async () => {
      await choose();
      await view.page.evaluate(() => {
        window.fake.switchTo('s2');
      });
      await expectNoChoices();
    });
  });

  it('lets the person choose by keyboard what happens to a message', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compact…' }).focus();
    await view.page.keyboard.press('Enter');
    const rows = view.page.getByRole('list', { name: 'The session by turns' });
    await rows.locator('.item').first().focus();
    const press = (key: string): Promise<void> => view.page.keyboard.press(key);
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'k']) await press(key);
    await rows.getByText('stays · by you').waitFor();
    await view.page.getByText('112k → 80k').waitFor();
    assert.deepEqual(await view.lastRequest('preview', 2), {
      ...{ type: 'preview', strategy: 'hybrid', instructions: '' },
      wishes: [{ message: 'm59', wish: 'stays' }],
    });
    await press('k');
    await view.page.getByText('112k → 62k').waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'u']) await press(key);
    await view.page.getByText('only one part is compacted').waitFor();
    const { range } = (await view.lastRequest('preview', 4)) as { range: unknown };
    assert.deepEqual(range, { first: 'm2', last: 'm500' });
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'l']) await press(key);
    await view.page.getByText('3 choices of yours').waitFor();
    await view.page.getByRole('button', { name: 'Undo my choices' }).press('Enter');
    await view.page.getByText('112k → 62k').waitFor();
  });

  it('marks the selected rows for screen readers', async () => {
    await openPreview();
    const rows = view.page.getByRole('list', { name: 'The session by turns' });
    await rows.locator('.item').first().focus();
    const press = (key: string): Promise<void> => view.page.keyboard.press(key);
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'Shift+ArrowDown']) await press(key);
    await view.page.getByRole('toolbar', { name: 'Selection' }).getByText('2 rows').waitFor();
    const selected = rows.locator('.item:has(> .selected)');
    await selected.nth(1).waitFor();
    assert.deepEqual(
      await selected.evaluateAll((all) =>
        all.map((item) => [item.dataset['id'], item.ariaLabel?.split('.')[0]]),
      ),
      [
        ['m2', 'Selected'],
        ['m59', 'Selected'],
      ],
    );
    await view.page.getByRole('button', { name: 'Clear selection' }).click();
    await selected.first().waitFor({ state: 'detached' });
  });

  it('opens a row’s menu of choices after a right click or the Menu key', async () => {
    await openPreview();
    const rows = view.page.getByRole('list', { name: 'The session by turns' });
    const menu = view.page.getByRole('menu', { name: 'Choices for this row' });
    await rows.locator('.item').nth(1).focus();
    await view.page.keyboard.press('ContextMenu');
    await menu.getByRole('menuitem', { name: 'Keep' }).and(view.page.locator(':focus')).waitFor();
    await view.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await rows.locator('.item:focus', { hasText: 'Step 1 of' }).waitFor();
    await rows.locator('.item').nth(1).click({ button: 'right' });
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter'])
      await view.page.keyboard.press(key);
    await view.page.waitForFunction(() => window.fake.requests.some((one) => 'wishes' in one));
    const { wishes } = (await view.lastRequest('preview')) as { wishes: unknown };
    assert.deepEqual(wishes, [{ message: 'm500', wish: 'leftOut' }]);
    await menu.waitFor({ state: 'detached' });
  });

  it('is updated when the context changes, even during an update, but not when only the used tokens change', async () => {
    await openPreview();
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    await view.push({ type: 'field', field: 'gauge', value: { ...gauge, usedTokens: 113_000 } });
    await view.page.getByRole('img', { name: '113k of 181k' }).waitFor();
    await view.push({ type: 'list', field: 'context', patch: {} });
    await view.lastRequest('preview', 2);
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    assert.equal(await view.requestCount('preview'), 2);
    await view.page.evaluate(() => {
      const { fake } = window;
      fake.before = () => {
        if (fake.requests.at(-1)?.type === 'preview')
          fake.channel.send({ type: 'list', field: 'context', patch: {} } as never);
      };
    });
    const rows = view.page.getByRole('list', { name: 'The session by turns' });
    await rows.locator('.item').first().focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'k']) await view.page.keyboard.press(key);
    await view.page.getByText('112k → 80k').waitFor();
  });

  it('can be limited to rows selected by dragging, and a release outside the page also ends the drag', async () => {
    await openPreview();
    const row = (name: string): Locator => view.page.locator('.preview-row', { hasText: name });
    await row('Step 1 of').locator('.label').hover();
    await view.page.mouse.down();
    // The pointer moves without a pressed button: the button was released outside of the page, without an event.
    await row('Step 1 of').dispatchEvent('pointermove', { buttons: 0 });
    await row('Step 3 of').dispatchEvent('pointermove', { buttons: 0 });
    assert.equal(await view.page.getByRole('toolbar', { name: 'Selection' }).count(), 0);
    await view.page.mouse.up();
    await row('Step 1 of').locator('.label').hover();
    await view.page.mouse.down();
    await row('Step 2 of').locator('.label').hover();
    await row('Step 4 of').locator('.label').hover();
    await view.page.mouse.up();
    await view.page.getByRole('toolbar', { name: 'Selection' }).getByText('4 rows').waitFor();
    await view.page.getByRole('button', { name: 'Compact this part' }).click();
    await view.page.waitForFunction(() => window.fake.requests.some((one) => 'range' in one));
    const { range } = (await view.lastRequest('preview')) as { range: unknown };
    assert.deepEqual(range, { first: 'm500', last: 'm503' });
  });

  it('offers no choices for the newest message', async () => {
    await openPreview();
    const rows = view.page.getByRole('list', { name: 'The session by turns' });
    await rows.locator('.item').first().focus();
    await view.page.keyboard.press('End');
    const last = rows.locator('.item', { hasText: 'And the legend?' });
    await last.getByText('your newest message').waitFor();
    assert.equal(await last.getByRole('button').count(), 0);
  });

  it('offers to keep a message whose rule would be in neither the context nor the notes', async () => {
    await openPreview();
    await view.page
      .getByText(
        'Important, but in neither the context nor the notes: 12 rules, decisions, files, names and open tasks.',
      )
      .waitFor();
    const rule = view.page.getByRole('listitem').filter({ hasText: 'Never round them before' }).last();
    await rule.getByRole('button', { name: 'Keep' }).click();
    await view.page.waitForFunction(() => window.fake.requests.some((one) => 'wishes' in one));
    const { wishes } = (await view.lastRequest('preview')) as { wishes: unknown };
    assert.deepEqual(wishes, [{ message: 'm2', wish: 'stays' }]);
  });

  it('shows the context before and after the compaction, and the cost', async () => {
    await openPreview();
    await view.page.getByText('What m40 afterwards of s1 said, word for word.').waitFor();
    await view.page.getByRole('button', { name: 'before', exact: true }).click();
    await view.page.getByText('What m40 of s1 said, word for word.').waitFor();
    const { figure } = await view.page
      .locator('.preview-status')
      .evaluate((status) => ({ figure: status.textContent.replace(/\s+/g, ' ') }));
    assert.match(
      figure,
      /Now \$0\.0337 per request\. Compacted: \$0\.19 for the first request, then \$0\.0186\. The compaction pays off after 12 requests\./,
    );
    assert.match(
      figure,
      /at most 66k with a model’s notes[^]*gpt-5-codex writes notes of up to 4k tokens\. To write them, the model reads the messages that leave the context\. To understand these, it also reads messages of yours and pinned messages\. Long texts are cut, and secrets are masked\./,
    );
  });

  it('says why a preview can’t be applied', async () => {
    await openPreview();
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    await view.fail('compact', 'The session changed.');
    await view.page.getByRole('button', { name: 'Apply' }).click();
    await view.page.getByRole('alert').getByText('The session changed.').waitFor();
    await view.lastRequest('preview', 2);
    await view.page.locator('lt-preview .preview-body:not(.stale)').waitFor();
    await view.page.getByRole('button', { name: 'Close', exact: true }).click();
    await view.page.locator('lt-event').waitFor();
    assert.equal(await view.page.getByRole('alert').count(), 0);
  });
});
