import { join } from 'node:path';
import { StoreError } from '../../core/ports.ts';
import { asStoreError } from './asStoreError.ts';
import { OWN_FILE, OWN_FOLDER } from './fileSystem.ts';
import { JsonlSessionLog, type OpenOptions } from './jsonlSessionLog.ts';
import type { LockEnvironment } from './lock.ts';
import { Locks } from './lockTakeover.ts';
import { removeEmpty, sessionFolder, type SessionFolder } from './sessionFolder.ts';
import { messagesWith, wordsToFind, type MessageHit } from './messageSearch.ts';
import { emptyMeta, readMeta, type SessionMeta } from './sessionMeta.ts';
import { Trash, type TrashedSession } from './trash.ts';

export interface StoreEnvironment extends LockEnvironment {
  /** Returns a new session's id: letters, digits, `-` and `_`. */
  newSessionId(): string;
}

/** One line of the session list. */
export interface SessionSummary extends SessionMeta {
  readonly id: string;
  /** Whether any window, including this one, has the session open for writing; true if its lock can't be read. */
  readonly isOpen: boolean;
  /** Set if another agent, and not Longthread, stores the session. */
  readonly keptBy?: {
    /** The agent's name. */
    readonly agent: string;
    /** Whether the session's file changed in the last two minutes. */
    readonly isLive: boolean;
    /** Whether only a copy of the session is left. */
    readonly isArchived?: boolean;
    /** The token count of the newest request. */
    readonly tokens?: number;
  };
}

/** Messages found in one session. */
export interface SessionHits {
  readonly session: SessionSummary;
  readonly messages: readonly MessageHit[];
}

/**
 * Stores sessions in one folder each, and has a trash. Several windows may use the same store at the same time. So the
 * store reads everything from the disk each time, and remembers only the locks that it saw.
 */
export class SessionStore {
  readonly #environment: StoreEnvironment;
  readonly #locks: Locks;
  readonly #sessions: string;
  readonly trash: Trash;

  constructor(root: string, environment: StoreEnvironment) {
    this.#environment = environment;
    this.#locks = new Locks(environment);
    this.#sessions = join(root, 'sessions');
    this.trash = new Trash(environment, { sessions: this.#sessions, trash: join(root, 'trash') });
  }

  /** Creates an empty session. Later `session` entries set its title and workspace. Throws StoreError `unwritable`. */
  async create(options: Pick<OpenOptions, 'onLockLost'> = {}): Promise<JsonlSessionLog> {
    const sessionId = this.#environment.newSessionId();
    const folder = this.#folder(sessionId);
    try {
      this.#environment.fs.mkdirSync(folder.path, { recursive: true, mode: OWN_FOLDER });
      this.#environment.fs.writeFileSync(folder.log, '', { flag: 'wx', mode: OWN_FILE });
    } catch (error) {
      throw asStoreError(error, 'The session could not be created');
    }
    return this.#open(sessionId, folder, options);
  }

  /** Removes a new session if it is still empty. */
  discard(id: string): void {
    removeEmpty(this.#environment.fs, this.#folder(id));
  }

  /**
   * Opens a session for writing. If another window has the session open for writing or the disk refuses, opens the
   * session read-only. Throws StoreError.
   */
  open(id: string, options: Pick<OpenOptions, 'onLockLost' | 'readOnly'> = {}): Promise<JsonlSessionLog> {
    return this.#open(id, this.#folder(id), options);
  }

  /** Returns all sessions, the last used first. Omits unreadable sessions. */
  async list(): Promise<readonly SessionSummary[]> {
    const summaries: SessionSummary[] = [];
    for (const id of this.#ids()) {
      const summary = await this.#summary(id);
      if (summary !== undefined) summaries.push(summary);
    }
    return summaries.sort((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
  }

  /**
   * Yields the sessions with messages that contain every word of the query, each with at most the 20 newest of these
   * messages. The last used session comes first. Quoted words are searched as a phrase. Omits unreadable logs, and
   * sessions for which `isIncluded` returns false.
   */
  async *findMessages(
    query: string,
    signal: AbortSignal,
    isIncluded: (session: SessionSummary) => boolean = () => true,
  ): AsyncGenerator<SessionHits> {
    const words = wordsToFind(query);
    if (words.length === 0) return;
    for (const session of (await this.list()).filter(isIncluded)) {
      if (signal.aborted) return;
      const { log } = this.#folder(session.id);
      const messages = await messagesWith(words, log, { fs: this.#environment.fs, signal }).catch(() => []);
      if (messages.length > 0) yield { session, messages };
    }
  }

  /**
   * Moves a session to the trash, without its copies of workspace files. Throws StoreError. The error's reason is
   * `locked` if any window, including this one, has the session open.
   */
  delete(id: string): void {
    const folder = this.#folder(id);
    if (this.#locks.isHeld(folder.lock))
      throw new StoreError('locked', 'The session is open; close it before deleting it.');
    this.trash.take(id);
    this.#removeKept(id);
  }

  /** Removes the copies of workspace files from a deleted session in the trash. Throws StoreError. */
  #removeKept(id: string): void {
    const { fs } = this.#environment;
    try {
      for (const trashed of this.trash.list().filter((each) => each.id === id))
        fs.rmSync(sessionFolder(this.trash.pathOf(trashed)).kept, { recursive: true, force: true });
    } catch (error) {
      throw asStoreError(error, 'The session’s copies of files could not be removed');
    }
  }

  /** Returns the sessions in the trash, the last deleted first. An unreadable session has no title. */
  trashed(): Promise<readonly (SessionMeta & TrashedSession)[]> {
    return Promise.all(
      this.trash.list().map(async (session) => {
        const folder = sessionFolder(this.trash.pathOf(session));
        const meta = await readMeta(this.#environment, folder, false).catch(() => emptyMeta);
        return { ...meta, ...session };
      }),
    );
  }

  #open(
    sessionId: string,
    folder: SessionFolder,
    options: Pick<OpenOptions, 'onLockLost' | 'readOnly'>,
  ): Promise<JsonlSessionLog> {
    return JsonlSessionLog.open(this.#environment, { ...options, sessionId, folder, locks: this.#locks });
  }

  #ids(): readonly string[] {
    const { fs } = this.#environment;
    return fs.existsSync(this.#sessions) ? fs.readdirSync(this.#sessions) : [];
  }

  async #summary(id: string): Promise<SessionSummary | undefined> {
    try {
      const folder = this.#folder(id);
      const isOpen = this.#isOpen(folder);
      return { ...(await readMeta(this.#environment, folder, isOpen)), id, isOpen };
    } catch {
      // Another window is creating or deleting the session, or the folder is not a session.
      return undefined;
    }
  }

  /** Returns whether a window has the session open; true if its lock can't be read. */
  #isOpen({ lock }: SessionFolder): boolean {
    try {
      return this.#locks.isHeld(lock);
    } catch {
      return true;
    }
  }

  #folder(id: string): SessionFolder {
    if (!/^[\w-]{1,100}$/.test(id)) throw new StoreError('notFound', 'There is no such session.');
    return sessionFolder(join(this.#sessions, id));
  }
}
