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
const VERSION = 1;
const fileSchema = v.object({ v: v.literal(VERSION), memories: list(memorySchema) });
const versionSchema = v.object({ v: v.number() });
const NEWER =
  'A newer version of Longthread saved the memories of this workspace. Update Longthread to use or delete them.';

type Environment = ExclusionEnvironment & Pick<LockEnvironment, 'now'>;

/**
 * Stores memories in one file per workspace. Before each change, excludes other windows and reads the file again, so
 * that no window's change is lost. Never replaces a file that a newer version wrote.
 */
export class MemoryStore {
  readonly #folder: string;
  readonly #environment: Environment;
  readonly #onProblem: (text: string) => void;
  readonly #reported = new Set<string>();

  /** `onProblem` is called once for each file that can't be used, with a text for the person. */
  constructor(root: string, environment: Environment, onProblem: (text: string) => void = () => undefined) {
    this.#folder = join(root, 'memories');
    this.#environment = environment;
    this.#onProblem = onProblem;
  }

  /**
   * Returns a workspace's memories in the order in which they were saved. Returns none if the file is damaged or was
   * written by a newer version. Throws StoreError if the disk refuses to read the file.
   */
  list(workspace: string): readonly Memory[] {
    const read = this.#readOf(workspace);
    return typeof read === 'string' ? [] : read;
  }

  /**
   * Saves a memory and returns it. If a memory with the same text is stored already, returns the stored memory. But if
   * the stored memory waits for acceptance and the new memory is accepted, the new memory replaces the stored memory.
   * Rejects with StoreError `unwritable`.
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
    if (edited === undefined) throw new StoreError('notFound', 'This memory no longer exists.');
    return edited;
  }

  /** Deletes a memory. Succeeds if the memory is already gone. Rejects with StoreError `unwritable`. */
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
    const known = this.#readOf(workspace);
    if (typeof known !== 'string' && !known.some(isDeleted)) return;
    await this.#change(workspace, (memories) =>
      memories.some(isDeleted) ? memories.filter((memory) => !isDeleted(memory)) : memories,
    );
  }

  /** Changes the memories and returns them. Writes nothing if `change` returns its input. */
  async #change(
    workspace: string,
    change: (known: readonly Memory[]) => readonly Memory[],
  ): Promise<readonly Memory[]> {
    const { fs, newToken, now } = this.#environment;
    const path = this.#pathOf(workspace);
    try {
      fs.mkdirSync(this.#folder, { recursive: true, mode: OWN_FOLDER });
      return await inExclusion(this.#environment, `${path}.lock`, () => {
        const read = this.#read(path);
        if (read === 'newer') throw new StoreError('unwritable', NEWER);
        const known = read === 'damaged' ? [] : read;
        const memories = change(known);
        if (memories === known) return memories;
        if (read === 'damaged') fs.renameSync(path, `${path}.bad-${String(now())}`);
        replaceFile(fs, path, JSON.stringify({ v: VERSION, memories }, undefined, 1), newToken());
        return memories;
      });
    } catch (error) {
      throw asStoreError(error, 'The memory could not be saved');
    }
  }

  #readOf(workspace: string): ReadMemories {
    try {
      return this.#read(this.#pathOf(workspace));
    } catch (error) {
      throw asStoreError(error, 'The memories could not be read');
    }
  }

  #read(path: string): ReadMemories {
    const text = readIfThere(this.#environment.fs, path);
    const read = text === undefined ? [] : parseMemories(text);
    if (typeof read === 'string' && !this.#reported.has(path)) {
      this.#reported.add(path);
      this.#onProblem(
        read === 'newer'
          ? NEWER
          : `The memories of this workspace could not be read. When you save a memory, Longthread renames the damaged file (${path}) and starts a new one.`,
      );
    }
    return read;
  }

  #pathOf(workspace: string): string {
    const name = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}

type ReadMemories = readonly Memory[] | 'newer' | 'damaged';

function parseMemories(text: string): ReadMemories {
  try {
    const value: unknown = JSON.parse(text);
    if (v.is(versionSchema, value) && value.v > VERSION) return 'newer';
    const parsed = v.safeParse(fileSchema, value);
    return parsed.success ? parsed.output.memories : 'damaged';
  } catch {
    return 'damaged';
  }
}
