import { randomUUID } from 'node:crypto';
import { nodeFileSystem } from './fileSystem.ts';
import type { StoreEnvironment } from './sessionStore.ts';

/** The store's outside as it is: Node's file system, the clock, timers that keep no process alive, random names. */
export const nodeStoreEnvironment: StoreEnvironment = {
  fs: nodeFileSystem,
  now: Date.now,
  every: (intervalMs, tick) => {
    const timer = setInterval(tick, intervalMs).unref();
    return () => {
      clearInterval(timer);
    };
  },
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  newToken: randomUUID,
  newSessionId: randomUUID,
};
