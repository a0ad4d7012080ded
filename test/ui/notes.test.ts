import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FakePanelHost } from './harness/fakePanel.ts';
import { useViews } from './harness/useViews.ts';

describe('the notes in the panel', () => {
  const view = useViews();
  const notes = (): Locator => view.page.locator('lt-notes').first();
  const line = (words: string): Locator => notes().locator('.note-line', { hasText: words });

  async function openPreview(): Promise<void> {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    await notes().waitFor();
  }

  it('can be reworded and removed line by line with the keyboard in a preview', async () => {
    await openPreview();
    const press = (key: string): Promise<void> => view.page.keyboard.press(key);
    await notes().locator('.note-line[tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(key);
    const input = notes().getByRole('textbox', { name: 'The line in your words' });
    assert.match(await input.inputValue(), /^The jump comes from interpolate\(\)\..*nothing\.$/u);
    await input.fill('The jump is the gap of station 4.');
    await press('Enter');
    await line('The jump is the gap').locator('.yours').waitFor();
    assert.deepEqual(await view.lastRequest('rewordNote'), {
      type: 'rewordNote',
      words:
        'The jump comes from interpolate(). It takes the last height twice where a station sent nothing.',
      source: 'm14',
      text: 'The jump is the gap of station 4.',
    });
    await view.page.waitForFunction(() =>
      document.activeElement?.textContent.includes('The jump is the gap'),
    );
    for (const key of ['ArrowDown', 'Delete']) await press(key);
    await line('I would rather leave a gap').waitFor({ state: 'detached' });
    await view.lastRequest('preview', 2);
    await notes().getByText('2 changes of yours').click();
    await notes()
      .getByRole('listitem')
      .filter({ hasText: /reworded: The jump comes .* The jump is the gap/u })
      .waitFor();
    await notes()
      .getByRole('listitem')
      .filter({ hasText: /removed: .*I would rather leave a gap/u })
      .waitFor();
  });

  it('mark an added line as the person’s own line', async () => {
    await openPreview();
    const add = notes().getByRole('textbox', { name: 'Add a line to the notes' });
    await add.fill('  ');
    await add.press('Enter');
    await add.fill('The harbour master signs off.');
    await add.press('Enter');
    await line('You: The harbour master signs off.').locator('.yours').waitFor();
    assert.equal(await view.requestCount('addNote'), 1);
    await notes().getByText('1 change of yours').click();
    await notes().getByRole('button', { name: 'Undo', exact: true }).click();
    await line('The harbour master').waitFor({ state: 'detached' });
    assert.equal(await add.inputValue(), '');
  });

  it('offer no action for headings and fixed lines, and only removal for a list of names from a file', async () => {
    await openPreview();
    assert.equal(await line('## Story').getByRole('button').count(), 0);
    assert.equal(await line('keeps this record').getByRole('button').count(), 0);
    const names = line('src/chart.ts: drawAxis');
    await names.hover();
    await names.getByRole('button', { name: /^Remove/u }).waitFor();
    assert.equal(await names.getByRole('button').count(), 1);
  });

  it('say that the next compaction removes a struck line', async () => {
    await view.open('panel', 'day');
    await view.page.locator('.context-item', { hasText: 'Goal, constraints' }).click();
    await line('I would rather leave a gap').hover();
    await line('I would rather leave a gap')
      .getByRole('button', { name: /^Remove/u })
      .click();
    await line('I would rather leave a gap').getByText('removed at the next compaction').waitFor();
    assert.equal(await line('I would rather leave a gap').getByRole('button').count(), 0);
  });

  it('leave a line unchanged on Escape', async () => {
    await openPreview();
    await line('Heights are in metres').hover();
    await line('Heights are in metres')
      .getByRole('button', { name: /^Reword/u })
      .click();
    await notes().getByRole('textbox', { name: 'The line in your words' }).fill('Something else');
    await view.page.keyboard.press('Escape');
    await view.page.waitForFunction(() =>
      document.activeElement?.textContent.includes('Heights are in metres'),
    );
    assert.equal(await view.requestCount('rewordNote'), 0);
  });

  it('keep the new words in a line’s input field when the notes are loaded again', async () => {
    await openPreview();
    await line('Heights are in metres').hover();
    await line('Heights are in metres')
      .getByRole('button', { name: /^Reword/u })
      .click();
    const input = notes().getByRole('textbox', { name: 'The line in your words' });
    await input.fill('Heights are in feet.');
    await view.page.evaluate(() => {
      (window.fake as FakePanelHost).notes.edits = [{ key: 'another', text: 'Tides are in UTC.' }];
    });
    await view.push({ type: 'list', field: 'context', patch: {} });
    await line('You: Tides are in UTC.').waitFor();
    assert.equal(await input.inputValue(), 'Heights are in feet.');
    await view.page.keyboard.press('Enter');
    const { text } = (await view.lastRequest('rewordNote')) as { text: string };
    assert.equal(text, 'Heights are in feet.');
    await input.waitFor({ state: 'detached' });
  });

  it('keep typed text that the host refused, as rules and memories do', async () => {
    await openPreview();
    const isKept = async (kind: string, field: Locator, words: string): Promise<void> => {
      await view.fail(kind, `${kind} is refused.`);
      await field.fill(words);
      await field.press('Enter');
      await view.page.getByRole('alert').getByText(`${kind} is refused.`).waitFor();
      assert.equal(await field.inputValue(), words);
      await view.fail(kind);
      await view.page.keyboard.press('Enter');
      await view.page.waitForFunction(
        (wanted) => window.fake.requests.filter(({ type }) => type === wanted).length === 2,
        kind,
      );
    };
    const add = notes().getByRole('textbox', { name: 'Add a line to the notes' });
    await isKept('addNote', add, 'The harbour master signs off.');
    await line('You: The harbour master signs off.').waitFor();
    assert.equal(await add.inputValue(), '');
    await line('Heights are in metres').hover();
    await line('Heights are in metres')
      .getByRole('button', { name: /^Reword/u })
      .click();
    const input = notes().getByRole('textbox', { name: 'The line in your words' });
    await isKept('rewordNote', input, 'Heights are in feet.');
    await input.waitFor({ state: 'detached' });
    await view.page.getByRole('button', { name: 'Close', exact: true }).click();
    const rules = view.page.locator('lt-rules');
    const addRule = rules.getByRole('textbox', { name: 'Add a rule' });
    await isKept('addRule', addRule, 'Tides are in UTC.');
    await rules.getByRole('button', { name: 'Edit rule: Tides are in UTC.' }).click();
    assert.equal(await addRule.inputValue(), '');
    const rule = rules.getByRole('textbox', { name: 'Rule', exact: true });
    await isKept('editRule', rule, 'Tides are in local time.');
    await rule.waitFor({ state: 'detached' });
    const memories = view.page.locator('lt-memories');
    await memories.getByText('Heights are metres, never feet.').hover();
    await memories.getByRole('button', { name: 'Edit memory: Heights are metres' }).click();
    const memory = memories.getByRole('textbox', { name: 'Memory' });
    await isKept('editMemory', memory, 'Heights are metres.');
    await memory.waitFor({ state: 'detached' });
  });

  it('appear with the compaction while a model writes the notes, and can be stopped or refused', async () => {
    await view.open('panel', 'day');
    const event = view.page.locator('lt-event');
    await event.waitFor();
    const compaction = await view.page.evaluate(
      () => (document.querySelector('lt-event') as HTMLElement & { event: { id: string } }).event.id,
    );
    const writing = (text: string): Promise<void> =>
      view.push({ type: 'field', field: 'writing', value: { compaction, text } });
    await writing('');
    const section = event.getByRole('region', { name: 'Notes by the model, being written' });
    await section.getByText('Waiting for the first word…').waitFor();
    await writing('The jump is');
    await writing('The jump is the gap of station 4.');
    await section.getByText('The jump is the gap of station 4.').waitFor();
    await section.getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await view.lastRequest('cancelCompaction'), { type: 'cancelCompaction' });
    await section.getByRole('button', { name: 'Refuse' }).click();
    assert.deepEqual(await view.lastRequest('refuseNotes'), { type: 'refuseNotes' });
    await section.waitFor({ state: 'detached' });
  });

  it('are written without a model if the person skips the model’s notes in the preview', async () => {
    await openPreview();
    await view.page.getByRole('button', { name: 'Skip the model’s notes' }).click();
    await view.page.getByText('without notes by a model').waitFor();
    assert.equal(await view.page.getByText('with a model’s notes').count(), 0);
    await view.page.getByRole('button', { name: 'Apply' }).click();
    const { withoutModel } = (await view.lastRequest('compact')) as { withoutModel?: boolean };
    assert.equal(withoutModel, true);
  });

  it('can be read but not changed in a read-only session', async () => {
    await view.open('panel', 'readOnly');
    await view.page.locator('.context-item', { hasText: 'Goal, constraints' }).click();
    await notes().waitFor();
    assert.equal(await notes().getByRole('button').count(), 0);
    assert.equal(await notes().getByRole('textbox').count(), 0);
  });
});
