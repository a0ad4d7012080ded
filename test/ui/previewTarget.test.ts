import assert from 'node:assert/strict';
import { gauge } from './harness/gaugeData.ts';
import { useViews } from './harness/useViews.ts';

describe('the target field of the panel’s preview', () => {
  const view = useViews();

  async function openPreview(): Promise<void> {
    await view.open('panel', 'day');
    await view.page.getByRole('button', { name: 'Compact…' }).click();
  }

  it('is disabled if the smallest context is chosen', async () => {
    await openPreview();
    const target = view.page.getByRole('textbox', { name: 'Target' });
    assert.equal(await target.getAttribute('placeholder'), 'about half');
    await view.page.getByRole('combobox', { name: 'The target’s unit' }).selectOption('smallest');
    await view.page.waitForFunction(() => window.fake.requests.some((one) => 'isSmallest' in one));
    assert.equal(await target.isDisabled(), true);
    assert.ok(!('budgetTokens' in ((await view.lastRequest('preview')) as object)));
  });

  it('is below its label and wide enough for its text in a narrow panel, like the other fields', async () => {
    await view.open('panel', 'day', { width: 250 });
    await view.page.getByRole('button', { name: 'Compact…' }).click();
    const fields = view.page.locator('.preview-controls .field');
    await fields.first().waitFor();
    const areBelow = await fields.evaluateAll((all) =>
      all.map((field) => {
        const [label, control] = [...field.children].map((each) => each.getBoundingClientRect());
        return label !== undefined && control !== undefined && label.bottom <= control.top;
      }),
    );
    assert.deepEqual(areBelow, [true, true, true]);
    const { width } = (await view.page.getByRole('textbox', { name: 'Target' }).boundingBox())!;
    assert.ok(width > 100, `the field is ${width} px wide`);
    const { x, width: ofButton } = (await view.page.getByRole('button', { name: 'Compare' }).boundingBox())!;
    assert.ok(x + ofButton <= 250, 'a button is cut off');
  });

  it('shows the default while the field is empty', async () => {
    await openPreview();
    const target = view.page.getByRole('textbox', { name: 'Target' });
    assert.match((await target.getAttribute('title')) ?? '', /^Default: half of the context, or/);
    await view.page.getByRole('option', { name: '% of the usable window' }).waitFor({ state: 'attached' });
    await view.push({ type: 'field', field: 'isPreviewing', value: false });
    await view.push({ type: 'field', field: 'isAsked', value: true });
    await view.push({ type: 'field', field: 'isPreviewing', value: true });
    await view.page.getByPlaceholder('automatic target').waitFor();
    assert.match(
      (await target.getAttribute('title')) ?? '',
      /^Default: the target of the compaction that waits/,
    );
    // Shows a question and then removes it, as after an answer. No compaction waits for an answer any longer.
    await view.push({ type: 'field', field: 'gauge', value: { ...gauge, question: {} } });
    await view.push({ type: 'field', field: 'gauge', value: gauge });
    await view.page.getByPlaceholder('about half').waitFor();
    await view.page.locator('#strategy').click();
    await view.page.getByRole('option', { name: 'window', exact: true }).click();
    await view.page.getByPlaceholder('newest turns').waitFor();
    assert.match((await target.getAttribute('title')) ?? '', /^Default: the number of newest turns/);
  });

  it('accepts sizes in several formats, e.g. 43.5k and 42,000, and rejects a word', async () => {
    await openPreview();
    const target = view.page.getByRole('textbox', { name: 'Target' });
    const sentence = view.page.getByText('Not a size. Enter 40k, 40,000 or 30 %.');
    await target.fill('small');
    await sentence.waitFor();
    assert.equal(await target.getAttribute('aria-invalid'), 'true');
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    const apply = view.page.getByRole('button', { name: 'Apply' });
    assert.equal(await apply.getAttribute('disabled'), '');
    for (const [figure, tokens] of [
      ['40000 tokens', 40_000],
      ['41.000', 41_000],
      ['42,000', 42_000],
      ['43.5k', 43_500],
      ['30 %', 54_300],
    ] as const) {
      await target.fill(figure);
      await view.page.waitForFunction(
        (wanted) => window.fake.requests.some((one) => one.type === 'preview' && one.budgetTokens === wanted),
        tokens,
      );
    }
    assert.equal(await sentence.count(), 0);
    await view.page.locator('.preview-body:not(.stale)').waitFor();
    assert.equal(await apply.getAttribute('disabled'), null);
  });
});
