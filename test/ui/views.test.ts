import assert from 'node:assert/strict';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { ChatDelta } from '../../src/shared/chatView.ts';
import type { PanelDelta } from '../../src/shared/panelView.ts';
import { newest } from './harness/panelData.ts';
import { startHarness, type Harness } from './harness/server.ts';

/** Both views in a real browser, against a made-up host that speaks the real protocol. */

let harness: Harness;
let browser: Browser;
let page: Page;
const pageErrors: string[] = [];

before(async function () {
  this.timeout(120_000);
  harness = await startHarness();
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
});

after(async () => {
  await browser.close();
  harness.close();
});

async function open(
  view: 'chat' | 'panel',
  scenario: string,
  width = view === 'chat' ? 300 : 1200,
): Promise<void> {
  page = await browser.newPage({ viewport: { width, height: 700 } });
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await page.goto(`${harness.address}/${view}?scenario=${scenario}`);
  await page.locator(`lt-${view} > *`).first().waitFor();
}

afterEach(async () => {
  const violations = await page.evaluate(() => window.violations);
  const rejected = await page.evaluate(() => window.fake.rejected);
  await page.close();
  assert.deepEqual(violations, [], 'nothing breaks the content security policy');
  assert.deepEqual(rejected, [], 'the host understands whatever the view says');
  assert.deepEqual(pageErrors.splice(0), [], 'no script fails');
});

/** Sends deltas as the host would. */
async function push(...deltas: readonly (ChatDelta | PanelDelta)[]): Promise<void> {
  await page.evaluate((all) => {
    for (const delta of all) window.fake.channel.send(delta as never);
  }, deltas);
}

async function lastRequest(type: string): Promise<object> {
  const handle = await page.waitForFunction(
    (kind) => window.fake.requests.findLast((request) => request.type === kind),
    type,
  );
  return (await handle.jsonValue()) as object;
}

const requestCount = (type: string): Promise<number> =>
  page.evaluate((kind) => window.fake.requests.filter((request) => request.type === kind).length, type);

const composer = () => page.getByRole('combobox', { name: 'Message' });

/** How far the thread is from its end, in pixels. */
const distanceFromEnd = (): Promise<number> =>
  page.locator('lt-list').evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);

const waitForEnd = (): Promise<unknown> =>
  page.waitForFunction(() => {
    const list = document.querySelector('lt-list')!;
    return list.scrollHeight - list.clientHeight - list.scrollTop < 2;
  });

describe('the composer', () => {
  it('sends on Enter and breaks the line on Shift+Enter', async () => {
    await open('chat', 'day');
    await composer().fill('first');
    await composer().press('Shift+Enter');
    await composer().pressSequentially('second');
    assert.equal(await requestCount('send'), 0);
    await composer().press('Enter');
    assert.deepEqual(await lastRequest('send'), { type: 'send', text: 'first\nsecond' });
    assert.equal(await composer().inputValue(), '');
  });

  it('brings the text back when it could not be sent, and says why', async () => {
    await open('chat', 'day');
    await page.evaluate(() =>
      (window.fake as { failing: Map<string, string> }).failing.set('send', 'The disk is full.'),
    );
    await composer().fill('keep me');
    await composer().press('Enter');
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(await composer().inputValue(), 'keep me');
  });

  it('stops on Escape, and by its button', async () => {
    await open('chat', 'streaming');
    await composer().press('Escape');
    await lastRequest('stop');
    await page.getByRole('button', { name: 'Stop (Escape)' }).click();
    await page.waitForFunction(() => window.fake.requests.filter(({ type }) => type === 'stop').length === 2);
  });

  it('does not send while an answer streams, and keeps the text', async () => {
    await open('chat', 'streaming');
    await composer().fill('next');
    await composer().press('Enter');
    await page.getByRole('alert').getByText('Still answering').waitFor();
    assert.equal(await composer().inputValue(), 'next');
    assert.equal(await requestCount('send'), 0);
  });

  it('offers what to attach after @ and takes it with the keyboard', async () => {
    await open('chat', 'day');
    await composer().pressSequentially('Look at @chart');
    await page.getByRole('option', { name: 'chart.ts' }).waitFor();
    await composer().press('Enter');
    assert.deepEqual(await lastRequest('attach'), { type: 'attach', completion: 'src/chart.ts' });
    assert.equal(await composer().inputValue(), 'Look at ');
    assert.equal(await page.getByRole('option').count(), 0);
  });

  it('takes no @ within a word for a mention', async () => {
    await open('chat', 'day');
    await composer().pressSequentially('me@chart');
    assert.equal(await requestCount('complete'), 0);
  });

  it('keeps its draft when the window is loaded again', async () => {
    await open('chat', 'day');
    await composer().fill('unsent');
    await page.reload();
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'unsent');
  });

  it('takes no text without a model and says what to do', async () => {
    await open('chat', 'unconnected');
    assert.equal(await composer().isDisabled(), true);
    await page.getByRole('button', { name: 'Connect a Model…' }).click();
    assert.deepEqual(await lastRequest('run'), { type: 'run', command: 'connect' });
  });
});

describe('the thread', () => {
  it('shows text as it streams without drawing finished blocks again', async () => {
    await open('chat', 'streaming');
    await push({ type: 'textStreamed', id: 'live', text: 'First paragraph.\n\nSecond' });
    const answer = page.locator('lt-assistant-row').last().locator('lt-markdown');
    await answer.getByText('Second').waitFor();
    const first = await answer.locator('p').first().elementHandle();
    await push({ type: 'textStreamed', id: 'live', text: ' paragraph.\n\n```ts\nconst x = 1;\n' });
    await answer.locator('pre').waitFor();
    await push({ type: 'textStreamed', id: 'live', text: 'const y = 2;\n```\n' });
    await answer.getByText('const y = 2;').waitFor();
    assert.equal(await first!.evaluate((element) => element.isConnected), true);
    assert.equal(await answer.locator('p').nth(1).textContent(), 'Second paragraph.');
    assert.ok((await distanceFromEnd()) < 40, 'the view follows the answer');
  });

  it('gives a streamed answer the same page as one that came whole', async () => {
    await open('chat', 'streaming');
    const text =
      '# Title\n\n- one\n- two\n\n  more\n\n1. a\n2. b\n\n> quote\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nSee [x][r].\n\n[r]: https://example.org';
    for (const piece of text.match(/.{1,7}/gs)!) {
      await push({ type: 'textStreamed', id: 'live', text: piece });
    }
    const row = {
      type: 'assistant',
      id: 'live',
      at: 0,
      markdown: text,
      reasoning: '',
      isPinned: false,
    } as const;
    await push({ type: 'rowReplaced', id: 'live', row: { ...row, isStreaming: false } });
    await push({ type: 'rowsAppended', rows: [{ ...row, id: 'whole', isStreaming: false }] });
    const rows = page.locator('lt-assistant-row lt-markdown');
    await page.waitForFunction(() => document.querySelectorAll('lt-assistant-row').length >= 2);
    await page.locator('[data-id="whole"] a').waitFor();
    const [streamed, whole] = [
      await page.locator('[data-id="live"] lt-markdown').evaluate(withoutFrames),
      await page.locator('[data-id="whole"] lt-markdown').evaluate(withoutFrames),
    ];
    assert.ok((await rows.count()) >= 2);
    assert.equal(streamed, whole);
  });

  it('stays where one reads while the answer streams, and offers the way to the newest', async () => {
    await open('chat', 'streaming');
    await waitForEnd();
    await page.locator('lt-list').hover();
    await page.mouse.wheel(0, -400);
    await page.getByRole('button', { name: 'Newest' }).waitFor();
    const before = await page.locator('lt-list').evaluate((list) => list.scrollTop);
    await push({ type: 'textStreamed', id: 'live', text: 'A line.\n\n'.repeat(30) });
    await page.waitForFunction(() => {
      const list = document.querySelector('lt-list')!;
      return list.scrollHeight - list.clientHeight - list.scrollTop > 300;
    });
    assert.equal(await page.locator('lt-list').evaluate((list) => list.scrollTop), before);
    await page.getByRole('button', { name: 'Newest' }).click();
    await waitForEnd();
  });

  it('keeps the page small with thousands of rows, and loads earlier ones as one scrolls up', async () => {
    await open('chat', 'long');
    await page.getByText('Answer 4999').waitFor();
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      type: 'notice' as const,
      id: `x${index}`,
      at: 0,
      kind: 'report' as const,
      text: `Row ${index}`,
    }));
    await push({ type: 'rowsAppended', rows });
    await page.getByText('Row 4999').waitFor();
    assert.ok((await page.locator('lt-list .item').count()) < 80);
    assert.ok((await page.locator('*').count()) < 1_500);
    await page.locator('lt-list').evaluate((list) => list.scrollTo(0, 0));
    await lastRequest('loadEarlier');
    await page.waitForFunction(
      () => (document.querySelector('lt-list') as unknown as { items: [] }).items.length >= 5_120,
    );
    assert.ok((await page.locator('lt-list .item').count()) < 80);
  });

  it('keeps the row one reads in place when earlier ones come before it', async () => {
    await open('chat', 'long');
    await page.getByText('Answer 4999').waitFor();
    const list = page.locator('lt-list');
    await list.evaluate((element) => element.scrollTo(0, 300));
    await lastRequest('loadEarlier');
    await page.waitForFunction(
      () => (document.querySelector('lt-list') as unknown as { items: [] }).items.length >= 120,
    );
    assert.ok((await list.evaluate((element) => element.scrollTop)) > 300);
  });

  it('goes from row to row by arrow keys and opens a tool result with Enter', async () => {
    await open('chat', 'day');
    await page.locator('[data-id="x1"]').focus();
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset['id'] === 't4');
    await page.keyboard.press('Enter');
    assert.deepEqual(await lastRequest('readOriginal'), { type: 'readOriginal', row: 't4' });
    await page.getByText('export const line3 = 3;').waitFor();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset['id'] === 'm1');
  });

  it('remembers an opened row that scrolled out of the page', async () => {
    await open('chat', 'long');
    await page.getByText('Answer 4999').waitFor();
    await page.locator('[data-id="r4998"] .fold').click();
    await page.locator('[data-id="r4998"]').getByText('of r4998').first().waitFor();
    await page.locator('lt-list').evaluate((list) => list.scrollTo(0, 0));
    await page.locator('[data-id="r4998"]').waitFor({ state: 'detached' });
    await page.locator('lt-list').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.locator('[data-id="r4998"]').getByText('of r4998').first().waitFor();
    assert.equal(await requestCount('readOriginal'), 1);
  });

  it('edits an earlier message and cuts the thread there', async () => {
    await open('chat', 'day');
    await page.locator('[data-id="m3"]').hover();
    await page
      .locator('[data-id="m3"]')
      .getByRole('button', { name: 'Edit and ask again from here' })
      .click();
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await editor.fill('Send it to nobody.');
    await editor.press('Enter');
    assert.deepEqual(await lastRequest('edit'), { type: 'edit', row: 'm3', text: 'Send it to nobody.' });
    await page.locator('[data-id="x1"]').waitFor({ state: 'detached' });
  });

  it('undoes a compaction, and asks first when later ones were built on it', async () => {
    await open('chat', 'day');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('alert').getByText('Two later compactions').waitFor();
    await page.getByRole('button', { name: 'Undo this and 2 later' }).click();
    assert.deepEqual(await lastRequest('undo'), { type: 'undo', compaction: 'e9', withLater: true });
    await page.getByText('undone', { exact: true }).waitFor();
  });

  it('offers what to do about an error', async () => {
    await open('chat', 'day');
    await page.getByRole('button', { name: 'Try Again' }).click();
    assert.deepEqual(await lastRequest('retry'), { type: 'retry', row: 'x1' });
    await page.getByRole('button', { name: 'Set Key…' }).click();
    assert.deepEqual(await lastRequest('run'), { type: 'run', command: 'connect' });
  });

  it('sends a held-back secret only when asked to', async () => {
    await open('chat', 'day');
    await page.getByRole('button', { name: 'Send this one' }).click();
    assert.deepEqual(await lastRequest('reveal'), { type: 'reveal', row: 'm3', secret: 0 });
  });

  it('copies and inserts code', async () => {
    await open('chat', 'day', 420);
    await page.getByRole('button', { name: 'Insert at cursor' }).click();
    const { text } = (await lastRequest('insert')) as { text: string };
    assert.match(text, /^export function heightAt/);
    await page.getByRole('button', { name: 'Copy code' }).click();
    assert.deepEqual(await lastRequest('copy'), { type: 'copy', text });
  });

  it('opens links through the host', async () => {
    await open('chat', 'day');
    await page.getByText('the test', { exact: true }).click();
    assert.deepEqual(await lastRequest('openLink'), {
      type: 'openLink',
      href: 'test/interpolate.test.ts:40',
    });
  });

  it('lets no markup of a message act', async () => {
    await open('chat', 'hostile');
    const message = page.locator('lt-markdown');
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
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });
});

/** The markup without what lit and the colours leave in it. */
function withoutFrames(element: Element): string {
  return element.innerHTML
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<div>|<\/div>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

describe('the header', () => {
  it('shows the gauge and opens the panel', async () => {
    await open('chat', 'day');
    await page.getByText('62 %').waitFor();
    await page.getByRole('button', { name: /^Context: 112k of 181k usable tokens/ }).click();
    assert.deepEqual(await lastRequest('run'), { type: 'run', command: 'openPanel' });
  });

  it('offers to take a read-only session over', async () => {
    await open('chat', 'readOnly');
    await page.getByRole('button', { name: 'Take over' }).click();
    assert.deepEqual(await lastRequest('run'), { type: 'run', command: 'takeOver' });
  });

  it('lists sessions to search, rename, delete, restore and switch', async () => {
    await open('chat', 'day');
    await page.getByRole('button', { name: 'Tide chart jumps' }).click();
    await page.getByText('Faster harmonic analysis').waitFor();
    await page.getByRole('searchbox').fill('harbour');
    await page.getByText('Faster harmonic analysis').waitFor({ state: 'detached' });
    const row = page.getByRole('listitem').filter({ hasText: 'Harbour office' });
    await row.hover();
    await page.getByRole('button', { name: 'Rename Harbour office: nightly export' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('Harbour export');
    await page.keyboard.press('Enter');
    await page.getByText('Harbour export').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Harbour export' }).hover();
    await page.getByRole('button', { name: 'Delete Harbour export' }).click();
    await page.getByRole('button', { name: 'Restore Harbour export' }).click();
    await page.getByRole('button', { name: /^Harbour export/ }).click();
    assert.deepEqual(await lastRequest('switchSession'), { type: 'switchSession', session: 's2' });
    await page.getByText('Newest answer').waitFor({ state: 'detached' });
    await page.locator('lt-list').waitFor();
  });

  it('teaches in one sentence when nothing was said yet', async () => {
    await open('chat', 'empty');
    await page.getByRole('button', { name: 'Open a Sample Session' }).click();
    assert.deepEqual(await lastRequest('run'), { type: 'run', command: 'openSample' });
  });
});

describe('the panel', () => {
  it('shows the newest compaction with its summary, ledger, receipt and cost', async () => {
    await open('panel', 'day');
    await page.getByText('The chart jumped at 02:00 because').waitFor();
    for (const text of ['Constraints', 'Open work', 'lost 3', 'gpt-5-mini · 2 calls', 'stub tool outputs']) {
      await page.getByText(text, { exact: false }).first().waitFor();
    }
  });

  it('opens the messages that a line stands on', async () => {
    await open('panel', 'day');
    await page.getByRole('button', { name: 'Message m14' }).click();
    await page.getByText('What m14 said, word for word.').waitFor();
    await page.getByRole('button', { name: 'Show in chat' }).click();
    assert.deepEqual(await lastRequest('showInChat'), { type: 'showInChat', message: 'm14' });
  });

  it('follows what happens: new events, a new context, a fuller gauge', async () => {
    await open('panel', 'day');
    await push(
      {
        type: 'timelineAppended',
        items: [{ ...newest, id: 'e12', tokensBefore: 99_000, tokensAfter: 17_000 }],
      },
      {
        type: 'contextChanged',
        context: [
          {
            id: 'm99',
            role: 'user',
            treatment: 'verbatim',
            label: 'Fresh',
            tokens: 3,
            origins: [],
            originCount: 1,
          },
        ],
      },
    );
    await page.getByRole('button', { name: '99k → 17k' }).waitFor();
    await page.getByRole('heading', { name: '99k → 17k' }).waitFor();
    await page.getByText('Fresh').waitFor();
    assert.equal(await page.locator('lt-context .item').count(), 1);
  });

  it('shows an item of the context word for word', async () => {
    await open('panel', 'day');
    await page.getByRole('button', { name: /read_file src\/chart.ts/ }).click();
    await page.getByText('What m40 said, word for word.').waitFor();
  });

  it('undoes the selected compaction', async () => {
    await open('panel', 'day');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: the context is as it was before.').waitFor();
  });

  it('previews a compaction by the chosen strategy before it runs', async () => {
    await open('panel', 'day');
    await page.getByRole('button', { name: 'Compact…' }).click();
    await page.getByText('112k → 62k').waitFor();
    await page.getByRole('textbox', { name: 'Instructions for the summary' }).fill('Keep the heights.');
    await page.getByRole('button', { name: 'Compact Now' }).click();
    assert.deepEqual(await lastRequest('compact'), {
      type: 'compact',
      strategy: 'hybrid',
      instructions: 'Keep the heights.',
    });
  });

  it('compares strategies on this session', async () => {
    await open('panel', 'day');
    await page.getByRole('button', { name: 'Compare Strategies' }).click();
    await page.getByRole('row', { name: /hybrid 94 %/ }).waitFor();
  });

  it('changes and deletes memories', async () => {
    await open('panel', 'day');
    await page.getByText('Heights are metres, never feet.').first().hover();
    await page.getByRole('button', { name: 'Edit memory: Heights are metres' }).click();
    await page.getByRole('textbox', { name: 'Memory' }).fill('Heights are metres.');
    await page.keyboard.press('Enter');
    assert.deepEqual(await lastRequest('editMemory'), {
      type: 'editMemory',
      memory: 'y1',
      text: 'Heights are metres.',
    });
  });

  it('folds to one column where there is little room', async () => {
    await open('panel', 'day', 600);
    const columns = await page
      .locator('.column')
      .evaluateAll((all) => all.map((column) => column.getBoundingClientRect().left));
    assert.equal(new Set(columns).size, 1);
  });
});

describe('both views', () => {
  for (const [view, scenario] of [
    ['chat', 'day'],
    ['chat', 'streaming'],
    ['chat', 'unconnected'],
    ['panel', 'day'],
    ['panel', 'empty'],
  ] as const) {
    it(`name every control of the ${view} (${scenario}) and let the keyboard reach it`, async () => {
      await open(view, scenario);
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button, input, textarea, vscode-button, [role="region"]')]
          .filter((element) => !/\S/.test(element.getAttribute('aria-label') ?? element.textContent))
          .filter((element) => (element as HTMLInputElement).labels?.length !== 1)
          .map((element) => element.outerHTML),
      );
      assert.deepEqual(nameless, []);
      const unreachable = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], textarea:not(:disabled)')]
          .filter((element) => element.tabIndex < 0 && element.closest('.item') === null)
          .map((element) => element.outerHTML),
      );
      assert.deepEqual(unreachable, []);
    });
  }

  it('ignore a message that is none of theirs', async () => {
    await open('chat', 'day');
    await page.evaluate(() => {
      window.dispatchEvent(new MessageEvent('message', { data: { type: 'unknown' } }));
    });
    await page.getByText('62 %').waitFor();
  });
});
