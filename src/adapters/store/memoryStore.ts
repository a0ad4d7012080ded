import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { memoryKey } from '../../core/memory/memoryKey.ts';
import { StoreError, type Memory } from '../../core/ports.ts';
import { asStoreError } from './asStoreError.ts';
import { memoryType } from './entrySchema.ts';
import { readIfThere, replaceFile } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';
import { list } from './messageSchema.ts';
import { schemaOf } from './schemaOf.ts';

const memorySchema = schemaOf<Memory>()(
  v.object({
    id: v.string(),
    type: memoryType,
    text: v.string(),
    at: v.number(),
    sessionId: v.exactOptional(v.string()),
    source: v.exactOptional(v.string()),
  }),
);
const fileSchema = v.object({ v: v.literal(1), memories: list(memorySchema) });

/** Memories, one file a workspace. Every change reads the file first, so two windows see each other's memories. */
export class MemoryStore {
  readonly #folder: string;
  readonly #environment: Pick<LockEnvironment, 'fs' | 'now' | 'newToken'>;
  readonly #problems: string[] = [];

  constructor(root: string, environment: Pick<LockEnvironment, 'fs' | 'now' | 'newToken'>) {
    this.#folder = join(root, 'memories');
    this.#environment = environment;
  }

  /** One sentence for each file that could not be read. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** A workspace's memories, oldest first. */
  list(workspace: string): readonly Memory[] {
    const path = this.#pathOf(workspace);
    try {
      const text = readIfThere(this.#environment.fs, path);
      if (text === undefined) return [];
      return parseMemories(text) ?? this.#setAside(path);
    } catch (error) {
      throw asStoreError(error, 'The memories could not be read');
    }
  }

  /** Saves a memory and gives it back, or the one that already says the same. Throws StoreError `unwritable`. */
  save(workspace: string, memory: Memory): Memory {
    const memories = this.list(workspace);
    const key = memoryKey(memory.text);
    const known = memories.find((other) => memoryKey(other.text) === key);
    if (known !== undefined) return known;
    this.#write(workspace, [...memories, memory]);
    return memory;
  }

  /** Changes a memory's text. Throws StoreError `notFound` or `unwritable`. */
  edit(workspace: string, id: string, text: string): Memory {
    const memories = this.list(workspace);
    const old = memories.find((memory) => memory.id === id);
    if (old === undefined) throw new StoreError('notFound', 'This memory is no longer there.');
    const edited = { ...old, text };
    this.#write(
      workspace,
      memories.map((memory) => (memory.id === id ? edited : memory)),
    );
    return edited;
  }

  /** Deletes a memory; one that is gone already is no error. Throws StoreError `unwritable`. */
  delete(workspace: string, id: string): void {
    const memories = this.list(workspace);
    const rest = memories.filter((memory) => memory.id !== id);
    if (rest.length < memories.length) this.#write(workspace, rest);
  }

  #write(workspace: string, memories: readonly Memory[]): void {
    const { fs, newToken } = this.#environment;
    try {
      fs.mkdirSync(this.#folder, { recursive: true });
      replaceFile(fs, this.#pathOf(workspace), JSON.stringify({ v: 1, memories }, undefined, 1), newToken());
    } catch (error) {
      throw asStoreError(error, 'The memory could not be saved');
    }
  }

  /** Keeps a file that nobody can read from being overwritten. */
  #setAside(path: string): readonly Memory[] {
    const aside = `${path}.bad-${String(this.#environment.now())}`;
    this.#environment.fs.renameSync(path, aside);
    this.#problems.push(`The memories of this workspace could not be read; the file is kept as ${aside}.`);
    return [];
  }

  #pathOf(workspace: string): string {
    const name = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}

function parseMemories(text: string): readonly Memory[] | undefined {
  try {
    const parsed = v.safeParse(fileSchema, JSON.parse(text));
    return parsed.success ? parsed.output.memories : undefined;
  } catch {
    return undefined;
  }
}
