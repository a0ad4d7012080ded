import type { WorkerScript } from '../../src/adapters/workers/workerCalls.ts';

/**
 * Returns the source script of a worker, for runs without a bundle. `path` is relative to the project. The worker
 * reports no coverage: it loads sources in another form than the main thread, and the two threads' reports for the same
 * file can't be merged.
 */
export function sourceWorker(path: string): WorkerScript {
  const env = { ...process.env };
  delete env['NODE_V8_COVERAGE'];
  return { path: new URL(`../../${path}`, import.meta.url), execArgv: ['--import', 'tsx'], env };
}
