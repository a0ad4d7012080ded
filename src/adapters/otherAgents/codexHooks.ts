import { mkdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { nodeFileSystem, readIfThere, replaceFile } from '../store/fileSystem.ts';
import { isObject, objectOf, parseJson, type JsonObject } from '../transcripts/json.ts';

const EVENT = 'SessionStart';
const TIMEOUT_SECONDS = 60;

/**
 * Adds Longthread's hook to Codex's `hooks.json`, or removes the hook. All other content of the file stays. Codex
 * identifies a trusted hook by the hook's index within its event. So Longthread's hook is added after all other hooks.
 */
export class CodexHooks {
  readonly path: string;
  readonly #folder: string;
  readonly #command: string;

  /**
   * `command` is the shell command that Codex runs. Throws an Error with a sentence for the person if the path of
   * Codex's own folder is relative, since Codex may be started anywhere.
   */
  constructor(folder: string, command: string) {
    if (!isAbsolute(folder))
      throw new Error(`CODEX_HOME is not an absolute path (${folder}). Nothing was changed.`);
    this.#folder = folder;
    this.path = join(folder, 'hooks.json');
    this.#command = command;
  }

  /** Whether Longthread's hook is installed. Throws an Error with a sentence for the person if the file is invalid. */
  get isInstalled(): boolean {
    return this.#groups(this.#read())
      .flatMap(handlersOf)
      .some((handler) => this.#isOurs(handler));
  }

  /** Adds Longthread's hook. Changes nothing if the hook is already installed. */
  install(): void {
    if (this.isInstalled) return;
    const file = this.#read();
    const handler = { type: 'command', command: this.#command, timeout: TIMEOUT_SECONDS };
    this.#write(file, [...this.#groups(file), { matcher: 'compact', hooks: [handler] }]);
  }

  /**
   * Removes Longthread's hook. Returns the number of hooks that followed it, since Codex asks to trust these hooks
   * again.
   */
  remove(): number {
    const file = this.#read();
    const groups = this.#groups(file);
    const handlers = groups.flatMap(handlersOf);
    const first = handlers.findIndex((handler) => this.#isOurs(handler));
    if (first < 0) return 0;
    this.#write(file, this.#withoutOurs(groups));
    return handlers.slice(first).filter((handler) => !this.#isOurs(handler)).length;
  }

  #isOurs(handler: unknown): boolean {
    return isObject(handler) && handler['command'] === this.#command;
  }

  /** Returns the groups after removing Longthread's hook from them. Omits a group that contained only this hook. */
  #withoutOurs(groups: readonly unknown[]): readonly unknown[] {
    return groups.flatMap((group) => {
      const handlers = handlersOf(group);
      const others = handlers.filter((handler) => !this.#isOurs(handler));
      if (others.length === handlers.length || !isObject(group)) return [group];
      return others.length === 0 ? [] : [{ ...group, hooks: others }];
    });
  }

  #read(): JsonObject {
    const text = readIfThere(nodeFileSystem, this.path);
    if (text === undefined) return {};
    const file = parseJson(text);
    const hooks: unknown = isObject(file) ? file['hooks'] : undefined;
    const isSound = isObject(file) && (hooks === undefined || isObject(hooks));
    if (!isSound || !Array.isArray(objectOf(file, 'hooks')?.[EVENT] ?? []))
      throw new Error(`${this.path} is not a hooks file that Codex can read. It was not changed.`);
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

  /** Returns the path to write. If the file is a link, returns the link's target, so that the link itself stays. */
  #target(): string {
    try {
      return realpathSync(this.path);
    } catch {
      return this.path;
    }
  }
}

function handlersOf(group: unknown): readonly unknown[] {
  const hooks: unknown = isObject(group) ? group['hooks'] : undefined;
  return Array.isArray(hooks) ? hooks : [];
}
