import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeptFiles } from '../../src/adapters/store/keptFiles.ts';
import { sessionFolder } from '../../src/adapters/store/sessionFolder.ts';
import {
  ChangedFiles,
  takeBackPlace,
  type FileKeeper,
  type FilePort,
} from '../../src/core/tools/changedFiles.ts';
import { stepsSince, type FileStep, type KeptState } from '../../src/core/tools/fileSteps.ts';
import { isSecretFile } from '../../src/core/tools/secretFiles.ts';
import { withoutChange } from '../../src/extension/hands/withoutChange.ts';

type Bytes = Uint8Array | undefined;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Bytes): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder().decode(bytes);

class Crash extends Error {}

/** Files in memory. With `crash`, a write throws as if the window were killed before or after the bytes are written. */
class MemoryFiles implements FilePort {
  readonly texts = new Map<string, string>();
  crash: 'beforeWrite' | 'afterWrite' | undefined;

  read(file: string): Promise<Bytes> {
    const text = this.texts.get(file);
    return Promise.resolve(text === undefined ? undefined : bytesOf(text));
  }

  write(file: string, bytes: Bytes): Promise<void> {
    if (this.crash === 'beforeWrite') throw new Crash();
    this.set(file, textOf(bytes));
    if (this.crash === 'afterWrite') throw new Crash();
    return Promise.resolve();
  }

  set(file: string, text: string | undefined): void {
    if (text === undefined) this.texts.delete(file);
    else this.texts.set(file, text);
  }

  nameOf(file: string): string {
    return file;
  }

  without: FilePort['without'] = withoutChange;
}

/** A file keeper for tests. Tests can read its steps and simulate that its window was killed. */
interface Keeper extends FileKeeper {
  readonly list: readonly FileStep[];
  /** Whether the window was killed. If it was, the end of a change is not recorded. */
  isDead: boolean;
}

export class MemoryKeeper implements Keeper {
  readonly list: FileStep[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  isDead = false;

  steps(): Promise<readonly FileStep[]> {
    return Promise.resolve(this.list);
  }

  begin(step: Omit<FileStep, 'before' | 'after'>, before: Bytes): Promise<number> {
    return Promise.resolve(this.list.push({ ...step, before: this.#keep(step, before) }) - 1);
  }

  end(number: number, left: Bytes): Promise<void> {
    const step = this.list[number];
    if (step !== undefined && !this.isDead) this.list[number] = { ...step, after: this.#keep(step, left) };
    return Promise.resolve();
  }

  accept(isChosen: (step: FileStep) => boolean): Promise<void> {
    this.list.forEach((step, index) => {
      if (isChosen(step)) this.list[index] = { ...step, isAccepted: true };
    });
    return Promise.resolve();
  }

  bytesOf(state: KeptState): Promise<Uint8Array | undefined> {
    return Promise.resolve(state.kind === 'bytes' ? this.blobs.get(state.hash) : undefined);
  }

  stateOf(bytes: Bytes): KeptState {
    if (bytes === undefined) return { kind: 'absent' };
    return { kind: 'bytes', hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  }

  #keep({ file }: Pick<FileStep, 'file'>, bytes: Bytes): KeptState {
    const state = this.stateOf(bytes);
    if (state.kind === 'bytes' && isSecretFile(file)) return { kind: 'notKept', why: 'secret' };
    if (state.kind === 'bytes' && bytes !== undefined) this.blobs.set(state.hash, bytes);
    return state;
  }
}

/**
 * Keeps the copies of files on disk, in the real store. If the window is killed, the end of a change is not recorded,
 * and an incomplete line is left. Then the store is read again, as the next window does.
 */
export class DiskKeeper implements Keeper {
  list: readonly FileStep[] = [];
  isDead = false;
  readonly #session: string;
  #kept: KeptFiles;

  constructor(session: string) {
    this.#session = session;
    this.#kept = new KeptFiles(session, Date.now);
  }

  steps(): Promise<readonly FileStep[]> {
    return this.#kept.steps();
  }

  async begin(...given: Parameters<FileKeeper['begin']>): Promise<number> {
    const number = await this.#kept.begin(...given);
    this.list = await this.steps();
    return number;
  }

  async end(...given: Parameters<FileKeeper['end']>): Promise<void> {
    if (this.isDead) {
      appendFileSync(join(sessionFolder(this.#session).kept, 'changes.jsonl'), '\n{"step":0,"turn');
      this.#kept = new KeptFiles(this.#session, Date.now);
    } else {
      await this.#kept.end(...given);
    }
    this.list = await this.steps();
  }

  accept(isChosen: (step: FileStep) => boolean): Promise<void> {
    return this.#kept.accept(isChosen);
  }

  bytesOf(state: KeptState): Promise<Uint8Array | undefined> {
    return this.#kept.bytesOf(state);
  }

  stateOf(bytes: Bytes): KeptState {
    return this.#kept.stateOf(bytes);
  }
}

/** Plays a session without a model: turns, calls that change files, and undos. `files.set` is an edit by the person. */
export class FileTurns<K extends Keeper> {
  readonly files = new MemoryFiles();
  readonly keeper: K;
  readonly changed: ChangedFiles;
  turn = 0;
  /**
   * By turn and file: the content of the file before its first change after the beginning of the turn. Only changes by
   * calls and undos count.
   */
  readonly firstSeen = new Map<number, Map<string, string | undefined>>();
  #calls = 0;

  constructor(keeper: K) {
    this.keeper = keeper;
    this.changed = new ChangedFiles(keeper, this.files);
  }

  say(): void {
    this.turn += 1;
    this.firstSeen.set(this.turn, new Map());
  }

  async call(file: string, text: string | undefined, crash?: 'beforeWrite' | 'afterWrite'): Promise<void> {
    this.#note(file);
    this.#calls += 1;
    const place = {
      turn: `m${this.turn}`,
      message: `m${this.turn}`,
      change: `m${this.turn}/c${this.#calls}`,
    };
    this.files.crash = crash;
    this.keeper.isDead = crash !== undefined;
    await this.changed
      .during(place, [file], () => this.files.write(file, text === undefined ? undefined : bytesOf(text)))
      .catch((error: unknown) => assert.ok(error instanceof Crash));
    this.files.crash = undefined;
    this.keeper.isDead = false;
  }

  async back(chosen: readonly FileStep[], how: 'exactly' | 'keepingLater'): Promise<readonly string[]> {
    const plan = await this.changed.plan(chosen, how);
    for (const { file } of plan.files) this.#note(file);
    const id = `m${this.turn}`;
    const { problems } = await this.changed.takeBack(plan, takeBackPlace(this.keeper.list, id, 'back'));
    return [...plan.problems, ...problems];
  }

  since(turn: number): readonly FileStep[] {
    return stepsSince(this.keeper.list, `m${turn}`, (id) => Number(id.slice(1)));
  }

  #note(file: string): void {
    for (const [turn, seen] of this.firstSeen)
      if (turn <= this.turn && !seen.has(file)) seen.set(file, this.files.texts.get(file));
  }
}
