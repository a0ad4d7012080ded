import { checkHistories } from '../../../support/histories.ts';

describe('Events in any order:', () => {
  it('messages, pins, rewinds, undos and background results leave a valid context, and compactions that can be undone', async () => {
    await checkHistories({ numRuns: 60 });
  });
});
