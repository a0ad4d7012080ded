import type { WorkerScript } from '../../src/adapters/workers/workerCalls.ts';

/** A worker's script as it stands in the sources, for runs without a bundle. `path` is relative to `src/`. */
export function sourceWorker(path: string): WorkerScript {
  return { path: new URL(`../../src/${path}`, import.meta.url), execArgv: ['--import', 'tsx'] };
}
