import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('the model’s thinking in the thread', () => {
  const view = useViews();

  it('stays open when the answer begins', async () => {
    await view.open('chat', 'streaming');
    const answer = view.page.locator('[data-id="live"]');
    const thoughts = answer.locator('.reasoning');
    await view.push({ type: 'textStreamed', id: 'live', reasoning: 'First I look' });
    const fold = answer.getByRole('button', { name: /^(Thinking|Thought)$/u });
    await fold.waitFor();
    assert.equal(await thoughts.count(), 0);
    await fold.click();
    await thoughts.getByText('First I look').waitFor();
    await view.push({ type: 'textStreamed', id: 'live', reasoning: ' around.' });
    await thoughts.getByText('First I look around.').waitFor();
    await view.push({ type: 'textStreamed', id: 'live', text: 'Two files.' });
    await answer.getByRole('button', { name: 'Thought' }).waitFor();
    assert.equal((await answer.locator('lt-markdown').textContent())?.trim(), 'Two files.');
    assert.equal(await fold.getAttribute('aria-expanded'), 'true');
    await fold.click();
    await thoughts.waitFor({ state: 'detached' });
  });
});
