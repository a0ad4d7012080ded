import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { hasCode, nodeFileSystem } from './fileSystem.ts';
import type { StoreEnvironment } from './sessionStore.ts';

/**
 * The environment outside of tests: Node's file system, clocks, random names, and timers that do not keep the process
 * alive.
 */
export const nodeStoreEnvironment: StoreEnvironment = {
  fs: nodeFileSystem,
  now: Date.now,
  every: (intervalMs, tick) => {
    const timer = setInterval(tick, intervalMs).unref();
    return () => clearInterval(timer);
  },
  elapsedMs: () => performance.now(),
  process: { machine: machineName(), pid: process.pid },
  isRunning,
  pause: (ms) => setTimeout(ms),
  newToken: randomUUID,
  newSessionId: randomUUID,
};

/** Returns the machine's name and, on Linux, its id and process namespace. A process id is unique only within these. */
function machineName(): string {
  const namespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'));
  const machineId = orEmpty(() => readFileSync('/etc/machine-id', 'utf8').trim());
  return [hostname(), machineId, namespace].filter(Boolean).join(' ');
}

/** Returns the text that `read` returns; the empty text if `read` throws, e.g. because there is no such file. */
function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Returns whether a process runs, even if it belongs to another user. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
