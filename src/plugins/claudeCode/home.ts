import { isObject, parseJson, stringOf } from '../../adapters/transcripts/json.ts';
import type { Heartbeat } from '../../adapters/claudeCode/homeFiles.ts';
import { readWishes, type NumberedCommand } from '../../adapters/claudeCode/wishes.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import type { Io } from './io.ts';

/**
 * The folder through which the VS Code extension and the plugin exchange files. Only the extension writes
 * `installed.json` and `wishes/`. Only the plugin writes `sessions/`.
 */
export interface Home {
  readonly folder: string;
}

/** The file that contains the path of `Home.folder`. Missing if the plugin was loaded with `--plugin-dir`. */
const HOME_FILE = 'home.json';

/**
 * Returns the `Home`. Returns `none` if the plugin was loaded with `--plugin-dir`. Returns `gone` if the plugin or the
 * extension that installed it was removed; then the plugin does nothing.
 */
export async function findHome(
  io: Pick<Io, 'readText' | 'exists' | 'root'>,
): Promise<Home | 'none' | 'gone'> {
  const text = await io.readText(`${io.root}/${HOME_FILE}`);
  if (text === undefined) return 'none';
  const value = parseJson(text);
  const folder = isObject(value) ? stringOf(value, 'folder') : undefined;
  const extension = isObject(value) ? stringOf(value, 'extension') : undefined;
  if (folder === undefined || extension === undefined) return 'gone';
  const isThere = (await io.exists(`${folder}/installed.json`)) && (await io.exists(extension));
  return isThere ? { folder } : 'gone';
}

/** Writes a heartbeat. If this fails, only logs the reason, since no request of Claude Code needs a heartbeat. */
export async function writeHeartbeat(
  { folder }: Home,
  heartbeat: Heartbeat,
  io: Pick<Io, 'write' | 'debug'>,
): Promise<void> {
  const file = `${folder}/sessions/${heartbeat.sessionId}.json`;
  await io
    .write(file, JSON.stringify({ v: 1, ...heartbeat }))
    .catch((error: unknown) => io.debug(`Longthread could not write ${file}: ${messageOf(error)}`));
}

/**
 * Returns the commands that the person gave in VS Code, including commands that were already carried out. VS Code
 * writes them to a file, where they are called wishes. If the file can't be read, logs the reason and returns none.
 */
export async function wishesOf(
  { folder }: Home,
  sessionId: string,
  io: Pick<Io, 'readText' | 'debug'>,
): Promise<readonly NumberedCommand[]> {
  const file = `${folder}/wishes/${sessionId}.json`;
  const text = await io.readText(file).catch((error: unknown) => {
    io.debug(`Longthread could not read ${file}: ${messageOf(error)}`);
    return undefined;
  });
  return readWishes(text ?? '');
}
