import type { EntryId } from '../../core/log/entry.ts';
import { CacheFile } from './cacheFile.ts';
import type { FileSystem } from './fileSystem.ts';

/** What was worked out about entries, a JSON value each, by entry id. Read from disk when it is first asked for. */
export class FactCache {
  readonly #file: CacheFile;
  readonly #token: string;
  #facts: Map<EntryId, unknown> | undefined;
  #mustReplace = false;

  constructor(fs: FileSystem, path: string, token: string) {
    this.#file = new CacheFile(fs, path);
    this.#token = token;
  }

  get(id: EntryId): unknown {
    return this.#loaded().get(id);
  }

  set(id: EntryId, value: unknown): void {
    this.#loaded().set(id, value);
    this.#file.add([id, value]);
  }

  /** Writes what is new. A disk that refuses costs time at the next opening, nothing else. */
  save(): void {
    try {
      if (this.#mustReplace) this.#file.replace([...this.#loaded()], this.#token);
      else this.#file.save();
      this.#mustReplace = false;
    } catch {
      this.#mustReplace = true;
    }
  }

  /** Takes the file away: facts of a text must not outlive it. Gives the facts of entries that stay. */
  remove(): void {
    this.#loaded();
    this.#file.remove();
    this.#mustReplace = true;
  }

  /** Drops what is in memory: the file, which another window has changed, is read again when it is asked for. */
  forget(): void {
    this.#facts = undefined;
    this.#file.forget();
  }

  keepOnly(isKept: (id: EntryId) => boolean): void {
    for (const id of [...this.#loaded().keys()]) if (!isKept(id)) this.#loaded().delete(id);
    this.#mustReplace = true;
  }

  #loaded(): Map<EntryId, unknown> {
    if (this.#facts === undefined) {
      const { values, isDamaged } = this.#file.load();
      const facts = values.filter(isFact);
      this.#facts = new Map(facts);
      this.#mustReplace = isDamaged || facts.length > 2 * this.#facts.size;
    }
    return this.#facts;
  }
}

function isFact(value: unknown): value is [EntryId, unknown] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';
}
