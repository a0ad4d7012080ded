import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { updatePlan } from '../../../../src/extension/tools/updatePlan.ts';

describe('The plan tool', () => {
  const plan = async (...steps: readonly object[]): Promise<string> =>
    (await updatePlan.run({ plan: steps }, neverCancelled, 'c1')).text;

  it('returns how many steps are done, or that there is no plan', async () => {
    const steps = [
      { step: 'Read the tables', status: 'completed' },
      { step: 'Run the tests', status: 'in_progress' },
    ];
    assert.equal(await plan(...steps), '1 of 2 done.');
    assert.equal(await plan(), 'There is no plan now.');
  });

  it('refuses a step without text', async () => {
    const outcome = await updatePlan.run({ plan: [{ step: ' ', status: 'pending' }] }, neverCancelled, 'c1');
    assert.equal(outcome.isError, true);
  });
});
