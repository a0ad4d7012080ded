import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../../../src/adapters/workers/serveCalls.ts';

/** The requests that the tests of WorkerCalls send to the worker. */
export type FixtureRequest =
  | { readonly type: 'echo'; readonly text: string }
  | { readonly type: 'throw'; readonly text: string }
  | { readonly type: 'exit' }
  | { readonly type: 'exitOnce'; readonly flag: SharedArrayBuffer }
  /** Sets `isBusy` to 1 and then runs forever. */
  | { readonly type: 'spin'; readonly isBusy?: SharedArrayBuffer };

/** The data with which the tests of WorkerCalls start the worker. */
export interface FixtureData {
  /** The time in milliseconds that the worker needs before it is ready. */
  readonly startMs: number;
}

const { startMs } = workerData as FixtureData;
if (startMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, startMs);

serveCalls((request: FixtureRequest): string => {
  switch (request.type) {
    case 'echo':
      return request.text;
    case 'throw':
      throw new Error(request.text);
    case 'exit':
      return process.exit(1);
    case 'exitOnce':
      if (Atomics.add(new Int32Array(request.flag), 0, 1) === 0) process.exit(1);
      return 'second time';
    case 'spin':
      if (request.isBusy !== undefined) Atomics.store(new Int32Array(request.isBusy), 0, 1);
      for (;;);
  }
});
