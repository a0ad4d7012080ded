import assert from 'node:assert/strict';
import { modelAsks } from './harness/approvalData.ts';
import { until } from '../support/until.ts';
import { useViews } from './harness/useViews.ts';

describe('A question from the model', () => {
  const view = useViews();
  const bar = () => view.page.locator('lt-ask');
  const chosen = { type: 'answerAsked', asked: 'm9', option: 1 };

  for (const width of [200, 300, 700])
    it(`is not cut off at a width of ${width} px`, async () => {
      await view.open('chat', 'modelAsks', { width });
      await bar().getByText('What shall the row at 02:00 hold for them?').waitFor();
      assert.equal(await bar().getByRole('button').count(), 3);
      const overflow = await bar().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.ok(overflow <= 0, `${overflow} px`);
    });

  it('is answered only once if Enter is pressed twice, and passes the focus to the composer', async () => {
    await view.open('chat', 'modelAsks', { width: 300 });
    await bar().getByRole('button').first().focus();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Enter');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('answerAsked', 1), chosen);
    assert.equal(await view.requestCount('answerAsked'), 1);
    assert.equal(await view.page.locator('lt-composer textarea:focus').count(), 1);
  });

  it('can be scrolled by keyboard if the question is long', async () => {
    await view.open('chat', 'modelAsks', { width: 300 });
    const asked = { id: 'm9', text: 'A long question.\n'.repeat(80), options: [] };
    await view.push({ type: 'field', field: 'composer', value: { ...modelAsks, asked } });
    const question = bar().getByRole('group');
    await question.focus();
    await view.page.keyboard.press('End');
    await until('the question is scrolled to its end', () =>
      question.evaluate(
        (box) => box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1,
      ),
    );
  });

  it('can be answered by a typed message instead of an option', async () => {
    await view.open('chat', 'modelAsks', { width: 300 });
    const field = view.page.locator('lt-composer textarea');
    assert.equal(await field.getAttribute('placeholder'), 'Answer in your own words…');
    await field.fill('Ask the harbour office.');
    await field.press('Enter');
    assert.deepEqual(await view.lastRequest('send'), { type: 'send', text: 'Ask the harbour office.' });
  });

  it('is announced to screen readers, and disappears when the model no longer waits for an answer', async () => {
    await view.open('chat', 'day', { width: 300 });
    await view.push({ type: 'field', field: 'composer', value: modelAsks });
    await bar()
      .getByRole('status')
      .getByText(/The model asks: The tables of before 1992/)
      .waitFor();
    await view.push({ type: 'field', field: 'composer', value: { attachments: [], isBusy: true } });
    await bar().waitFor({ state: 'detached' });
  });

  it('has only disabled options if the session is read-only', async () => {
    await view.open('chat', 'modelAsks', { width: 300 });
    await view.push({ type: 'field', field: 'composer', value: { ...modelAsks, blocked: 'Read-only' } });
    await bar().locator('button:disabled').first().waitFor();
    assert.equal(await bar().locator('button:not(:disabled)').count(), 0);
  });
});
