import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { FtsRecallStore } from './ftsRecallStore.ts';
import type { RecallStore, RecallStamp } from './recallStore.ts';
import type { SqlEngine } from './sqlDatabase.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import type { FoundText, RecallText } from '../../core/recall/scan.ts';

export interface OpenedRecallStore {
  readonly store: RecallStore;
  readonly engine: SqlEngine['name'] | 'scan';
  /** One sentence for each engine that can't be used, and one if the index file had to be deleted. */
  readonly problems: readonly string[];
}

/**
 * Opens the index with the first engine that works and has full-text search (FTS5). If there is no such engine, or if
 * an engine reports that another process has opened the index, returns a store that keeps the texts in memory, where
 * searches scan them.
 */
export async function openRecallStore(
  path: string,
  engines: readonly SqlEngine[],
): Promise<OpenedRecallStore> {
  const problems: string[] = [];
  for (const engine of engines) {
    try {
      await probe(engine);
      const store = await openOrRebuild(path, engine, problems);
      return { store, engine: engine.name, problems };
    } catch (error) {
      problems.push(`${engine.name} can't be used for recall: ${messageOf(error)}.`);
      // Another engine must not open the file, because the engines do not see each other's locks.
      if (isLocked(error)) break;
    }
  }
  return { store: new MemoryRecallStore(), engine: 'scan', problems };
}

/** Throws if this build of SQLite has no FTS5. Uses a database in memory, so that the index file is not changed. */
async function probe(engine: SqlEngine): Promise<void> {
  const database = await engine.open(':memory:');
  try {
    new FtsRecallStore(database);
  } finally {
    database.close();
  }
}

async function openOrRebuild(path: string, engine: SqlEngine, problems: string[]): Promise<RecallStore> {
  if (path === ':memory:') return openStore(path, engine);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return await openStore(path, engine);
  } catch (error) {
    if (isLocked(error)) throw error;
    problems.push(`The recall index is rebuilt: ${messageOf(error)}`);
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
    return openStore(path, engine);
  }
}

/** Returns whether an error means that another process has opened the file, and not that the file is damaged. */
function isLocked(error: unknown): boolean {
  return /locked|busy/i.test(messageOf(error));
}

async function openStore(path: string, engine: SqlEngine): Promise<RecallStore> {
  const database = await engine.open(path);
  try {
    return new FtsRecallStore(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Stores texts in memory without an index. Used if no SQLite engine can open the index. */
export class MemoryRecallStore implements RecallStore {
  readonly #texts = new Map<string, string>();
  #lastId: string | undefined;

  stamp(): RecallStamp {
    return { count: this.#texts.size, lastId: this.#lastId };
  }

  insert(texts: readonly RecallText[]): void {
    for (const { id, text } of texts) {
      if (this.#texts.has(id)) continue;
      this.#texts.set(id, text);
      this.#lastId = id;
    }
  }

  match(): readonly FoundText[] {
    return [];
  }

  texts(): Iterable<RecallText> {
    return Array.from(this.#texts, ([id, text]) => ({ id, text })).reverse();
  }

  clear(): void {
    this.#texts.clear();
    this.#lastId = undefined;
  }

  close(): void {
    this.clear();
  }
}
