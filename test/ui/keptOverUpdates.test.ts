import assert from 'node:assert/strict';
import type { AssistantRow, UserRow } from '../../src/shared/chatView.ts';
import { useViews } from './harness/useViews.ts';

/** Typed texts, the reading position and the focus must survive every update of a view. */
describe('a view', () => {
  const view = useViews();
  const composer = () => view.page.getByRole('textbox', { name: 'Message', exact: true });
  const editor = () => view.page.getByRole('textbox', { name: 'Edit message' });
  const list = () => view.page.locator('lt-list');

  const focused = (): Promise<string> =>
    view.page.evaluate(() => {
      const { activeElement } = document;
      const row = activeElement?.closest<HTMLElement>('.item')?.dataset['id'] ?? '';
      return `${row} ${activeElement?.getAttribute('aria-label') ?? activeElement?.className ?? ''}`.trim();
    });

  /** Presses a key while an input method is composing a word. */
  const composingKey = (key: string): Promise<void> =>
    view.page.evaluate((pressed) => {
      const options = { key: pressed, isComposing: true, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options));
    }, key);

  it('puts a suggested question before the typed text instead of replacing the text', async () => {
    await view.open('chat', 'empty');
    await composer().fill('half a thought');
    const question = view.page
      .getByRole('list', { name: 'Questions to begin with' })
      .getByRole('button')
      .first();
    const text = await question.innerText();
    await question.click();
    await view.page.waitForFunction(
      (start) => document.querySelector('textarea')?.value.startsWith(start),
      text,
    );
    assert.equal(await composer().inputValue(), `${text}\n\nhalf a thought`);
  });

  it('keeps an unfinished edit of a message when the page is reloaded, but not a cancelled edit', async () => {
    await view.open('chat', 'day');
    await view.beginEdit('m3');
    await editor().fill('half a thought');
    await view.page.reload();
    await editor().waitFor();
    assert.equal(await editor().inputValue(), 'half a thought');
    await editor().press('Escape');
    await view.page.reload();
    await view.page.locator('[data-id="m3"]').waitFor();
    assert.equal(await editor().count(), 0);
  });

  it('ends the edit of a message that was removed or forgotten', async () => {
    await view.open('chat', 'day');
    const row = (id: string, text: string): UserRow => ({
      ...{ type: 'user', id, at: 0, text, attachments: [], secrets: [], isPinned: false, isEditable: true },
    });
    const kept = (): Promise<readonly unknown[]> =>
      view.page.evaluate(() => {
        const state: unknown = JSON.parse(sessionStorage.getItem('state of chat') ?? '');
        return (state as { edits: readonly unknown[] }).edits;
      });
    await view.append(row('m98', 'My key is 12.'), row('m99', 'And 13.'));
    for (const id of ['m98', 'm99']) {
      await view.beginEdit(id);
      await view.page.locator(`[data-id="${id}"] textarea`).fill('My key is 14.');
    }
    await view.replace('m98', row('m98', '[forgotten]'));
    await view.page.getByText('[forgotten]').waitFor();
    assert.deepEqual(await kept(), [{ session: 's1', row: 'm99', text: 'My key is 14.', of: 'And 13.' }]);
    await view.push({ type: 'list', field: 'rows', patch: { removed: ['m98', 'm99'] } });
    await editor().waitFor({ state: 'detached' });
    assert.deepEqual(await kept(), []);
  });

  it('keeps the model’s thinking open and focused when the complete answer arrives', async () => {
    await view.open('chat', 'streaming');
    const fold = view.page.locator('lt-assistant-row').last().locator('.fold');
    await view.push({ type: 'textStreamed', id: 'live', reasoning: 'First I look around.' });
    await fold.click();
    await fold.focus();
    const row: AssistantRow = {
      type: 'assistant',
      id: 'm9',
      at: 0,
      markdown: 'Done.',
      reasoning: 'First I look around.',
      isStreaming: false,
      isPinned: false,
    };
    await view.replace('live', row);
    await view.page.locator('[data-id="m9"]').getByText('Done.').waitFor();
    assert.equal(await fold.getAttribute('aria-expanded'), 'true');
    assert.equal(await focused(), 'm9 fold muted');
  });

  it('keeps the reading position while the list of sessions covers the thread', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await list().evaluate((element) => {
      element.scrollTo(0, element.scrollHeight - element.clientHeight - 400);
    });
    await view.page.getByRole('button', { name: 'Newest' }).waitFor();
    const before = await list().evaluate((element) => element.scrollTop);
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.page.getByRole('searchbox').waitFor();
    assert.equal(await list().isVisible(), false);
    await view.page.keyboard.press('Escape');
    await view.page.getByRole('searchbox').waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: 'Newest' }).waitFor();
    assert.equal(await list().evaluate((element) => element.scrollTop), before);
  });

  it('keeps the reading position when a program adds a message, but not when the person sends one', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await list().evaluate((element) => {
      element.scrollTo(0, 900);
    });
    const newest = view.page.getByRole('button', { name: 'Newest' });
    await newest.waitFor();
    const before = await list().evaluate((element) => element.scrollTop);
    const blank = { attachments: [], secrets: [], isPinned: false, isEditable: false };
    const message = { ...blank, type: 'user', at: 0 } as const;
    await view.append({ ...message, id: 'u1', text: 'Tasks are open.', clientLabel: 'system-reminder' });
    await view.page.waitForFunction(
      () => (document.querySelector('lt-list') as unknown as { items: unknown[] }).items.length === 61,
    );
    assert.equal(await list().evaluate((element) => element.scrollTop), before);
    await view.append({ ...message, id: 'u2', text: 'And the ferries?' });
    await newest.waitFor({ state: 'detached' });
  });

  it('keeps the focus on a row when earlier rows are loaded above the row', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await view.page.locator('[data-id="r4999"]').focus();
    await list().evaluate((element) => {
      element.scrollTo(0, 0);
    });
    await view.lastRequest('loadEarlier');
    await view.page.waitForFunction(
      () => (document.querySelector('lt-list') as unknown as { items: unknown[] }).items.length >= 120,
    );
    assert.match(await focused(), /^r4999 Answer: Answer 4999/);
    assert.deepEqual(
      await list()
        .locator('.item[tabindex="0"]')
        .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['id'])),
      ['r4999'],
    );
  });

  it('moves the Tab stop to the next row when the row with the Tab stop is removed', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await view.page.locator('[data-id="r4998"]').focus();
    await view.push({ type: 'list', field: 'rows', patch: { removed: ['r4998'] } });
    await view.page.locator('[data-id="r4998"]').waitFor({ state: 'detached' });
    await list().evaluate((element) => {
      element.scrollTo(0, 0);
    });
    await view.lastRequest('loadEarlier');
    await view.page.waitForFunction(
      () => (document.querySelector('lt-list') as unknown as { items: unknown[] }).items.length >= 119,
    );
    await view.page.locator('.item[data-id="r4999"][tabindex="0"]').waitFor();
  });

  it('ignores Enter and Escape while an input method is composing a word', async () => {
    await view.open('chat', 'streaming');
    await composer().focus();
    await composingKey('Escape');
    assert.equal(await view.requestCount('stop'), 0);
    await view.beginEdit('m1');
    await composingKey('Escape');
    assert.equal(await editor().count(), 1);
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.page.getByText('Faster harmonic analysis').hover();
    await view.page.getByRole('button', { name: 'Rename Faster harmonic analysis' }).click();
    await view.page.getByRole('textbox', { name: 'New name' }).fill('Harm');
    await composingKey('Enter');
    await composingKey('Escape');
    assert.equal(await view.page.getByRole('textbox', { name: 'New name' }).count(), 1);
    assert.equal(await view.requestCount('renameSession'), 0);
  });

  it('scrolls to a newly selected suggestion, but does not scroll back on a later update', async () => {
    await view.open('chat', 'day', { height: 320 });
    await composer().pressSequentially('@');
    await view.page.getByRole('option').first().waitFor();
    await view.page.getByRole('listbox').evaluate((box) => {
      box.style.maxHeight = '60px';
    });
    await view.page.keyboard.press('ArrowUp');
    const [option, box] = [
      await view.page.getByRole('option', { selected: true }).boundingBox(),
      await view.page.getByRole('listbox').boundingBox(),
    ];
    assert.ok(option !== null && box !== null);
    assert.ok(option.y >= box.y && option.y + option.height <= box.y + box.height);
    const list = view.page.getByRole('listbox');
    await list.evaluate((element) => {
      element.scrollTop = 0;
    });
    await view.push({
      type: 'field',
      field: 'composer',
      value: { attachments: [], isBusy: true, activity: 'Reading src/chart.ts' },
    });
    await view.page.getByText('Reading src/chart.ts').waitFor();
    assert.equal(await list.evaluate(({ scrollTop }) => scrollTop), 0, 'an update scrolled back');
  });

  it('keeps a refused session name in its field, and sends the second attempt only once', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.page.getByText('Faster harmonic analysis').hover();
    await view.page.getByRole('button', { name: 'Rename Faster harmonic analysis' }).click();
    await view.fail('renameSession', 'The disk is full.');
    const name = view.page.getByRole('textbox', { name: 'New name' });
    await name.fill('Harmonics');
    await name.press('Enter');
    await view.page.getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(await name.inputValue(), 'Harmonics');
    // Before the host answers, Enter is pressed again and the field loses the focus: neither may send another request.
    await view.page.evaluate(() => {
      const { fake } = window;
      fake.failing.clear();
      fake.before = () => {
        const { activeElement } = document;
        const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
        if (fake.requests.at(-1)?.type === 'renameSession') activeElement?.dispatchEvent(enter);
        if (activeElement?.matches('.line-field')) (activeElement as HTMLElement).blur();
      };
    });
    await name.press('Enter');
    await name.waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: 'Harmonics', exact: true }).waitFor();
    await view.page.locator('button.open:focus', { hasText: 'Harmonics' }).waitFor();
    assert.equal(await view.requestCount('renameSession'), 2);
  });

  it('returns the focus to the edit button when the edit of a message is cancelled', async () => {
    await view.open('chat', 'day');
    for (const end of [
      () => editor().press('Escape'),
      () => view.page.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await view.beginEdit('m3');
      await end();
      await editor().waitFor({ state: 'detached' });
      assert.equal(await focused(), 'm3 Edit and ask again from here');
    }
  });

  it('returns the focus to the edit button when Enter saves or Escape discards the edit of a memory', async () => {
    await view.open('panel', 'day');
    const edit = view.page.getByRole('button', { name: 'Edit memory: Heights are metres' });
    const memory = view.page.getByRole('textbox', { name: 'Memory' });
    for (const key of ['Enter', 'Escape']) {
      await edit.press('Enter');
      await memory.fill('Heights are metres.');
      await memory.press(key);
      await memory.waitFor({ state: 'detached' });
      await edit.and(view.page.locator(':focus')).waitFor();
    }
    assert.equal(await view.requestCount('editMemory'), 1);
  });

  it('keeps the old comparison and the focus if “Compare again” fails', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compare Strategies' }).click();
    const rows = view.page.locator('lt-comparison tr');
    await rows.first().waitFor();
    const again = view.page.getByRole('button', { name: 'Compare again' });
    assert.equal(await again.count(), 0);
    await view.push({ type: 'field', field: 'context', value: [] });
    await view.page.evaluate(() => window.fake.failing.set('compareStrategies', 'The disk is full.'));
    await again.press('Enter');
    await view.page.getByRole('alert').getByText('The disk is full.').waitFor();
    await again.and(view.page.locator(':focus')).waitFor();
    assert.equal(await rows.count(), 4, 'the earlier comparison is gone');
    await view.page.evaluate(() => window.fake.failing.clear());
    await again.press('Enter');
    await view.page.locator('lt-comparison h2:focus').waitFor();
    assert.deepEqual([await again.count(), await view.requestCount('compareStrategies')], [0, 3]);
  });
});
