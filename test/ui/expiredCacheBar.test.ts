import assert from 'node:assert/strict';
import { gauge } from './harness/gaugeData.ts';
import { useViews } from './harness/useViews.ts';

describe('The price bar for an expired cache', () => {
  const view = useViews();
  const bar = () => view.page.locator('lt-expired-cache');

  it('shows both prices above the composer, and does not prevent messages from being sent', async () => {
    await view.open('chat', 'expiredCache', { width: 200 });
    await bar()
      .getByText(
        'The last answer was 12 h ago. Sending the context costs about $1.10 now, or $0.09 after a compaction.',
      )
      .waitFor();
    const [told, composer] = [
      await bar().boundingBox(),
      await view.page.locator('lt-composer').boundingBox(),
    ];
    assert.ok(told!.y + told!.height <= composer!.y + 1);
    assert.ok((await bar().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)) <= 0);
    await view.page.locator('lt-composer textarea').fill('Go on.');
    await view.page.keyboard.press('Enter');
    assert.deepEqual(await view.lastRequest('send'), { type: 'send', text: 'Go on.' });
    await view.push({ type: 'field', field: 'gauge', value: gauge });
    await bar().waitFor({ state: 'detached' });
  });

  it('sends the answer but no message if the person clicks Compact First or Keep As It Is', async () => {
    await view.open('chat', 'expiredCache', { width: 350 });
    await bar().getByRole('button', { name: 'Compact First' }).click();
    const type = 'answerExpiredCache';
    assert.deepEqual(await view.lastRequest(type), { type, answer: 'compact' });
    await bar().getByRole('button', { name: 'Keep As It Is' }).click();
    assert.deepEqual(await view.lastRequest(type, 2), { type, answer: 'asItIs' });
    assert.equal(await view.requestCount('send'), 0);
  });
});
