import assert from 'node:assert/strict';
import { planned } from './harness/approvalData.ts';
import { useViews } from './harness/useViews.ts';

describe('The model’s plan above the composer', () => {
  const view = useViews();
  const bar = () => view.page.locator('lt-plan');

  it('can be opened and closed by keyboard', async () => {
    await view.open('chat', 'planned', { width: 300 });
    const button = bar().getByRole('button');
    assert.match(await button.innerText(), /Plan 2\/5\s+Find the row by time/);
    const [plan, composer] = [
      await bar().boundingBox(),
      await view.page.locator('lt-composer').boundingBox(),
    ];
    assert.ok(plan!.y + plan!.height <= composer!.y + 1 && plan!.height < 40);
    await button.focus();
    await view.page.keyboard.press('Enter');
    const steps = bar().getByRole('listitem');
    assert.equal(await steps.count(), 5);
    assert.match(await steps.nth(2).innerText(), /in progress:\s+Find the row by time/);
    const overflow = await bar().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.ok(overflow <= 0, `${overflow} px`);
    await view.page.keyboard.press('Enter');
    await steps.first().waitFor({ state: 'detached' });
  });

  it('says that all steps are done, and disappears when the host sends no plan', async () => {
    await view.open('chat', 'planned', { width: 300 });
    const plan = [{ text: 'Say what changed', state: 'done' }] as const;
    await view.push({ type: 'field', field: 'composer', value: { ...planned, plan } });
    await bar().getByText('All steps are done.').waitFor();
    await view.push({ type: 'field', field: 'composer', value: { attachments: [], isBusy: false } });
    await bar().waitFor({ state: 'detached' });
  });
});
