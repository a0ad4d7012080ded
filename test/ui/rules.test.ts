import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useViews } from './harness/useViews.ts';

describe('the person’s rules', () => {
  const view = useViews();
  const card = (): Locator => view.page.getByRole('dialog', { name: 'Your rules' });

  async function open(scenario = 'day'): Promise<void> {
    await view.open('chat', scenario);
    await view.page.getByRole('button', { name: 'Your rules' }).click();
    await card().locator('li').first().waitFor();
  }

  it('are shown with their origins after one click', async () => {
    await open();
    assert.deepEqual(
      (await card().locator('.origin').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      [
        'you said so m1 · 11 tokens',
        'you decided so m3 · 8 tokens',
        'added by you · 8 tokens',
        'kept with “Keep as Rule” m2 · 6 tokens',
        'remembered in this workspace · 5 tokens',
        'removed · added by you · 4 tokens',
      ],
    );
    await card().getByRole('button', { name: 'm1' }).click();
    assert.deepEqual(await view.lastRequest('showMessage'), { type: 'showMessage', message: 'm1' });
    await card().waitFor({ state: 'detached' });
  });

  it('can be added, edited, removed and restored by keyboard alone', async () => {
    await view.open('chat', 'streaming');
    await view.page.getByRole('button', { name: 'Your rules' }).focus();
    await view.page.keyboard.press('Enter');
    await card().getByRole('textbox', { name: 'Add a rule' }).fill('Tides are in UTC.');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('addRule'), { type: 'addRule', text: 'Tides are in UTC.' });
    const focused = (name: string): Promise<void> =>
      card().locator(`button:focus[aria-label="${name}"]`).waitFor();
    await card().getByRole('button', { name: 'Edit rule: Tides are in UTC.' }).press('Enter');
    await view.page.keyboard.press('Escape');
    await focused('Edit rule: Tides are in UTC.');
    await view.page.keyboard.press('Enter');
    await card().getByRole('textbox', { name: 'Rule', exact: true }).fill('Tides are in local time.');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('editRule'), {
      type: 'editRule',
      text: 'Tides are in UTC.',
      to: 'Tides are in local time.',
    });
    await focused('Edit rule: Tides are in local time.');
    await card().getByRole('button', { name: 'Remove: Tides are in local time.' }).press('Enter');
    await focused('Restore rule: Tides are in local time.');
    await view.page.keyboard.press('Enter');
    await focused('Edit rule: Tides are in local time.');
    await view.page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    assert.equal(await view.requestCount('stop'), 0);
  });

  it('are shown in a card that has the focus, and Escape closes the card without stopping the answer', async () => {
    const opener = (): Locator => view.page.getByRole('button', { name: 'Your rules' });
    for (const scenario of ['streaming', 'readOnly']) {
      if (scenario === 'readOnly') await view.close();
      await view.open('chat', scenario);
      await opener().press('Enter');
      const focused =
        scenario === 'streaming'
          ? card().locator('input.add:focus')
          : card().and(view.page.locator(':focus'));
      await card().locator('li').first().waitFor();
      await focused.waitFor();
      await view.page.keyboard.press('Escape');
      await card().waitFor({ state: 'detached' });
      await opener().press('Enter');
      await card().waitFor();
      await opener().press('Escape');
      await card().waitFor({ state: 'detached' });
      assert.equal(await view.requestCount('stop'), 0);
    }
  });

  it('are hidden when another session is shown, and are read again when the person opens them again', async () => {
    await open();
    await view.page.evaluate(() => {
      window.fake.switchTo('s2');
    });
    await card().waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: 'Your rules' }).click();
    await view.lastRequest('readRules', 2);
    await card().locator('li').first().waitFor();
  });

  it('show a warning if they take too much of the room in a request', async () => {
    await open();
    await card().getByRole('textbox', { name: 'Add a rule' }).fill('A very long rule.');
    await view.page.keyboard.press('Enter');
    await card().getByRole('alert').getByText('28 % of the room in a request').waitFor();
  });

  it('can’t be changed if the session is read-only', async () => {
    await open('readOnly');
    assert.equal(await card().locator('input').count(), 0);
    assert.equal(await card().locator('.icon-button').count(), 0);
  });

  it('are opened by a command', async () => {
    await view.open('chat', 'day');
    await view.push({ type: 'focusRequested', on: 'rules' });
    await card().locator('li').first().waitFor();
  });

  it('can be removed in the panel, and have buttons that show their messages in the chat', async () => {
    await view.open('panel', 'day');
    const rules = view.page.locator('lt-rules');
    await rules.getByRole('button', { name: 'Remove: Heights are metres, never feet.' }).click();
    assert.deepEqual(await view.lastRequest('setRule'), {
      type: 'setRule',
      text: 'Heights are metres, never feet.',
      on: false,
    });
    await rules.getByRole('button', { name: 'm1' }).click();
    assert.deepEqual(await view.lastRequest('showInChat'), { type: 'showInChat', message: 'm1' });
  });

  it('can be edited in the panel while the data of the session is updated', async () => {
    await view.open('panel', 'day');
    const rules = view.page.locator('lt-rules');
    await rules.getByRole('button', { name: 'Edit rule: Heights are metres, never feet.' }).click();
    const editor = rules.getByRole('textbox', { name: 'Rule', exact: true });
    await editor.fill('Heights are in metres.');
    await view.push({ type: 'list', field: 'context', patch: {} });
    await view.lastRequest('readRules', 2);
    await view.push({ type: 'field', field: 'title', value: 'Read anew' });
    await view.page.getByRole('heading', { name: 'Read anew' }).waitFor();
    assert.equal(await editor.inputValue(), 'Heights are in metres.');
    await editor.press('Enter');
    await rules.getByRole('button', { name: 'Remove: Heights are in metres.' }).waitFor();
  });

  it('can be added from a context menu, which receives the selected text and its row only if text is selected', async () => {
    await view.open('chat', 'day');
    const said = view.page.locator('.said').first();
    const offered = (): Promise<string | undefined> =>
      view.page.evaluate(() => document.body.dataset['vscodeContext']);
    await said.click({ button: 'right' });
    await said.selectText();
    await said.dispatchEvent('contextmenu');
    const context = JSON.parse((await offered()) ?? 'null') as { selection: string; row: string };
    assert.match(context.selection, /^Never touch `stations.json`, it is generated/);
    assert.equal(context.row, 'm1');
    await view.page.evaluate(() => document.getSelection()?.removeAllRanges());
    await said.dispatchEvent('contextmenu');
    assert.equal(await offered(), undefined);
  });
});
