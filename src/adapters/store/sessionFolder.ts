import { join } from 'node:path';
import { OWN_FILE, OWN_FOLDER, type FileSystem } from './fileSystem.ts';

/**
 * The paths of one session's files. The files `sideCar` and `meta` can be rebuilt from the log. The files `unsent`,
 * `typed`, `torn` and the copies in `kept` can't.
 */
export interface SessionFolder {
  readonly path: string;
  readonly log: string;
  readonly sideCar: string;
  readonly meta: string;
  readonly lock: string;
  /** The bytes of interrupted writes, in case someone needs them. */
  readonly torn: string;
  /** Messages that wait to be sent to the model. They are not in the log yet. */
  readonly unsent: string;
  /** The text in the composer. */
  readonly typed: string;
  /** The new log, which exists only while the log is rewritten to remove a text. A token is appended to this name. */
  readonly nextLog: string;
  /** Copies of the files that the session changed. */
  readonly kept: string;
}

export function sessionFolder(path: string): SessionFolder {
  return {
    path,
    log: join(path, 'log.jsonl'),
    sideCar: join(path, 'log.idx'),
    meta: join(path, 'meta.json'),
    lock: join(path, 'lock'),
    torn: join(path, 'log.torn'),
    unsent: join(path, 'unsent.json'),
    typed: join(path, 'draft.json'),
    nextLog: join(path, 'log.next'),
    kept: join(path, 'files'),
  };
}

/** Restricts a session's folder and log to their owner. In earlier versions, other users could read both. */
export function restrictToOwner(fs: FileSystem, { path, log }: SessionFolder): void {
  for (const [place, mode] of [
    [path, OWN_FOLDER],
    [log, OWN_FILE],
  ] as const) {
    try {
      if ((fs.statSync(place).mode & 0o777) !== mode) fs.chmodSync(place, mode);
    } catch {
      // The session belongs to another user, or the disk has no file modes. The session can still be opened.
    }
  }
}

/**
 * Removes unfinished files that a killed process left, and files that earlier versions kept beside the log. Only the
 * holder of the session's lock may call this function.
 */
export function removeLeftovers(fs: FileSystem, { path }: SessionFolder): void {
  const isLeftover = (name: string): boolean =>
    /^(?:log\.(?:next|facts)$|(?:log\.next|log\.idx|log\.facts|meta\.json|unsent\.json|draft\.json)\.)/.test(
      name,
    );
  for (const name of fs.readdirSync(path).filter(isLeftover)) fs.rmSync(join(path, name), { force: true });
}

/** Removes a session that has neither entries nor unsent messages. Ignores errors. */
export function removeEmpty(fs: FileSystem, { path, log, unsent }: SessionFolder): void {
  try {
    if (fs.statSync(log).size === 0 && !fs.existsSync(unsent)) fs.rmSync(path, { recursive: true });
  } catch {
    // The empty session stays; it does no harm.
  }
}
