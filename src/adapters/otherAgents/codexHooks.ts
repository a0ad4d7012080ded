import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem, readIfThere, replaceFile } from '../store/fileSystem.ts';
import { isObject, objectOf, parseJson, type JsonObject } from '../transcripts/json.ts';

const EVENT = 'SessionStart';
const TIMEOUT_SECONDS = 60;

/**
 * Codex's own file of hooks, `hooks.json` in its folder, with ours in it or without. All else in it stays as it is. Codex
 * knows the trust in a hook by its place among those of its event: ours is the last, so that no other one moves.
 */
export class CodexHooks {
  readonly path: string;
  readonly #folder: string;
  readonly #command: string;

  /** `command` is what Codex runs, in a shell. */
  constructor(folder: string, command: string) {
    this.#folder = folder;
    this.path = join(folder, 'hooks.json');
    this.#command = command;
  }

  /** Throws a sentence where the file can't be read. */
  get isInstalled(): boolean {
    return this.#groups(this.#read()).some((group) => this.#isOurs(group));
  }

  install(): void {
    const file = this.#read();
    const others = this.#groups(file).filter((group) => !this.#isOurs(group));
    const handler = { type: 'command', command: this.#command, timeout: TIMEOUT_SECONDS };
    this.#write(file, [...others, { matcher: 'compact', hooks: [handler] }]);
  }

  /** Returns how many hooks of others stand behind ours: Codex asks for trust in them anew. */
  remove(): number {
    const file = this.#read();
    const groups = this.#groups(file);
    const first = groups.findIndex((group) => this.#isOurs(group));
    if (first < 0) return 0;
    const others = groups.filter((group) => !this.#isOurs(group));
    this.#write(file, others);
    return others.length - first;
  }

  #isOurs(group: unknown): boolean {
    const hooks: unknown = isObject(group) ? group['hooks'] : undefined;
    return Array.isArray(hooks) && hooks.some((hook) => isObject(hook) && hook['command'] === this.#command);
  }

  #read(): JsonObject {
    const text = readIfThere(nodeFileSystem, this.path);
    if (text === undefined) return {};
    const file = parseJson(text);
    const hooks: unknown = isObject(file) ? file['hooks'] : undefined;
    const isSound = isObject(file) && (hooks === undefined || isObject(hooks));
    if (!isSound || !Array.isArray(objectOf(file, 'hooks')?.[EVENT] ?? []))
      throw new Error(`${this.path} is no file of hooks as Codex reads them. Nothing was changed in it.`);
    return file;
  }

  #groups(file: JsonObject): readonly unknown[] {
    return (objectOf(file, 'hooks')?.[EVENT] ?? []) as readonly unknown[];
  }

  #write(file: JsonObject, groups: readonly unknown[]): void {
    const { [EVENT]: _ours, ...others } = objectOf(file, 'hooks') ?? {};
    const hooks = { ...others, ...(groups.length > 0 && { [EVENT]: groups }) };
    mkdirSync(this.#folder, { recursive: true });
    const text = `${JSON.stringify({ ...file, hooks }, undefined, 2)}\n`;
    replaceFile(nodeFileSystem, this.#target(), text, `${String(process.pid)}.new`);
  }

  /** Where a link leads, so that the link stays. */
  #target(): string {
    try {
      return realpathSync(this.path);
    } catch {
      return this.path;
    }
  }
}
