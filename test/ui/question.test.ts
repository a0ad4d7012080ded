import assert from 'node:assert/strict';
import { gauge } from './harness/gaugeData.ts';
import { useViews } from './harness/useViews.ts';

describe('The bar with the compaction question', () => {
  const view = useViews();
  const bar = () => view.page.locator('lt-question');
  const ask = (leftMs?: number): Promise<void> =>
    view.push({
      type: 'field',
      field: 'gauge',
      value: { ...gauge, question: leftMs === undefined ? {} : { leftMs } },
    });

  it('has a countdown that can be stopped', async () => {
    await view.open('chat', 'day', { width: 350 });
    assert.equal(await bar().count(), 0);
    await ask(24_000);
    await bar()
      .getByText(/Compacts in \d+ s/)
      .waitFor();
    const [asked, composer] = [
      await bar().boundingBox(),
      await view.page.locator('lt-composer').boundingBox(),
    ];
    assert.ok(asked!.y + asked!.height <= composer!.y + 1);
    await bar().getByRole('button', { name: 'Stop Countdown' }).click();
    assert.deepEqual(await view.lastRequest('answerQuestion'), { type: 'answerQuestion', answer: 'wait' });
    await ask();
    await bar()
      .getByText(/Compacts in \d+ s/)
      .waitFor({ state: 'detached' });
    await view.push({ type: 'field', field: 'gauge', value: gauge });
    await bar().waitFor({ state: 'detached' });
  });

  it('counts down without further messages from the host', async () => {
    await view.open('chat', 'day', { width: 350 });
    await ask(1_500);
    // The countdown ends at 0 and stays there, so even a slow machine finds this text.
    await bar().getByText('Compacts in 0 s').waitFor();
  });

  it('sends the answers Preview, Compact and Postpone to the host', async () => {
    await view.open('chat', 'day', { width: 200 });
    await ask(24_000);
    await bar().getByRole('button', { name: 'Preview' }).click();
    assert.deepEqual(await view.lastRequest('answerQuestion'), { type: 'answerQuestion', answer: 'look' });
    await bar().getByRole('button', { name: 'Compact' }).click();
    assert.deepEqual(await view.lastRequest('answerQuestion', 2), {
      type: 'answerQuestion',
      answer: 'compact',
    });
    await bar().getByRole('button', { name: 'Postpone' }).click();
    assert.deepEqual(await view.lastRequest('answerQuestion', 3), {
      type: 'answerQuestion',
      answer: 'later',
    });
    assert.ok((await bar().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)) <= 0);
  });
});
