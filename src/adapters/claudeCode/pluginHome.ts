import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFileSystem, OWN_FOLDER, readIfThere, replaceFile } from '../store/fileSystem.ts';
import { readHeartbeat, stateFile, type Heartbeat } from './homeFiles.ts';
import { readState } from './savedState.ts';
import { readWishes, withWish, type NumberedCommand } from './wishes.ts';
import { isObject, numberOf, parseJson, stringOf } from '../transcripts/json.ts';

/** The extension that installs the plugin. */
export interface PluginSource {
  /** The extension's folder. If it no longer exists, the plugin does nothing. */
  readonly extension: string;
  readonly version: string;
}

interface Installed extends Partial<PluginSource> {
  /** The time of the installation, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The folder for Claude Code in the extension's storage. Claude Code reads the plugin from the place where it was
 * installed, but the extension's own folder changes with each version. So this folder contains a copy:
 *
 * - `marketplace/`: the marketplace that is registered in Claude Code
 * - `marketplace/longthread/`: the plugin, with `home.json`, which names this folder
 * - `installed.json`: the version of the copy; exists only while the plugin is installed
 * - `sessions/`: heartbeats, written by the plugin
 * - `wishes/`: what the person wants the plugin to do, e.g. to pin a message; written by the extension, one file
 *   per session
 */
export class PluginHome {
  readonly folder: string;
  readonly #source: PluginSource;
  #wishing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, source: PluginSource) {
    this.folder = folder;
    this.#source = source;
  }

  get marketplace(): string {
    return join(this.folder, 'marketplace');
  }

  /** Whether the person installed the plugin and has not removed it. */
  get isInstalled(): boolean {
    return this.#installed !== undefined;
  }

  /** The time of the installation; undefined if the plugin is not installed. */
  get installedAt(): number | undefined {
    return this.#installed?.at;
  }

  /** Writes the copy of the plugin, or updates it to this version of the extension. */
  async write(at: number): Promise<void> {
    for (const folder of ['', 'sessions', 'wishes'])
      await mkdir(join(this.folder, folder), { recursive: true, mode: OWN_FOLDER });
    const from = join(this.#source.extension, 'dist', 'claudeCode');
    await cp(from, this.marketplace, { recursive: true, force: true });
    await this.#removeOldModules(from);
    this.#replace('marketplace/longthread/home.json', {
      folder: this.folder,
      extension: this.#source.extension,
    });
    this.#replace('installed.json', { ...this.#source, at });
  }

  /** Copies the plugin again if the extension's version changed. Returns whether the plugin was copied. */
  async updateIfChanged(): Promise<boolean> {
    const installed = this.#installed;
    const { version, extension } = this.#source;
    if (installed === undefined) return false;
    if (installed.version === version && installed.extension === extension) return false;
    await this.write(installed.at);
    return true;
  }

  /** Returns the newest heartbeat of each session in which the plugin ran. */
  async heartbeats(): Promise<readonly Heartbeat[]> {
    const folder = join(this.folder, 'sessions');
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(
      files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
    );
    return texts.flatMap((text) => readHeartbeat(text) ?? []);
  }

  /** Adds a wish to the waiting wishes. The wish gets a higher number than all earlier wishes. */
  wish(sessionId: string, wish: NumberedCommand): Promise<void> {
    // Two wishes must not be written at the same time, since each write adds to the wishes in the file.
    const written = this.#wishing.then(() => this.#wish(sessionId, wish));
    this.#wishing = written.catch(() => undefined);
    return written;
  }

  async #wish(sessionId: string, wish: NumberedCommand): Promise<void> {
    await mkdir(join(this.folder, 'wishes'), { recursive: true, mode: OWN_FOLDER });
    const { done, waiting } = await this.#asked(sessionId);
    const number = Math.max(wish.number, 1 + (waiting.at(-1)?.number ?? done));
    this.#replace(wishFile(sessionId), { wishes: withWish(waiting, { ...wish, number }) });
  }

  /** Returns the wishes that the plugin has not carried out yet, oldest first. */
  async wishes(sessionId: string): Promise<readonly NumberedCommand[]> {
    return (await this.#asked(sessionId)).waiting;
  }

  async heartbeat(sessionId: string): Promise<Heartbeat | undefined> {
    const path = join(this.folder, 'sessions', `${sessionId}.json`);
    return readHeartbeat(await readFile(path, 'utf8').catch(() => ''));
  }

  /**
   * Removes the folder, and the plugin's state beside the transcript of each session with a heartbeat. Removes
   * `installed.json` first: without this file, the plugin does nothing.
   */
  async remove(): Promise<void> {
    await rm(join(this.folder, 'installed.json'), { force: true });
    for (const { transcript } of await this.heartbeats()) await rm(stateFile(transcript), { force: true });
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  get #installed(): Installed | undefined {
    const text = readIfThere(nodeFileSystem, join(this.folder, 'installed.json'));
    if (text === undefined) return undefined;
    const value = parseJson(text);
    if (!isObject(value)) return { at: 0 };
    const [version, extension] = [stringOf(value, 'version'), stringOf(value, 'extension')];
    return {
      at: numberOf(value, 'at') ?? 0,
      ...(version !== undefined && { version }),
      ...(extension !== undefined && { extension }),
    };
  }

  /** Removes the modules of earlier versions. The name of a module changes with its content. */
  async #removeOldModules(from: string): Promise<void> {
    const modules = join('longthread', 'hooks');
    const current = new Set(await readdir(join(from, modules)));
    for (const file of await readdir(join(this.marketplace, modules)))
      if (!current.has(file)) await rm(join(this.marketplace, modules, file), { force: true });
  }

  /**
   * Reads a session's wishes. `done` is the number of the newest wish that the plugin carried out. It comes from the
   * plugin's state beside the transcript.
   */
  async #asked(
    sessionId: string,
  ): Promise<{ readonly done: number; readonly waiting: readonly NumberedCommand[] }> {
    const asked = readWishes(readIfThere(nodeFileSystem, join(this.folder, wishFile(sessionId))) ?? '');
    if (asked.length === 0) return { done: 0, waiting: [] };
    const { transcript } = (await this.heartbeat(sessionId)) ?? {};
    if (transcript === undefined) return { done: 0, waiting: asked };
    const state = readState(await readFile(stateFile(transcript), 'utf8').catch(() => ''));
    const done = state?.wishNumber ?? 0;
    return { done, waiting: asked.filter(({ number }) => number > done) };
  }

  #replace(name: string, value: object): void {
    const token = `${String(process.pid)}.new`;
    replaceFile(nodeFileSystem, join(this.folder, name), JSON.stringify({ v: 1, ...value }), token);
  }
}

/** Returns the path of the file with a session's wishes, relative to the home folder. */
export function wishFile(sessionId: string): string {
  return `wishes/${sessionId}.json`;
}
