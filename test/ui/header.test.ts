import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('the header', () => {
  const view = useViews();
  it('offers to take over a read-only session', async () => {
    await view.open('chat', 'readOnly');
    await view.page.getByRole('button', { name: 'Take over' }).click();
    assert.deepEqual(await view.lastRequest('run'), { type: 'run', command: 'takeOver' });
  });

  it('opens the matching session when Enter is pressed in the search field for sessions', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.page.getByRole('searchbox').fill('harbour');
    await view.page.keyboard.press('Enter');
    await view.page.locator('lt-sessions').waitFor({ state: 'detached' });
    assert.deepEqual(await view.lastRequest('switchSession'), { type: 'switchSession', session: 's2' });
  });

  it('opens a list in which sessions can be searched, renamed, deleted, restored and opened', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.page.getByText('Faster harmonic analysis').waitFor();
    await view.page.getByRole('searchbox').fill('of no session');
    const none = await view.page.getByText('No session matches.').boundingBox();
    const above = await view.page.getByRole('button', { name: 'Open a transcript…' }).boundingBox();
    assert.ok(none!.y < above!.y + 50, '“No session matches.” is not at the top of the list');
    await view.page.getByRole('searchbox').fill('harbour');
    await view.page.getByText('Faster harmonic analysis').waitFor({ state: 'detached' });
    const row = view.page.getByRole('listitem').filter({ hasText: 'Harbour office' });
    await row.hover();
    await view.page.getByRole('button', { name: 'Rename Harbour office: nightly export' }).click();
    await view.page.getByRole('textbox', { name: 'New name' }).fill('Harbour export');
    await view.page.keyboard.press('Enter');
    await view.page.getByText('Harbour export').waitFor();
    await view.page.getByRole('listitem').filter({ hasText: 'Harbour export' }).hover();
    await view.page.getByRole('button', { name: 'Delete Harbour export' }).click();
    await view.page.getByRole('button', { name: 'Restore Harbour export' }).click();
    await view.page.getByRole('button', { name: /^Harbour export/ }).click();
    assert.deepEqual(await view.lastRequest('switchSession'), { type: 'switchSession', session: 's2' });
    await view.page.locator('lt-list').waitFor();
  });
});

describe('an empty thread', () => {
  const view = useViews();

  it('has a button that opens the sample session', async () => {
    await view.open('chat', 'empty');
    await view.page.getByRole('button', { name: 'Open the Sample Session' }).click();
    assert.deepEqual(await view.lastRequest('run'), { type: 'run', command: 'openSample' });
  });

  for (const scenario of ['empty', 'unconnected'] as const)
    it(`explains Longthread’s purpose in the scenario “${scenario}”`, async () => {
      await view.open('chat', scenario);
      await view.page.getByText('Before the context is full, Longthread compacts it').waitFor();
    });

  it('suggests first questions, and puts the chosen question into the composer without sending it', async () => {
    await view.open('chat', 'empty');
    const questions = view.page.getByRole('list', { name: 'Questions to begin with' }).getByRole('button');
    assert.equal(await questions.count(), 3);
    const text = await questions.first().innerText();
    await questions.first().click();
    const composer = view.page.getByRole('textbox', { name: 'Message' });
    await view.page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    assert.equal(await composer.inputValue(), text);
    assert.equal(await view.requestCount('send'), 0);
  });
});
