import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('the find bar of the chat', () => {
  const view = useViews();
  const bar = () => view.page.locator('lt-find');
  const input = () => view.page.getByRole('textbox', { name: 'Find in this session' });
  const count = (text: string): Promise<void> => bar().getByText(text, { exact: true }).waitFor();

  /** Returns the matches that have this highlight: `lt-found-here` in the current row, `lt-found` in all other rows. */
  const marked = (name: string): Promise<readonly string[]> =>
    view.page.evaluate(
      (key) => Array.from(CSS.highlights.get(key) ?? [], (range) => (range as Range).toString()),
      name,
    );

  /** Waits until `row` is the current row and its first match is in the visible part of the list. */
  const standsInView = (row: string): Promise<unknown> =>
    view.page.waitForFunction((id) => {
      const place = [...(CSS.highlights.get('lt-found-here') ?? [])][0] as Range | undefined;
      const item = place?.startContainer.parentElement?.closest<HTMLElement>('.item');
      const list = document.querySelector('lt-list')!.getBoundingClientRect();
      const at = place?.getBoundingClientRect();
      return item?.dataset['id'] === id && at!.top >= list.top && at!.bottom <= list.bottom;
    }, row);

  it('finds and selects rows that are not loaded yet, and focuses the selected row on Escape', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await view.page.keyboard.press('Control+f');
    await input().fill('answer 41');
    await count('14 of 14');
    await view.page.keyboard.press('Enter');
    await count('1 of 14');
    await standsInView('r415');
    assert.deepEqual(await marked('lt-found-here'), ['Answer 41']);
    assert.equal(await input().evaluate((element) => element === document.activeElement), true);
    await view.page.keyboard.press('Shift+Enter');
    await count('14 of 14');
    await view.page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    assert.deepEqual(await marked('lt-found'), []);
    await view.page.locator('.item[data-id="r4199"]:focus').waitFor();
  });

  it('searches for new words without delay if Enter is pressed right after typing', async () => {
    await view.open('chat', 'long');
    await view.page.keyboard.press('Control+f');
    await input().fill('answer 41');
    await standsInView('r4199');
    const first = await input().evaluate(
      (element: HTMLInputElement) =>
        new Promise((resolve) => {
          const bar = element.closest('lt-find')!;
          bar.addEventListener('found', (event) => resolve((event as CustomEvent).detail), { once: true });
          element.value = 'answer 42';
          element.dispatchEvent(new InputEvent('input', { bubbles: true }));
          element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        }),
    );
    assert.deepEqual(first, { query: 'answer 42', at: { row: 'r4207', isFolded: false } });
    await standsInView('r4207');
  });

  it('opens a list of changed files if the match is in the list', async () => {
    await view.open('chat', 'changedFiles');
    await view.page.keyboard.press('Control+f');
    await input().fill('src/chart');
    await count('1 of 2');
    await view.page.keyboard.press('Enter');
    await standsInView('m1:changes');
    assert.deepEqual(await marked('lt-found-here'), ['src/chart']);
  });

  it('says that nothing was found', async () => {
    await view.open('chat', 'day');
    await view.page.keyboard.press('Control+f');
    await input().fill('no such words at all');
    await count('No results');
    assert.equal(await input().getAttribute('aria-invalid'), 'true');
  });

  it('moves the focus to the composer when the bar is closed without a query', async () => {
    await view.open('chat', 'day');
    await view.page.keyboard.press('Control+f');
    await input().press('Escape');
    await bar().waitFor({ state: 'detached' });
    await view.page.locator('textarea:focus').waitFor();
  });

  it('closes when the list of sessions is opened, and can be opened again', async () => {
    await view.open('chat', 'day');
    await view.page.keyboard.press('Control+f');
    await input().fill('stations.json');
    await standsInView('m1');
    await view.page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await view.page.getByRole('button', { name: 'Harbour office' }).waitFor();
    assert.deepEqual(await marked('lt-found'), []);
    await view.page.keyboard.press('Escape');
    await view.page.locator('lt-list').waitFor();
    assert.equal(await bar().count(), 0);
    await view.page.keyboard.press('Control+f');
    await input().fill('stations.json');
    await standsInView('m1');
  });

  it('can also be opened by the host, and closes when another session is shown', async () => {
    await view.open('chat', 'day');
    await view.push({ type: 'focusRequested', on: 'find' });
    await input().fill('tide');
    await view.page.waitForFunction(() => (CSS.highlights.get('lt-found-here')?.size ?? 0) > 0);
    await view.page.evaluate(() => {
      (window.fake as unknown as { switchTo: (id: string) => void }).switchTo('s2');
    });
    await bar().waitFor({ state: 'detached' });
    assert.deepEqual(await marked('lt-found-here'), []);
  });

  it('marks only the changed rows again while an answer streams, and marks at most 500 matches per row', async () => {
    await view.open('chat', 'streaming');
    await view.page.keyboard.press('Control+f');
    await input().fill('e');
    const isMarked = (word: string): Promise<unknown> =>
      view.page.waitForFunction((text) => {
        const marks = [
          ...(CSS.highlights.get('lt-found') ?? []),
          ...(CSS.highlights.get('lt-found-here') ?? []),
        ];
        return marks.some((mark) => (mark as Range).startContainer.nodeValue?.includes(text));
      }, word);
    await view.push({ type: 'textStreamed', id: 'live', text: 'The first sentence.\n\n' });
    await isMarked('first');
    const marks = await view.page.evaluateHandle(() => new Set(CSS.highlights.get('lt-found')));
    await view.push({ type: 'textStreamed', id: 'live', text: 'The second sentence. '.repeat(300) });
    await isMarked('second');
    const [lost, inAnswer] = await view.page.evaluate((before) => {
      const after = new Set(CSS.highlights.get('lt-found'));
      const answer = document.querySelector('[data-id="live"]')!;
      return [
        [...before].filter((mark) => !answer.contains(mark.startContainer) && !after.has(mark)).length,
        [...after].filter((mark) => answer.contains(mark.startContainer)).length,
      ];
    }, marks);
    assert.equal(lost, 0);
    assert.equal(inAnswer, 500);
  });

  it('searches again when a streamed answer is complete', async () => {
    await view.open('chat', 'streaming');
    await view.page.keyboard.press('Control+f');
    await input().fill('Brest');
    await count('1 of 1');
    const searches = await view.requestCount('find');
    await view.push({ type: 'textStreamed', id: 'live', text: 'Also Brest.' });
    await view.replace('live', {
      ...{ type: 'assistant', id: 'm5', at: 0, markdown: 'Also Brest.', reasoning: '' },
      ...{ isPinned: false, isStreaming: false },
    });
    await view.lastRequest('find', searches + 1);
  });
});
