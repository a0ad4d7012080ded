import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { memoryKey } from '../../core/memory/savedMemories.ts';
import { StoreError, type Memory } from '../../core/ports.ts';
import { asStoreError } from './asStoreError.ts';
import { inExclusion, type ExclusionEnvironment } from './exclusion.ts';
import { memoryType } from './entrySchema.ts';
import { OWN_FOLDER, readIfThere, replaceFile } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';
import { list, time } from './messageSchema.ts';
import { schemaOf } from './schemaOf.ts';

const memorySchema = schemaOf<Memory>()(
  v.object({
    id: v.string(),
    type: memoryType,
    text: v.string(),
    at: time,
    sessionId: v.exactOptional(v.string()),
    source: v.exactOptional(v.string()),
    isAgreed: v.exactOptional(v.boolean()),
  }),
);
const fileSchema = v.object({ v: v.literal(1), memories: list(memorySchema) });

type Environment = ExclusionEnvironment & Pick<LockEnvironment, 'now'>;

/**
 * Stores memories, one file per workspace. Each change reads the file again while other windows are excluded, so that no
 * window's change is lost.
 */
export class MemoryStore {
  readonly #folder: string;
  readonly #environment: Environment;
  readonly #problems: string[] = [];

  constructor(root: string, environment: Environment) {
    this.#folder = join(root, 'memories');
    this.#environment = environment;
  }

  /** One sentence for each file that could not be read. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Returns a workspace's memories in the order in which they were saved. Moves an unreadable file aside. */
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

  /**
   * Saves a memory and returns it, or returns the stored one with the same text. An accepted memory replaces one that
   * waits for acceptance. Rejects with StoreError `unwritable`.
   */
  async save(workspace: string, memory: Memory): Promise<Memory> {
    const key = memoryKey(memory.text);
    const hasSameText = (other: Memory): boolean => memoryKey(other.text) === key;
    const isKept = (other: Memory): boolean =>
      hasSameText(other) && (other.isAgreed === true || memory.isAgreed !== true);
    const memories = await this.#change(workspace, (known) =>
      known.some(isKept) ? known : [...known.filter((other) => !hasSameText(other)), memory],
    );
    return memories.find(hasSameText) ?? memory;
  }

  /** Changes a memory's text. Rejects with StoreError `notFound` or `unwritable`. */
  async edit(workspace: string, id: string, text: string): Promise<Memory> {
    const memories = await this.#change(workspace, (known) =>
      known.some((memory) => memory.id === id)
        ? known.map((memory) => (memory.id === id ? { ...memory, text } : memory))
        : known,
    );
    const edited = memories.find((memory) => memory.id === id);
    if (edited === undefined) throw new StoreError('notFound', 'This memory is no longer there.');
    return edited;
  }

  /** Deletes a memory; succeeds if it is already gone. Rejects with StoreError `unwritable`. */
  async delete(workspace: string, id: string): Promise<void> {
    await this.#deleteWhere(workspace, (memory) => memory.id === id);
  }

  /** Deletes the memories that came from a message of a session. Rejects with StoreError `unwritable`. */
  async deleteFrom(
    workspace: string,
    { sessionId, source }: { sessionId: string; source: string },
  ): Promise<void> {
    await this.#deleteWhere(
      workspace,
      (memory) => memory.sessionId === sessionId && memory.source === source,
    );
  }

  async #deleteWhere(workspace: string, isDeleted: (memory: Memory) => boolean): Promise<void> {
    if (!this.list(workspace).some(isDeleted)) return;
    await this.#change(workspace, (known) => known.filter((memory) => !isDeleted(memory)));
  }

  /** Changes the memories and returns them. Writes nothing if the change returns its input. */
  async #change(
    workspace: string,
    change: (known: readonly Memory[]) => readonly Memory[],
  ): Promise<readonly Memory[]> {
    const { fs, newToken } = this.#environment;
    const path = this.#pathOf(workspace);
    try {
      fs.mkdirSync(this.#folder, { recursive: true, mode: OWN_FOLDER });
      return await inExclusion(this.#environment, `${path}.lock`, () => {
        const known = this.list(workspace);
        const memories = change(known);
        if (memories !== known)
          replaceFile(fs, path, JSON.stringify({ v: 1, memories }, undefined, 1), newToken());
        return memories;
      });
    } catch (error) {
      throw asStoreError(error, 'The memory could not be saved');
    }
  }

  /** Moves an unreadable file aside, so that it is not overwritten. */
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
