import { serveCalls } from '../../../../src/adapters/workers/serveCalls.ts';

/** What the tests of WorkerCalls can ask of a worker. */
export type FixtureRequest =
  | { readonly type: 'echo'; readonly text: string }
  | { readonly type: 'throw'; readonly text: string }
  | { readonly type: 'exit' }
  | { readonly type: 'exitOnce'; readonly flag: SharedArrayBuffer }
  /** Never ends, and counts up as long as it lives. */
  | { readonly type: 'spin'; readonly count: SharedArrayBuffer };

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
      for (;;) Atomics.add(new Int32Array(request.count), 0, 1);
  }
});
