import type { WorkerScript } from '../../src/adapters/workers/workerCalls.ts';

/** A worker's script as it stands in the sources, for runs without a bundle. `path` is relative to the project. */
export function sourceWorker(path: string): WorkerScript {
  const stopCoverage = new URL('stopCoverage.mjs', import.meta.url);
  return {
    path: new URL(`../../${path}`, import.meta.url),
    execArgv: ['--import', stopCoverage.href, '--import', 'tsx'],
  };
}
