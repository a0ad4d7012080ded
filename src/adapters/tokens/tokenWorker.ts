import { workerData } from 'node:worker_threads';
import { serveCalls } from '../workers/serveCalls.ts';
import { BytePairCounter } from './bytePairCounter.ts';
import { loadRanks } from './ranks.ts';
import type { TokenWorkerData } from './workerTokenCounter.ts';

/** The worker thread of WorkerTokenCounter. Returns the counts of a list of texts. */
const { encoding } = workerData as TokenWorkerData;
const loading = loadRanks(encoding).then((ranks) => new BytePairCounter(ranks));

serveCalls(async (texts: readonly string[]): Promise<readonly number[]> => {
  const counter = await loading;
  return texts.map((text) => counter.count(text));
});
