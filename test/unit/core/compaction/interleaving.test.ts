import { checkHistories } from '../../../support/histories.ts';

describe('A random history of messages, pins, rewinds, undos and background results', () => {
  it('gives a valid context, and every compaction can be undone', async () => {
    await checkHistories({ numRuns: 60 });
  });
});
