import assert from 'node:assert/strict';
import { comparableMarkup } from './harness/comparableMarkup.ts';
import { useViews } from './harness/useViews.ts';

describe('the thread', () => {
  const view = useViews();
  const list = () => view.page.locator('lt-list');

  /** Returns the number of pixels below the visible part of the thread. */
  const distanceFromEnd = (): Promise<number> =>
    list().evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);

  const waitForEnd = (): Promise<unknown> =>
    view.page.waitForFunction(() => {
      const element = document.querySelector('lt-list')!;
      return element.scrollHeight - element.clientHeight - element.scrollTop < 2;
    });

  const waitForRows = (count: number): Promise<unknown> =>
    view.page.waitForFunction(
      (least) =>
        Number(document.querySelector('lt-list .item')?.getAttribute('aria-setsize')) > 0 &&
        (document.querySelector('lt-list') as unknown as { items: unknown[] }).items.length >= least,
      count,
    );

  it('shows streamed text without redrawing finished blocks', async () => {
    await view.open('chat', 'streaming');
    await view.push({ type: 'textStreamed', id: 'live', text: 'First paragraph.\n\nSecond' });
    const answer = view.page.locator('lt-assistant-row').last().locator('lt-markdown');
    await answer.getByText('Second').waitFor();
    const first = await answer.locator('p').first().elementHandle();
    await view.push({ type: 'textStreamed', id: 'live', text: ' paragraph.\n\n```ts\nconst x = 1;\n' });
    await answer.locator('pre').waitFor();
    await view.push({ type: 'textStreamed', id: 'live', text: 'const y = 2;\n```\n' });
    await answer.getByText('const y = 2;').waitFor();
    assert.equal(await first.evaluate((element) => element.isConnected), true);
    assert.equal(await answer.locator('p').nth(1).textContent(), 'Second paragraph.');
    assert.ok((await distanceFromEnd()) < 40, 'the view does not follow the answer');
  });

  it('shows the text sent along with a message as one line that can be opened', async () => {
    await view.open('chat', 'day');
    const line = view.page.getByRole('button', { name: 'Sent along: 2 observations' });
    await line.scrollIntoViewIfNeeded();
    assert.equal(await view.page.getByText('1 test failed').count(), 0);
    await line.click();
    await view.page.getByText('1 test failed').waitFor();
    assert.equal(await view.page.getByText('Now send the log').count(), 1);
    await line.click();
    await view.page.getByText('1 test failed').waitFor({ state: 'detached' });
  });

  it('draws a streamed answer exactly like an answer that arrived as a whole', async () => {
    await view.open('chat', 'streaming');
    const text =
      '# Title\n\n- one\n- two\n\n  more\n\n1. a\n2. b\n\n> quote\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nSee [x][r].\n\n[r]: https://example.org';
    for (const piece of text.match(/.{1,7}/gs)!) {
      await view.push({ type: 'textStreamed', id: 'live', text: piece });
    }
    const row = {
      type: 'assistant',
      id: 'live',
      at: 0,
      markdown: text,
      reasoning: '',
      isPinned: false,
    } as const;
    await view.replace('live', { ...row, isStreaming: false });
    await view.append({ ...row, id: 'whole', isStreaming: false });
    await view.page.locator('[data-id="whole"] a').waitFor();
    const [streamed, whole] = [
      await view.page.locator('[data-id="live"] lt-markdown').evaluate(comparableMarkup),
      await view.page.locator('[data-id="whole"] lt-markdown').evaluate(comparableMarkup),
    ];
    assert.equal(streamed, whole);
  });

  it('stays at the reading position while the answer streams', async () => {
    await view.open('chat', 'streaming');
    await waitForEnd();
    await view.page.locator('lt-list').hover();
    await view.page.mouse.wheel(0, -400);
    await view.page.getByRole('button', { name: 'Newest' }).waitFor();
    const before = await view.page.locator('lt-list').evaluate((list) => list.scrollTop);
    await view.push({ type: 'textStreamed', id: 'live', text: 'A line.\n\n'.repeat(30) });
    await view.page.waitForFunction(() => {
      const list = document.querySelector('lt-list')!;
      return list.scrollHeight - list.clientHeight - list.scrollTop > 300;
    });
    assert.equal(await view.page.locator('lt-list').evaluate((list) => list.scrollTop), before);
    await view.page.getByRole('button', { name: 'Newest' }).click();
    await waitForEnd();
  });

  it('keeps the newest row in view when the composer grows', async () => {
    await view.open('chat', 'streaming');
    await waitForEnd();
    const height = await list().evaluate((element) => element.clientHeight);
    await view.page.getByRole('textbox').fill('line\n'.repeat(6));
    await view.page.waitForFunction(
      (before) => document.querySelector('lt-list')!.clientHeight < before - 40,
      height,
    );
    await waitForEnd();
    // The end must also stay in view if the list is drawn again before the resize observer reports the new height.
    await list().evaluate((element) => {
      element.style.maxHeight = `${element.clientHeight - 100}px`;
      (element as HTMLElement & { requestUpdate(): void }).requestUpdate();
    });
    await waitForEnd();
  });

  it('loads earlier rows only on scrolling up, and keeps fewer than 120 rows in the page', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await waitForEnd();
    assert.equal(await view.requestCount('loadEarlier'), 0, 'earlier rows were loaded before any scrolling');
    // The content of a row is drawn later than the list. If a row had no height until then, far too many rows would be
    // drawn.
    await list().evaluate((element) => {
      new MutationObserver(() => {
        const mounted = element.querySelectorAll('.item').length;
        element.dataset['most'] = String(Math.max(mounted, Number(element.dataset['most'] ?? 0)));
      }).observe(element, { subtree: true, childList: true });
    });
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      type: 'tool' as const,
      id: `x${index}`,
      at: 0,
      name: 'read_file',
      mainArgument: `Row ${index}`,
      status: 'done' as const,
      outcome: '1 line',
      isPinned: false,
    }));
    await view.append(...rows);
    await view.page.getByText('Row 4999').waitFor();
    assert.ok((await view.page.locator('*').count()) < 1_500);
    await view.page.locator('lt-list').evaluate((list) => list.scrollTo(0, 0));
    await view.lastRequest('loadEarlier');
    await waitForRows(5_120);
    assert.ok(Number(await list().getAttribute('data-most')) < 120);
  });

  it('restores the reading position when the window is reloaded', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await list().evaluate((element) => {
      element.scrollTo(0, 0);
    });
    await waitForRows(120);
    const top = () =>
      list().evaluate(
        (element) =>
          document
            .elementFromPoint(60, element.getBoundingClientRect().top + 4)
            ?.closest<HTMLElement>('.item')?.dataset['id'],
      );
    await view.page.waitForFunction(
      () => sessionStorage.getItem('state of chat')?.includes('reading') === true,
    );
    const before = await top();
    await view.page.reload();
    await view.page.waitForFunction((id) => document.querySelector(`[data-id="${id}"]`) !== null, before);
    await view.page.getByRole('button', { name: 'Newest' }).waitFor();
    assert.equal(await top(), before);
  });

  it('loads and focuses a row on request', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await view.push({ type: 'focusRequested', on: { row: 'r4700' } });
    await view.page.waitForFunction(() => {
      const row = document.activeElement as HTMLElement;
      const [at, box] = [
        row.getBoundingClientRect(),
        document.querySelector('lt-list')!.getBoundingClientRect(),
      ];
      return row.dataset['id'] === 'r4700' && at.top >= box.top && at.bottom <= box.bottom;
    });
  });

  it('starts at the end, with all rows closed, after a switch to another session', async () => {
    await view.open('chat', 'day');
    await view.page.locator('[data-id="t4"] .fold').click();
    await view.page.getByRole('region', { name: 'Result of t4' }).waitFor();
    await view.page.evaluate(() => {
      window.fake.switchTo('s2');
    });
    await view.page.getByRole('region', { name: 'Result of t4' }).waitFor({ state: 'detached' });
    await waitForEnd();
  });

  it('does not move the visible rows when earlier rows are inserted above', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    const topRow = (): Promise<string> =>
      list().evaluate((element) => (element as unknown as { place: { id: string } }).place.id);
    await list().evaluate((element) => element.scrollTo(0, 300));
    const before = await topRow();
    await view.lastRequest('loadEarlier');
    await waitForRows(120);
    assert.ok((await list().evaluate((element) => element.scrollTop)) > 300);
    assert.equal(await topRow(), before);
  });

  it('moves the focus from row to row with arrow keys', async () => {
    await view.open('chat', 'day');
    await view.page.locator('[data-id="x1"]').focus();
    for (let step = 0; step < 5; step++) await view.page.keyboard.press('ArrowUp');
    await view.page.waitForFunction(() => (document.activeElement as HTMLElement).dataset['id'] === 't4');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('readOriginal'), { type: 'readOriginal', row: 't4' });
    await view.page.getByText('occurs in 2 places').waitFor();
    await view.page.keyboard.press('Home');
    await view.page.waitForFunction(() => (document.activeElement as HTMLElement).dataset['id'] === 'm1');
  });

  it('keeps a row open after the row was scrolled out of the page', async () => {
    await view.open('chat', 'long');
    await view.page.getByText('Answer 4999').waitFor();
    await view.page.locator('[data-id="r4998"] .fold').click();
    await view.page.locator('[data-id="r4998"]').getByText('of r4998').first().waitFor();
    // A focused row stays in the page even out of view, so another row gets the focus first.
    await view.page.locator('[data-id="r4999"]').focus();
    await view.page.locator('lt-list').evaluate((list) => list.scrollTo(0, 0));
    await view.page.locator('[data-id="r4998"]').waitFor({ state: 'detached' });
    await view.page.locator('lt-list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await view.page.locator('[data-id="r4998"]').getByText('of r4998').first().waitFor();
    assert.equal(await view.requestCount('readOriginal'), 1);
  });

  it('sends the edit of an earlier message to the host', async () => {
    await view.open('chat', 'day');
    const editor = await view.beginEdit('m3');
    await editor.fill('Send it to nobody.');
    await editor.press('Enter');
    assert.deepEqual(await view.lastRequest('edit'), { type: 'edit', row: 'm3', text: 'Send it to nobody.' });
    await view.page.locator('[data-id="x1"]').waitFor({ state: 'detached' });
  });

  it('shows an error with buttons to try again and to set a key', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await view.lastRequest('retry'), { type: 'retry', row: 'x1' });
    await view.page.getByRole('button', { name: 'Set Key…' }).click();
    assert.deepEqual(await view.lastRequest('run'), { type: 'run', command: 'connect' });
  });

  it('copies and inserts code', async () => {
    await view.open('chat', 'day', { width: 420 });
    await view.page.getByRole('button', { name: 'Insert at cursor' }).click();
    const { text } = (await view.lastRequest('insert')) as { text: string };
    assert.match(text, /^export function heightAt/);
    await view.page.getByRole('button', { name: 'Copy code' }).click();
    assert.deepEqual(await view.lastRequest('copy'), { type: 'copy', text });
  });

  it('opens links through the host', async () => {
    await view.open('chat', 'day');
    await view.page.evaluate(() => {
      document.addEventListener('click', () => (document.body.dataset['reached'] = 'yes'));
    });
    await view.page.getByText('the test', { exact: true }).click();
    assert.equal(
      await view.page.evaluate(() => document.body.dataset['reached']),
      undefined,
      'the editor’s own handler, on the document, must not be reached',
    );
    assert.deepEqual(await view.lastRequest('openLink'), {
      type: 'openLink',
      href: 'test/interpolate.test.ts:40',
    });
  });

  it('shows HTML in a message as text, and disables unsafe links', async () => {
    await view.open('chat', 'hostile');
    const message = view.page.locator('lt-markdown');
    await message.getByText('<script>').waitFor();
    assert.equal(await message.locator('img, script, style, svg, iframe').count(), 0);
    const links = await message
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(links, [
      'https://evil.example/p.png',
      'https://example.org/docs',
      'src/a.ts:40-58',
      'https://example.org',
    ]);
    const handlers = await message.evaluate((root) =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
      ),
    );
    assert.deepEqual(handlers, []);
    assert.equal(await view.page.evaluate(() => 'hacked' in window), false);
  });
});
