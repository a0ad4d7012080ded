import { join } from 'node:path';
import { StoreError } from '../../core/ports.ts';
import { asStoreError } from './asStoreError.ts';
import { OWN_FOLDER, renameOver } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';

export interface TrashedSession {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

/**
 * Contains the deleted sessions until the trash is emptied. The name of a folder in the trash contains the session's id
 * and the time of its deletion.
 */
export class Trash {
  readonly #environment: Pick<LockEnvironment, 'fs' | 'now'>;
  readonly #sessions: string;
  readonly #trash: string;

  constructor(
    environment: Pick<LockEnvironment, 'fs' | 'now'>,
    folders: { readonly sessions: string; readonly trash: string },
  ) {
    this.#environment = environment;
    this.#sessions = folders.sessions;
    this.#trash = folders.trash;
  }

  /** Moves a session to the trash, atomically. Throws StoreError. */
  take(id: string): void {
    const { fs, now } = this.#environment;
    try {
      fs.mkdirSync(this.#trash, { recursive: true, mode: OWN_FOLDER });
      renameOver(fs, join(this.#sessions, id), this.pathOf({ id, deletedAt: now() }));
    } catch (error) {
      throw asStoreError(error, 'The session could not be moved to the trash');
    }
  }

  /** Returns the sessions in the trash, the last deleted first. */
  list(): readonly TrashedSession[] {
    const { fs } = this.#environment;
    const names = fs.existsSync(this.#trash) ? fs.readdirSync(this.#trash) : [];
    return names.flatMap(parseName).sort((a, b) => b.deletedAt - a.deletedAt);
  }

  /**
   * Restores the session with this id. If the trash has several sessions with this id, restores the session that was
   * deleted last. If the trash has none, throws StoreError `notFound`. If a session with this id exists outside of the
   * trash, or if the disk refuses, throws StoreError `unwritable`.
   */
  restore(id: string): void {
    const { fs } = this.#environment;
    const target = join(this.#sessions, id);
    try {
      const found = this.list().find((session) => session.id === id);
      if (found === undefined) throw new StoreError('notFound', 'This session is no longer in the trash.');
      if (fs.existsSync(target)) throw new StoreError('unwritable', 'This session is already in the list.');
      renameOver(fs, this.pathOf(found), target);
    } catch (error) {
      throw asStoreError(error, 'The session could not be restored');
    }
  }

  /** Permanently removes sessions that were deleted `olderThanMs` ago or earlier. Throws StoreError `unwritable`. */
  empty(olderThanMs: number): void {
    const { fs, now } = this.#environment;
    const isOld = ({ deletedAt }: TrashedSession): boolean => now() - deletedAt >= olderThanMs;
    try {
      for (const session of this.list().filter(isOld))
        fs.rmSync(this.pathOf(session), { recursive: true, force: true });
    } catch (error) {
      throw asStoreError(error, 'The trash could not be emptied');
    }
  }

  /** Returns the folder with a deleted session's files. */
  pathOf({ id, deletedAt }: TrashedSession): string {
    return join(this.#trash, `${id}@${String(deletedAt)}`);
  }
}

function parseName(name: string): readonly TrashedSession[] {
  const match = /^([\w-]+)@(\d+)$/.exec(name);
  return match?.[1] === undefined ? [] : [{ id: match[1], deletedAt: Number(match[2]) }];
}
