import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { isSecretFile } from '../../core/tools/secretFiles.ts';
import type { FileStep, KeptState } from '../../core/tools/fileSteps.ts';
import { nodeFileSystem, OWN_FILE, OWN_FOLDER, renameOver } from './fileSystem.ts';
import { sessionFolder } from './sessionFolder.ts';
import { parseJson } from '../transcripts/json.ts';

/** The maximum size of a file to copy. For a larger file, writing the copy would take longer than the change itself. */
const MOST_FILE_BYTES = 20_000_000;
/** The maximum total size of one session's copies. The copies whose last use is longest ago are removed first. */
const MOST_SESSION_BYTES = 200_000_000;
/** The time for which a copy is kept after its last use. Deleted sessions stay in the trash for the same time. */
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000;

const stateSchema = v.variant('kind', [
  v.object({ kind: v.literal('absent') }),
  v.object({
    kind: v.literal('bytes'),
    hash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u)),
    size: v.number(),
  }),
  v.object({ kind: v.literal('notKept'), why: v.picklist(['secret', 'tooLarge', 'forgotten']) }),
]);

const lineSchema = v.union([
  v.object({
    step: v.number(),
    turn: v.string(),
    message: v.string(),
    change: v.string(),
    file: v.string(),
    before: stateSchema,
    after: v.exactOptional(stateSchema),
    takesBack: v.exactOptional(v.array(v.string())),
    isAccepted: v.exactOptional(v.literal(true)),
    secrecy: v.exactOptional(v.picklist(['secret', 'agreed'])),
  }),
  v.object({ step: v.number(), after: stateSchema }),
  v.object({ step: v.number(), isAccepted: v.literal(true) }),
]);

/** The contents of a file; undefined if the file does not exist. */
export type Bytes = Uint8Array | undefined;

interface Limits {
  readonly mostFileBytes: number;
  readonly mostSessionBytes: number;
}

/**
 * Stores copies of the files that a session's calls changed: one copy from before and one from after each change. A
 * folder beside the log contains the copies and a list of the changes. Each copy is named by the hash of its bytes.
 */
export class KeptFiles {
  readonly #folder: string;
  readonly #list: string;
  readonly #now: () => number;
  readonly #limits: Limits;
  #steps: Map<number, FileStep> | undefined;
  #unreadLines = 0;

  constructor(
    sessionPath: string,
    now: () => number,
    limits: Limits = { mostFileBytes: MOST_FILE_BYTES, mostSessionBytes: MOST_SESSION_BYTES },
  ) {
    this.#folder = sessionFolder(sessionPath).kept;
    this.#list = join(this.#folder, 'changes.jsonl');
    this.#now = now;
    this.#limits = limits;
  }

  /** The number of lines in the list that could not be read. A killed window leaves an incomplete line. */
  get unreadLines(): number {
    return this.#unreadLines;
  }

  /** Returns all steps, oldest first. */
  async steps(): Promise<readonly FileStep[]> {
    return [...(await this.#read()).values()];
  }

  /**
   * Records a change before it is made, with the file's content if the content may be kept. Flushes the record to the
   * disk. Returns the number to pass to `end`.
   */
  async begin(step: Omit<FileStep, 'before' | 'after'>, before: Bytes): Promise<number> {
    const steps = await this.#read();
    const whole: FileStep = { ...step, before: await this.#keep(step, before) };
    const number = Math.max(-1, ...steps.keys()) + 1;
    steps.set(number, whole);
    await this.#append({ step: number, ...whole });
    return number;
  }

  /** Records the content that the file has after the change `number`. Ignores an unknown number. */
  async end(number: number, bytes: Bytes): Promise<void> {
    const steps = await this.#read();
    const step = steps.get(number);
    if (step === undefined) return;
    const after = await this.#keep(step, bytes);
    steps.set(number, { ...step, after });
    await this.#append({ step: number, after });
  }

  /** Records that the person accepted the chosen steps. */
  async accept(isChosen: (step: FileStep) => boolean): Promise<void> {
    for (const [number, step] of await this.#read()) {
      if (step.isAccepted === true || !isChosen(step)) continue;
      this.#steps?.set(number, { ...step, isAccepted: true });
      await this.#append({ step: number, isAccepted: true });
    }
  }

  /** Returns the content of a state; undefined if the content was never stored or was removed. */
  async bytesOf(state: KeptState): Promise<Uint8Array | undefined> {
    if (state.kind !== 'bytes') return undefined;
    return readFile(join(this.#folder, state.hash)).catch(() => undefined);
  }

  /** Forgets all contents of every file that a chosen step changed. Deletes the copies that no other file needs. */
  async forget(isChosen: (step: FileStep) => boolean): Promise<void> {
    const steps = await this.#read();
    const files = new Set([...steps.values()].filter(isChosen).map(({ file }) => file));
    if (files.size === 0) return;
    for (const [number, step] of steps) if (files.has(step.file)) steps.set(number, withoutBytes(step));
    const lines = [...steps].map(([number, step]) => JSON.stringify({ step: number, ...step }));
    await this.#replace(this.#list, `${lines.join('\n')}\n`);
    await this.#removeUnused();
  }

  /** Returns the state that would be recorded for this content if its file had no secrets. Stores nothing. */
  stateOf(bytes: Bytes): KeptState {
    if (bytes === undefined) return { kind: 'absent' };
    if (bytes.length > this.#limits.mostFileBytes) return { kind: 'notKept', why: 'tooLarge' };
    return { kind: 'bytes', hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  }

  /**
   * Stores a file's content, unless the content is too large or counts as secret. If the person has decided whether
   * copies of the file may be kept, the last decision applies. Otherwise the content counts as secret if the file has
   * the name of a file with secrets.
   */
  async #keep({ file, secrecy }: Pick<FileStep, 'file' | 'secrecy'>, bytes: Bytes): Promise<KeptState> {
    const state = this.stateOf(bytes);
    if (state.kind !== 'bytes' || bytes === undefined) return state;
    const steps = [...(await this.#read()).values()];
    const decided =
      secrecy ?? steps.findLast((step) => step.file === file && step.secrecy !== undefined)?.secrecy;
    if (decided === 'secret' || (decided === undefined && isSecretFile(file)))
      return { kind: 'notKept', why: 'secret' };
    const path = join(this.#folder, state.hash);
    const isThere = await stat(path).then(
      ({ size }) => size === bytes.length,
      () => false,
    );
    if (isThere) {
      // The age of a copy counts from its last use, since the newest change may need a copy that an old change stored.
      const now = this.#now() / 1000;
      await utimes(path, now, now).catch(() => undefined);
      return state;
    }
    await mkdir(this.#folder, { recursive: true, mode: OWN_FOLDER });
    await this.#makeRoom(bytes.length);
    await this.#replace(path, bytes);
    return state;
  }

  async #append(line: object): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: OWN_FOLDER });
    // Begins with a line break, since a killed window may have left an incomplete line.
    await appendFile(this.#list, `\n${JSON.stringify(line)}`, { mode: OWN_FILE, flush: true });
  }

  async #replace(path: string, content: string | Uint8Array): Promise<void> {
    const temporary = `${path}.next`;
    await writeFile(temporary, content, { mode: OWN_FILE, flush: true });
    renameOver(nodeFileSystem, temporary, path);
  }

  async #read(): Promise<Map<number, FileStep>> {
    if (this.#steps !== undefined) return this.#steps;
    const text = await readFile(this.#list, 'utf8').catch(() => '');
    const steps = new Map<number, FileStep>();
    let unread = 0;
    for (const line of text.split('\n').filter((each) => each !== '')) {
      const parsed = v.safeParse(lineSchema, parseJson(line));
      if (parsed.success) applyLine(parsed.output, steps);
      else unread += 1;
    }
    await this.#removeOld();
    this.#unreadLines = unread;
    this.#steps ??= steps;
    return this.#steps;
  }

  async #copies(): Promise<readonly { readonly path: string; readonly size: number; readonly at: number }[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const paths = names.filter((name) => /^[\da-f]{64}/u.test(name)).map((name) => join(this.#folder, name));
    const found = paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return { path, size, at: mtimeMs };
    });
    return (await Promise.all(found)).sort((a, b) => a.at - b.at);
  }

  async #removeOld(): Promise<void> {
    for (const { path, at } of await this.#copies())
      if (this.#now() - at > LONGEST_MS) await rm(path, { force: true });
  }

  /** Deletes the copies whose last use is longest ago until a new copy of this size fits. */
  async #makeRoom(bytes: number): Promise<void> {
    const copies = await this.#copies();
    let used = copies.reduce((sum, { size }) => sum + size, bytes);
    for (const { path, size } of copies) {
      if (used <= this.#limits.mostSessionBytes) return;
      await rm(path, { force: true });
      used -= size;
    }
  }

  async #removeUnused(): Promise<void> {
    const states = [...(this.#steps ?? new Map<number, FileStep>()).values()].flatMap(({ before, after }) => [
      before,
      ...(after ? [after] : []),
    ]);
    const named = new Set(
      states.map((state) => (state.kind === 'bytes' ? join(this.#folder, state.hash) : '')),
    );
    for (const { path } of await this.#copies()) if (!named.has(path)) await rm(path, { force: true });
  }
}

function applyLine(line: v.InferOutput<typeof lineSchema>, steps: Map<number, FileStep>): void {
  const { step: number, ...fields } = line;
  const known = steps.get(number);
  if ('change' in fields) steps.set(number, fields);
  else if (known !== undefined) steps.set(number, { ...known, ...fields });
}

function withoutBytes(step: FileStep): FileStep {
  const { before, after } = step;
  return { ...step, before: forgotten(before), ...(after === undefined ? {} : { after: forgotten(after) }) };
}

function forgotten(state: KeptState): KeptState {
  return state.kind === 'bytes' ? { kind: 'notKept', why: 'forgotten' } : state;
}
