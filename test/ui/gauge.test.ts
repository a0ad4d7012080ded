import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useViews } from './harness/useViews.ts';

describe('the gauge in the chat', () => {
  const view = useViews();
  const button = (): Locator =>
    view.page.getByRole('button', { name: /^112k of 181k usable tokens.* 62 %$/s });
  const card = (): Locator => view.page.getByRole('dialog', { name: 'Context' });

  it('draws the categories in different colours, or in different patterns in a high contrast theme', async () => {
    for (const [theme, isPattern] of [
      ['dark', false],
      ['contrast', true],
    ] as const) {
      if (isPattern) await view.close();
      await view.open('chat', 'day', { theme });
      const fills = await view.page
        .locator('lt-gauge .part')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fill));
      assert.equal(fills.length, 7);
      assert.equal(new Set(fills).size, 7);
      assert.equal(fills.filter((fill) => fill.includes('pattern')).length, isPattern ? 7 : 1);
      assert.ok(!fills.includes('rgb(0, 0, 0)'), 'the theme has no colour for a category');
    }
  });

  it('shows a forecast, the costs and the use of the cache on hover, without buttons', async () => {
    await view.open('chat', 'day');
    await button().hover();
    const hover = view.page.locator('lt-gauge-card');
    await hover
      .getByText('Next compaction when the context reaches 136k, after 23k more tokens (about 6 turns).')
      .waitFor();
    await hover.getByText('$1.24 so far · the next request costs about $0.0310').waitFor();
    await hover.getByText('82 % of what was sent came from the provider’s cache, which is cheaper').waitFor();
    assert.equal(await hover.locator('vscode-button, button').count(), 0);
    await view.page.mouse.move(150, 500);
    await hover.waitFor({ state: 'detached' });
  });

  it('tells screen readers the sizes, and what happens at each threshold', async () => {
    await view.open('chat', 'day');
    const label = await view.page.locator('lt-gauge svg').getAttribute('aria-label');
    const expected = [
      '112k of 181k usable tokens',
      '75 %: compacts automatically in the background',
      '95 %: urgent: compacts at once, without a model',
      'tool results: 66k',
    ];
    assert.deepEqual(
      expected.filter((line) => !label?.split('\n').includes(line)),
      [],
    );
  });

  for (const [name, command] of [
    ['Compact', 'compactNow'],
    ['Preview', 'previewCompaction'],
    ['Postpone', 'deferCompaction'],
    ['Open panel', 'openPanel'],
  ] as const) {
    it(`closes its card and runs the right command if “${name}” is clicked in the card`, async () => {
      await view.open('chat', 'day');
      await button().click();
      await card().getByRole('button', { name }).click();
      assert.deepEqual(await view.lastRequest('run'), { type: 'run', command });
      await card().waitFor({ state: 'detached' });
    });
  }

  it('has a card that can be opened, used and closed by keyboard without stopping the model', async () => {
    await view.open('chat', 'streaming');
    await view.page.locator('.gauge-button').focus();
    await view.page.keyboard.press('Enter');
    await card().locator('vscode-button:focus').waitFor();
    await view.page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    await view.page.locator('.gauge-button:focus').waitFor();
    await view.page.keyboard.press('Enter');
    await card().locator('vscode-button:focus').waitFor();
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('run'), { type: 'run', command: 'compactNow' });
    assert.equal(await view.requestCount('stop'), 0);
  });

  it('lists the largest messages with buttons to shorten, leave out, include, pin and show a message', async () => {
    await view.open('chat', 'day');
    await button().click();
    const search = /search_text interpolate/;
    await card().getByRole('button', { name: 'Shorten: read_file' }).click();
    assert.deepEqual(await view.lastRequest('shorten'), { type: 'shorten', message: 't1' });
    await card().getByRole('button', { name: 'Shorten: read_file', disabled: true }).waitFor();
    await card().getByRole('button', { name: 'Leave out: search_text interpolate(' }).click();
    assert.deepEqual(await view.lastRequest('exclude'), { type: 'exclude', message: 't2', on: true });
    await card().getByRole('button', { name: 'Include again: search_text interpolate(' }).click();
    assert.deepEqual(await view.lastRequest('exclude', 2), { type: 'exclude', message: 't2', on: false });
    await card().getByRole('button', { name: 'Pin: search_text interpolate(' }).click();
    assert.deepEqual(await view.lastRequest('pin'), { type: 'pin', row: 't2', on: true });
    await card().locator('.link-button', { hasText: search }).click();
    assert.deepEqual(await view.lastRequest('showMessage'), { type: 'showMessage', message: 't2' });
  });

  it('shows the card between the header and the plan', async () => {
    await view.open('chat', 'planned', { width: 300, height: 420 });
    await view.page.locator('.gauge-button').click();
    await card().locator('lt-largest li').first().waitFor();
    const [shown, plan, header] = await Promise.all(
      [card(), view.page.locator('lt-plan'), view.page.locator('lt-header')].map((each) =>
        each.boundingBox(),
      ),
    );
    assert.ok(shown!.y + shown!.height <= plan!.y, 'the card covers the plan');
    assert.ok(shown!.y >= header!.y + header!.height - 3, 'the card covers the header');
  });

  it('does not cut off the numbers of the card in a narrow side bar', async () => {
    await view.open('chat', 'day', { width: 200 });
    await button().click();
    await card().locator('lt-largest li').first().waitFor();
    const [needed, width] = await card().evaluate((shown) => [shown.scrollWidth, shown.clientWidth]);
    assert.equal(needed, width);
  });

  it('disables the actions that would change a read-only session', async () => {
    await view.open('chat', 'readOnly');
    await button().click();
    await card().locator('lt-largest li').first().waitFor();
    const enabled = await card().locator('lt-largest .icon-button:enabled').count();
    assert.equal(enabled, 0);
    assert.equal(await card().locator('.card-actions vscode-button[disabled]').count(), 2);
  });

  it('shows the size after the next compaction instead of a huge percentage if the context is too large', async () => {
    await view.open('chat', 'overflowing', { width: 200 });
    await view.page
      .getByText('246k, will be compacted to about 4.1k when you send', { exact: true })
      .waitFor();
    assert.doesNotMatch(await view.page.locator('lt-header').innerText(), /\d,\d{3} %/);
  });
});
