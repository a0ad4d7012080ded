import { workerData } from 'node:worker_threads';
import { serveCalls } from '../workers/serveCalls.ts';
import { nodeSqlite } from './nodeSqlite.ts';
import { openRecallStore } from './openRecallStore.ts';
import type { RecallReply, RecallRequest, RecallWorkerData } from './recallCalls.ts';
import { RecallEngine } from './recallEngine.ts';
import { wasmSqlite } from './wasmSqlite.ts';

/** The worker thread of WorkerRecallIndex. Only this thread opens the session's index file. */
const { path } = workerData as RecallWorkerData;
const opening = openRecallStore(path, [nodeSqlite, wasmSqlite]).then((opened) => ({
  ...opened,
  recall: new RecallEngine(opened.store),
}));

/**
 * Matches SQLite's messages about a file that was damaged while it was open. After such an error, the worker ends. The
 * next worker checks the file, and rebuilds it if it is damaged.
 */
const DAMAGE = /malformed|corrupt|not a database|disk I\/O error/i;

serveCalls(async (request: RecallRequest): Promise<RecallReply> => {
  try {
    return await replyTo(request);
  } catch (error) {
    if (error instanceof Error && DAMAGE.test(error.message)) process.exit(1);
    throw error;
  }
});

async function replyTo(request: RecallRequest): Promise<RecallReply> {
  const { recall, store, engine, problems } = await opening;
  switch (request.type) {
    case 'open':
      return { type: 'opened', report: { ...recall.stamp(), engine, problems } };
    case 'add':
      await recall.add(request.texts);
      return { type: 'done' };
    case 'search':
      return { type: 'found', hits: recall.search(request.query, request.limit) };
    case 'clear':
      recall.clear();
      return { type: 'done' };
    case 'close':
      store.close();
      return { type: 'done' };
  }
}
