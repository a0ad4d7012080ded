import { checkHistories } from '../../../support/histories.ts';

describe('Whatever happens in between', () => {
  it('messages, pins, rewinds, undos and results in the background leave a sound context that can be undone', async () => {
    await checkHistories({ numRuns: 60 });
  });
});
