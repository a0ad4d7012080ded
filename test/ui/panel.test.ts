import assert from 'node:assert/strict';
import { newest } from './harness/panelData.ts';
import { useViews } from './harness/useViews.ts';

describe('the panel', () => {
  const view = useViews();

  /** Returns the elements that have a horizontal scroll bar. */
  const scrollingSideways = (): Promise<readonly string[]> =>
    view.page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 &&
            ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
        )
        .map((element) => `${element.tagName}.${element.className}`),
    );

  it('has no button to end a stage or to set the strategy if another agent runs the session', async () => {
    await view.open('panel', 'led');
    const { page } = view;
    await page.getByText('Claude Code runs this session.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Mark stage done' }).count(), 0);
    await page.getByRole('textbox', { name: 'Add a rule' }).waitFor();
    await page.locator('vscode-button', { hasText: 'Compact…' }).click();
    await page.locator('lt-preview vscode-button:not([disabled])', { hasText: 'Apply' }).waitFor();
    await page.getByRole('combobox', { name: 'Strategy' }).click();
    await page.getByRole('option', { name: 'rolling' }).click();
    const { strategy } = (await view.lastRequest('preview', 2)) as { strategy: string };
    assert.equal(strategy, 'rolling');
    assert.equal(await page.getByRole('button', { name: 'Use this strategy for the session' }).count(), 0);
    await page.getByRole('button', { name: 'Compare Strategies' }).click();
    await page.locator('lt-comparison tr').first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Use this' }).count(), 0);
  });

  it('shows the newest compaction with notes, receipt and cost', async () => {
    await view.open('panel', 'day');
    await view.page.getByText('The chart jumped at 02:00 because').waitFor();
    for (const text of [
      'Constraints',
      'Open work',
      'messages whose text you deleted',
      'gpt-5-mini · 2 calls · 41k tokens in, 1.3k out · 4.3\u00A0s · $0.0129',
      'long tool outputs',
    ]) {
      await view.page.getByText(text, { exact: false }).first().waitFor();
    }
  });

  it('opens the source message of a line in the notes', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Message m14' }).click();
    await view.page.getByText('What m14 of s1 said, word for word.').waitFor();
    await view.page.getByRole('button', { name: 'Show in chat' }).click();
    assert.deepEqual(await view.lastRequest('showInChat'), { type: 'showInChat', message: 'm14' });
  });

  it('explains receipts, marks such as m2, compaction steps, shortened texts, and the columns of a comparison', async () => {
    await view.open('panel', 'day');
    await view.page
      .getByRole('row', { name: 'can be looked up: the model asks for the original 540' })
      .waitFor();
    await view.page.getByText('Click a mark like m2 to read the message that the line came from.').waitFor();
    await view.page
      .getByTitle('long tool outputs: shortens each long tool output, and each long argument of a call')
      .waitFor();
    const now = view.page.getByRole('list', { name: 'Context now' });
    const stub = now.getByRole('button', { name: /read_file src\/chart.ts/ });
    assert.match(
      (await stub.getAttribute('title')) ?? '',
      /^read_file.*\nShortened: in the context in fewer words/,
    );
    await view.page.getByRole('button', { name: 'Compare Strategies' }).click();
    await view.page.getByTitle('Tokens of all requests').first().waitFor();
  });

  it('disables compaction and comparison in an empty session, but not “Mark stage done”', async () => {
    await view.open('panel', 'empty');
    for (const name of ['Compact…', 'Compare Strategies']) {
      assert.equal(await view.page.locator('vscode-button[disabled]', { hasText: name }).count(), 1);
    }
    await view.page.getByRole('button', { name: 'Mark stage done' }).click();
    assert.deepEqual(await view.lastRequest('markStageDone'), { type: 'markStageDone' });
  });

  it('shows a new event and a new context immediately', async () => {
    await view.open('panel', 'day');
    await view.push(
      {
        type: 'list',
        field: 'timeline',
        patch: { added: [{ items: [{ ...newest, id: 'e12', tokensBefore: 99_000, tokensAfter: 17_000 }] }] },
      },
      {
        type: 'field',
        field: 'context',
        value: [
          {
            id: 'm99',
            role: 'user',
            fate: 'stays',
            label: 'Fresh',
            tokens: 3,
            origins: [],
            originCount: 1,
          },
        ],
      },
    );
    await view.page.getByRole('button', { name: '99k → 17k' }).waitFor();
    await view.page.getByRole('heading', { name: '99k → 17k' }).waitFor();
    await view.page.getByText('Fresh').waitFor();
    assert.equal(await view.page.locator('lt-context .item').count(), 1);
  });

  it('undoes and redoes the selected compaction', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Undo' }).click();
    await view.page.getByText('Undone: the context is as if this compaction had not run.').waitFor();
    await view.page.getByRole('button', { name: 'Redo' }).click();
    assert.deepEqual(await view.lastRequest('redo'), { type: 'redo', isSure: false });
  });

  it('updates the preview when the session changes', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    await view.page.getByText('112k → 62k').waitFor();
    assert.equal(await view.requestCount('preview'), 1);
    await view.push({ type: 'field', field: 'stages', value: [] });
    await view.page.waitForFunction(
      () => window.fake.requests.filter(({ type }) => type === 'preview').length === 2,
    );
    await view.page.getByText('112k → 62k').waitFor();
  });

  it('updates the preview when another strategy is chosen', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    await view.page.getByRole('combobox', { name: 'Strategy' }).click();
    await view.page.getByRole('option', { name: 'rolling' }).click();
    await view.page.waitForFunction(() =>
      window.fake.requests.some((request) => request.type === 'preview' && request.strategy === 'rolling'),
    );
    assert.deepEqual(await view.lastRequest('preview'), {
      type: 'preview',
      strategy: 'rolling',
      instructions: '',
    });
    await view.page.getByRole('button', { name: 'Use this strategy for the session' }).click();
    assert.deepEqual(await view.lastRequest('chooseStrategy'), {
      type: 'chooseStrategy',
      strategy: 'rolling',
    });
  });

  it('opens the preview when a command requests a preview', async () => {
    await view.open('panel', 'day');
    await view.page.locator('lt-event').waitFor();
    await view.push({ type: 'field', field: 'isPreviewing', value: true });
    await view.page.getByRole('heading', { name: 'Preview', exact: true }).waitFor();
  });

  it('opens a message when the host requests the message', async () => {
    await view.open('panel', 'day');
    await view.page.locator('lt-event').waitFor();
    await view.push({ type: 'field', field: 'shownMessage', value: 'm14' });
    await view.page.getByText('What m14 of s1 said, word for word.').waitFor();
    await view.push({ type: 'field', field: 'shownMessage', value: 'm2' });
    await view.page.getByText('What m2 of s1 said, word for word.').waitFor();
    await view.page.getByText('m2 in one line.').waitFor();
    await view.page.getByRole('button', { name: 'Bring back' }).click();
    await view.page.getByText('In the context word for word, and pinned.').waitFor();
    assert.equal(await view.page.getByText('m2 in one line.').count(), 0);
    await view.page.getByRole('button', { name: 'Close message' }).click();
    await view.page.locator('lt-event').waitFor();
  });

  it('can show another message after a message that can’t be read', async () => {
    await view.open('panel', 'day');
    await view.page.locator('lt-event').waitFor();
    await view.fail('readMessage', 'It is not there.');
    await view.push({ type: 'field', field: 'shownMessage', value: 'm14' });
    await view.page.getByText('m14 could not be read.').waitFor();
    await view.fail('readMessage');
    await view.push({ type: 'field', field: 'shownMessage', value: 'm2' });
    await view.page.getByText('What m2 of s1 said, word for word.').waitFor();
  });

  it('compares strategies on this session', async () => {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compare Strategies' }).click();
    await view.page.getByText(/hybrid, is best for this session: \$6\.40; .* 94 %/).waitFor();
    const rows = view.page.locator('lt-comparison tr');
    assert.match(
      (await rows.first().innerText()).replaceAll(/\s+/g, ' '),
      /^hybrid best for this session in use/,
    );
    await view.page.getByRole('row', { name: /truncate .*\$8\.12.* 71 %/ }).waitFor();
    await view.page.getByRole('button', { name: 'Use this: window' }).click();
    assert.deepEqual(await view.lastRequest('chooseStrategy'), {
      type: 'chooseStrategy',
      strategy: 'window',
    });
  });

  it('collapses checks that led to no compaction into one line', async () => {
    await view.open('panel', 'day');
    const hidden = view.page.getByText('Not compacted: below the threshold');
    assert.equal(await hidden.isVisible(), false);
    await view.page.getByText(/Not compacted: \d+ times?/).click();
    await hidden.waitFor();
  });

  for (const width of [200, 350, 700, 1200])
    it(`has no horizontal scroll bar while a comparison is shown, at a width of ${String(width)} px`, async () => {
      await view.open('panel', 'day', { width });
      await view.page.getByRole('button', { name: 'Compare Strategies' }).click();
      await view.page.locator('lt-comparison tr').first().waitFor();
      assert.deepEqual(await scrollingSideways(), []);
    });

  it('changes and deletes memories', async () => {
    await view.open('panel', 'day');
    await view.page.getByText('Heights are metres, never feet.').first().hover();
    await view.page.getByRole('button', { name: 'Edit memory: Heights are metres' }).click();
    await view.page.getByRole('textbox', { name: 'Memory' }).fill('Heights are metres.');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('editMemory'), {
      type: 'editMemory',
      memory: 'y1',
      text: 'Heights are metres.',
    });
    await view.page.getByRole('button', { name: 'Delete memory: Heights are metres' }).click();
    assert.deepEqual(await view.lastRequest('deleteMemory'), { type: 'deleteMemory', memory: 'y1' });
  });

  it('saves a suggested memory only on request', async () => {
    await view.open('panel', 'day');
    await view.page.getByText('Never round heights before the end.').hover();
    assert.equal(await view.requestCount('saveOffer'), 0);
    await view.page.getByRole('button', { name: /^Remember: Never round/ }).click();
    const text = 'Never round heights before the end.';
    assert.deepEqual(await view.lastRequest('saveOffer'), { type: 'saveOffer', text });
    await view.page.getByRole('button', { name: 'Don’t remember: Never round' }).click();
    assert.deepEqual(await view.lastRequest('dismissOffer'), { type: 'dismissOffer', text });
  });

  it('has one column if the panel is narrow', async () => {
    await view.open('panel', 'day', { width: 600 });
    const columns = await view.page
      .locator('.column')
      .evaluateAll((all) => all.map((column) => column.getBoundingClientRect().left));
    assert.equal(new Set(columns).size, 1);
  });

  it('shows all figures of the best strategy even if the panel is only 320 px wide', async () => {
    await view.open('panel', 'day', { width: 320 });
    await view.page.getByRole('button', { name: 'Compare Strategies' }).click();
    const last = view.page.locator('lt-comparison td[data-head="Notes by a model"]').first();
    await last.waitFor();
    const { x, y, width, height } = (await last.boundingBox()) ?? assert.fail('not shown');
    assert.ok(x >= 0 && x + width <= 320, `the last figure ends at ${String(x + width)}`);
    assert.ok(y + height <= 700, `the last figure is below the visible part, at ${String(y)}`);
    await view.page.getByRole('button', { name: 'Close comparison' }).click();
    await view.page.getByRole('list', { name: 'Context now' }).waitFor();
  });

  it('keeps the preview’s Apply button in view at a height of 420 px', async () => {
    await view.open('panel', 'day', { width: 1200, height: 420 });
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    await view.page.locator('lt-preview-turns .item').first().waitFor();
    const { y, height } =
      (await view.page.getByRole('button', { name: 'Apply' }).boundingBox()) ?? assert.fail('not shown');
    assert.ok(y + height <= 420, `the button ends at ${String(y + height)}`);
  });

  it('does not darken a button under the pointer in High Contrast Light', async () => {
    await view.open('panel', 'day', { theme: 'contrastLight' });
    const button = view.page.getByRole('button', { name: 'Compare Strategies' });
    await button.hover();
    const background = await button.evaluate(
      ({ shadowRoot }) =>
        getComputedStyle(shadowRoot?.querySelector('.base') ?? document.body).backgroundColor,
    );
    // The colour is either rgb(r, g, b) with values up to 255, or color(srgb r g b) with values up to 1.
    const parts =
      background
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .map(Number) ?? [];
    const brightest = background.startsWith('rgb') ? 255 : 1;
    for (const part of parts) assert.ok(part > brightest / 2, background);
    assert.equal(parts.length, 3);
  });
});
