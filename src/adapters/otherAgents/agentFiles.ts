import { open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { hasCode } from '../store/fileSystem.ts';
import type { AgentFolder } from './agents.ts';

export interface FileStamp {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Is called with the error of a folder or file that can't be read and is skipped. */
export type OnUnreadable = (error: unknown) => void;

/** Reads the file names and parts of the files of another agent. `OtherReader` reads whole sessions. */
export interface AgentFiles {
  /**
   * Returns the paths of session files, without reading the files. Skips each folder that can't be read, after it calls
   * `onUnreadable` with the error. Throws this error if `onUnreadable` is not given.
   */
  paths(folder: AgentFolder, onUnreadable?: OnUnreadable): Promise<readonly string[]>;
  /** Returns the size and modification time of a file; undefined if the path is not the path of a regular file. */
  stamp(path: string): Promise<FileStamp | undefined>;
  /** Returns at most `bytes` bytes from the offset `from`, as text. */
  text(path: string, from: number, bytes: number): Promise<string>;
}

export const agentFiles: AgentFiles = {
  paths: async ({ folder, files, depth }, onUnreadable = raise) => {
    const found = await pathsIn(folder, depth, onUnreadable);
    return found.filter((path) => files.test(relative(folder, path)));
  },
  stamp: async (path) => {
    const found = await unlessMissing(stat(path));
    return found?.isFile() === true ? { bytes: found.size, changedAt: found.mtimeMs } : undefined;
  },
  text: async (path, from, bytes) => {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  },
};

/** Returns the files in a folder and in subfolders at most `depth` levels down; none if the folder is missing. */
async function pathsIn(
  folder: string,
  depth: number,
  onUnreadable: OnUnreadable,
): Promise<readonly string[]> {
  const reading = unlessMissing(readdir(folder, { withFileTypes: true }));
  const entries = (await reading.catch(onUnreadable)) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  if (depth === 0) return files;
  const folders = entries.filter((entry) => entry.isDirectory());
  const below = await Promise.all(
    folders.map(({ name }) => pathsIn(join(folder, name), depth - 1, onUnreadable)),
  );
  return [...files, ...below.flat()];
}

/** Awaits a call of the file system. Returns undefined if the path does not exist. */
async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

export function raise(error: unknown): never {
  throw error;
}
