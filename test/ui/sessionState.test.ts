import assert from 'node:assert/strict';
import { item, newest } from './harness/panelData.ts';
import { useViews } from './harness/useViews.ts';

/** Two sessions can use the same ids, so a view must not show anything of one session in the other. */
describe('a Longthread view', () => {
  const view = useViews();
  const composer = () => view.page.getByRole('textbox', { name: 'Message', exact: true });

  async function switchTo(session: string): Promise<void> {
    await view.page.evaluate((id) => {
      window.fake.switchTo(id);
    }, session);
  }

  async function expectTyped(text: string): Promise<void> {
    await view.page.waitForFunction((wanted) => document.querySelector('textarea')?.value === wanted, text);
  }

  it('closes the open text of a context item when another session is shown', async () => {
    const now = () => view.page.getByRole('list', { name: 'Context now' });
    await view.open('panel', 'day');
    await now()
      .getByRole('button', { name: /read_file src\/chart.ts/ })
      .click();
    await view.page.getByText('What m40 of s1 said, word for word.').waitFor();
    await switchTo('s2');
    await view.page.getByText('What m40 of s1 said').waitFor({ state: 'detached' });
    await now()
      .getByRole('button', { name: /read_file src\/chart.ts/ })
      .click();
    await view.page.getByText('What m40 of s2 said, word for word.').waitFor();
  });

  it('closes the text of a source message when another session or compaction is selected', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Message m14' }).click();
    await view.page.getByText('What m14 of s1 said').waitFor();
    await switchTo('s2');
    await view.page.getByText('What m14 of s1 said').waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: 'Message m14' }).click();
    await view.page.getByText('What m14 of s2 said').waitFor();
    await view.page.getByRole('button', { name: '150k → 44k' }).click();
    await view.page.getByRole('heading', { name: '150k → 44k' }).waitFor();
    await view.page.getByText('What m14 of s2 said').waitFor({ state: 'detached' });
  });

  it('removes the error message of the session when another session is shown', async () => {
    await view.open('panel', 'day');
    await view.fail('showInChat', 'It is not there.');
    await view.page.getByRole('button', { name: 'Message m14' }).click();
    await view.page.getByRole('button', { name: 'Show in chat' }).click();
    await view.page.getByRole('alert').getByText('It is not there.').waitFor();
    await switchTo('s2');
    await view.page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('keeps the selected event when a new snapshot of the same session arrives', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: '150k → 44k' }).click();
    await view.page.getByRole('heading', { name: '150k → 44k' }).waitFor();
    await switchTo('s1');
    await view.page.getByRole('heading', { name: '150k → 44k' }).waitFor();
    await switchTo('s2');
    await view.page.getByRole('heading', { name: '84k → 21k' }).waitFor();
  });

  it('reads an open item’s text again if the item changed, and closes the text if the item left the context', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: /The gap is at the hour/ }).click();
    await view.page.getByText('What m46 of s1 said').waitFor();
    const stub = item('m46', 'assistant', 'record', ['The gap is at the hour that the clock skips.', 0]);
    await view.push({ type: 'field', field: 'context', value: [stub] });
    await view.page.waitForFunction(
      () => window.fake.requests.filter(({ type }) => type === 'readItem').length === 2,
    );
    await view.push({ type: 'field', field: 'context', value: [] });
    await view.push({ type: 'field', field: 'context', value: [stub] });
    await view.page.getByRole('button', { name: /The gap is at the hour/ }).waitFor();
    assert.equal(await view.page.getByText('What m46 of s1 said').count(), 0, 'the text is still open');
  });

  it('withdraws the question about an undo when another compaction is selected', async () => {
    await view.open('panel', 'day');
    await view.push({
      ...{ type: 'list', field: 'timeline' },
      patch: { added: [{ items: [{ ...newest, id: 'builtOn', tokensBefore: 99_000 }] }] },
    });
    await view.page.getByRole('heading', { name: '99k' }).waitFor();
    await view.page.getByRole('button', { name: 'Undo' }).click();
    await view.page.getByText('Two later compactions').waitFor();
    await view.page.getByRole('button', { name: '84k → 21k' }).click();
    await view.page.getByRole('heading', { name: '84k → 21k' }).waitFor();
    assert.equal(await view.page.getByText('Two later compactions').count(), 0);
  });

  it('keeps a separate draft for each session, even after a reload', async () => {
    await view.open('chat', 'day');
    await composer().fill('for the first');
    await switchTo('s2');
    await expectTyped('');
    await composer().fill('for the second');
    await switchTo('s1');
    await expectTyped('for the first');
    await view.page.reload();
    await expectTyped('for the first');
    await switchTo('s2');
    await expectTyped('for the second');
  });

  it('returns unsent text to the composer of the text’s own session', async () => {
    await view.open('chat', 'day');
    await view.fail('send', 'The disk is full.');
    await view.page.evaluate(() => {
      const { fake } = window;
      fake.before = () => {
        if (fake.requests.at(-1)?.type !== 'send') return;
        fake.before = undefined;
        fake.switchTo('s2');
      };
    });
    await composer().fill('keep me');
    await composer().press('Enter');
    await view.page.getByRole('alert').getByText('The disk is full.').waitFor();
    await expectTyped('');
    await switchTo('s1');
    await expectTyped('keep me');
  });

  it('moves text that was typed without a session to the first session that is shown', async () => {
    await view.open('chat', 'day');
    await switchTo('');
    await expectTyped('');
    await composer().fill('typed early');
    await switchTo('s2');
    await expectTyped('typed early');
    await switchTo('s1');
    await expectTyped('');
  });

  it('hides an unfinished edit while another session is shown, and restores the edit afterwards', async () => {
    await view.open('chat', 'day');
    const editor = await view.beginEdit('m3');
    await editor.fill('half a thought');
    await switchTo('s2');
    await editor.waitFor({ state: 'detached' });
    await switchTo('s1');
    await editor.waitFor();
    assert.equal(await editor.inputValue(), 'half a thought');
  });

  it('keeps the edited text in its row if the edit could not be sent', async () => {
    await view.open('chat', 'day');
    await view.fail('edit', 'The disk is full.');
    const editor = await view.beginEdit('m3');
    await editor.fill('Send it to nobody.');
    await editor.press('Enter');
    await view.page.getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(await editor.inputValue(), 'Send it to nobody.');
    await editor.and(view.page.locator(':focus')).waitFor();
  });

  it('reads the text of an open row again after a new snapshot of the session', async () => {
    await view.open('chat', 'day');
    await view.page.locator('[data-id="t4"] .fold').click();
    await view.page.getByRole('region', { name: 'Result of t4' }).waitFor();
    await switchTo('s1');
    await view.page.waitForFunction(
      () => window.fake.requests.filter(({ type }) => type === 'readOriginal').length === 2,
    );
  });

  it('reloads the list of sessions when another session is shown', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.lastRequest('listSessions');
    await switchTo('s2');
    await view.page.waitForFunction(
      () => window.fake.requests.filter(({ type }) => type === 'listSessions').length === 2,
    );
  });
});
