import { MemoryRecallStore } from '../../../../src/adapters/recall/openRecallStore.ts';
import type { RecallReply, RecallRequest } from '../../../../src/adapters/recall/recallCalls.ts';
import { RecallEngine } from '../../../../src/adapters/recall/recallEngine.ts';
import { serveCalls } from '../../../../src/adapters/workers/serveCalls.ts';

/** A recall worker that keeps its texts in memory. Exits on a search for `crash` if texts were added before. */
const recall = new RecallEngine(new MemoryRecallStore());

serveCalls(async (request: RecallRequest): Promise<RecallReply> => {
  switch (request.type) {
    case 'open':
      return { type: 'opened', report: { ...recall.stamp(), engine: 'node:sqlite', problems: [] } };
    case 'add':
      await recall.add(request.texts);
      return { type: 'done' };
    case 'search':
      if (request.query === 'crash' && recall.stamp().count > 0) process.exit(1);
      return { type: 'found', hits: recall.search(request.query, request.limit) };
    default:
      return { type: 'done' };
  }
});
