import * as nodeFs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonlSessionLog } from '../../src/adapters/store/jsonlSessionLog.ts';
import type { Entry } from '../../src/core/log/entry.ts';
import type { FileSystem } from '../../src/adapters/store/fileSystem.ts';
import { SILENT_AFTER_MS } from '../../src/adapters/store/lock.ts';
import { sessionFolder, type SessionFolder } from '../../src/adapters/store/sessionFolder.ts';
import { SessionStore, type StoreEnvironment } from '../../src/adapters/store/sessionStore.ts';

/** A store in a temporary folder, with manual clocks and numbered ids. */
export interface TemporaryStore {
  readonly root: string;
  readonly environment: StoreEnvironment;
  readonly store: SessionStore;
  /** Returns the store of a second window with the same folder. `changes` replace parts of its file system. */
  window(changes?: Partial<FileSystem>): SessionStore;
  folder(id: string): SessionFolder;
  /** Advances the clock in steps of 5 s, and calls all timers at each step. */
  advance(ms: number): void;
  /** Advances the clock without calling timers, as when a machine is suspended. */
  sleep(ms: number): void;
  /** Reads all locks, and advances the clock by just over 20 s, after which this store considers the owners gone. */
  fallSilent(): Promise<void>;
  remove(): void;
}

export function temporaryStore(): TemporaryStore {
  const root = nodeFs.mkdtempSync(join(tmpdir(), 'longthread-store-'));
  const ticks = new Set<() => void>();
  let now = 1_000_000;
  let names = 0;
  const environment: StoreEnvironment = {
    fs: nodeFs,
    now: () => now,
    every: (_intervalMs, tick) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
    elapsedMs: () => now,
    process: { machine: 'test', pid: 1 },
    isRunning: () => true,
    pause: () => Promise.resolve(),
    newToken: () => `token${String(++names)}`,
    newSessionId: () => `session${String(++names)}`,
  };
  const store = new SessionStore(root, environment);
  return {
    root,
    environment,
    store,
    window: (changes = {}) => new SessionStore(root, { ...environment, fs: { ...nodeFs, ...changes } }),
    folder: (id) => sessionFolder(join(root, 'sessions', id)),
    advance(ms) {
      for (let passed = 0; passed < ms; passed += 5_000) {
        now += Math.min(5_000, ms - passed);
        for (const tick of [...ticks]) tick();
      }
    },
    sleep(ms) {
      now += ms;
    },
    async fallSilent() {
      await store.list();
      now += SILENT_AFTER_MS + 1;
    },
    remove: () => {
      nodeFs.rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Returns an Error in the form in which Node's file system throws errors. */
export function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: made by a test`), { code });
}

export async function appendAll(log: JsonlSessionLog, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) await log.append(entry);
}

/** Writes a session with these entries, closes the session, and returns its id. */
export async function written(temporary: TemporaryStore, entries: readonly Entry[]): Promise<string> {
  const log = await temporary.store.create();
  await appendAll(log, entries);
  await log.close();
  return log.sessionId;
}
