import assert from 'node:assert/strict';
import type { ComposerView } from '../../src/shared/composerView.ts';
import { useViews } from './harness/useViews.ts';

describe('the focus', () => {
  const view = useViews();
  const isFocused = (selector: string): Promise<unknown> =>
    view.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
  const show = (value: Partial<ComposerView>): Promise<void> =>
    view.push({ type: 'field', field: 'composer', value: { attachments: [], isBusy: false, ...value } });
  const press = async (name: string | RegExp, within = 'body'): Promise<void> => {
    await view.page.locator(within).getByRole('button', { name, exact: true }).first().focus();
    await view.page.keyboard.press('Enter');
  };

  it('moves to the message field when the message is sent with the button, and when the model is stopped', async () => {
    await view.open('chat', 'day');
    await view.page.locator('lt-composer textarea').fill('And Brest?');
    await view.page.getByRole('button', { name: 'Send (Enter)' }).click();
    await isFocused('lt-composer textarea');
    await show({ isBusy: true });
    await view.page.getByRole('button', { name: 'Stop (Escape)' }).click();
    await show({});
    await isFocused('lt-composer textarea');
  });

  it('moves to the message field when a message is taken back or an attachment is removed', async () => {
    await view.open('chat', 'day');
    await press('Remove @problems');
    await show({ waiting: [{ id: 1, text: 'And Brest?', isSteering: true }] });
    await isFocused('lt-composer textarea');
    await press('Take back and edit');
    await show({});
    await isFocused('lt-composer textarea');
  });

  it('stays on the row of a compaction when the compaction is undone', async () => {
    await view.open('chat', 'day');
    const row = view.page.locator('[data-id="e9"]');
    await row.getByRole('button', { name: 'Undo', exact: true }).focus();
    await view.page.keyboard.down('Enter');
    await isFocused('[data-id="e9"]');
    // The key is held down. Repeated presses must not open the compaction, as Enter on the row does.
    await view.page.keyboard.down('Enter');
    await view.page.keyboard.up('Enter');
    assert.equal(await view.requestCount('showCompaction'), 0);
    await press('Undo 3 compactions');
    await isFocused('[data-id="e9"]');
  });

  it('stays on the row of an approval when it is answered, and moves to the message field when the row disappears', async () => {
    await view.open('chat', 'askedCommand');
    const row = view.page.locator('.item:has(lt-approval-row)');
    const id = String(await row.getAttribute('data-id'));
    await press('Allow once');
    await isFocused('.item:has(lt-approval-row)');
    await view.push({ type: 'list', field: 'rows', patch: { removed: [id] } });
    await isFocused('lt-composer textarea');
  });

  it('stays in the list of sessions when a session is deleted', async () => {
    await view.open('chat', 'day');
    await view.page.locator('lt-header .session').click();
    await view.page.getByRole('button', { name: /^Harbour/ }).focus();
    await press(/^Delete Harbour/);
    await isFocused('lt-sessions input');
  });

  it('stays beside the pressed button in the panel when the button disappears', async () => {
    await view.open('panel', 'day');
    await press('Undo', 'lt-event');
    await isFocused('.detail');
    await press(/^Delete memory/);
    await view.push({ type: 'field', field: 'memories', value: [] });
    await isFocused('.sections');
    await view.page.locator('.panel-head vscode-button').first().click();
    await press('Skip the model’s notes');
    await isFocused('.preview-status');
  });

  it('is left alone if the person gives it up', async () => {
    await view.open('chat', 'day');
    await view.page.locator('lt-composer textarea').focus();
    await view.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await show({ isBusy: true });
    await view.page.getByRole('button', { name: 'Stop (Escape)' }).waitFor();
    await view.page.evaluate(() => new Promise((done) => setTimeout(done, 50)));
    await isFocused('body');
  });
});
