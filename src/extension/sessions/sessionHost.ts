import type { Draft } from '../../core/log/entry.ts';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ChooseConversation } from '../../adapters/transcripts/conversations.ts';
import type { Skipped } from '../../adapters/transcripts/recording.ts';
import { readTranscript } from '../../adapters/transcripts/formats.ts';
import { nodeStoreEnvironment } from '../../adapters/store/nodeStoreEnvironment.ts';
import { titleMatcher } from '../../adapters/store/messageSearch.ts';
import type { SessionHits, SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { SessionLog } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import type { Services } from '../services.ts';
import { ViewError } from '../webviews/describeError.ts';
import {
  createSession,
  openSession,
  closeOnFailure,
  type ConversationSetup,
  type NewBranch,
  type OpenSession,
  type SessionWishes,
} from './openSession.ts';
import { SAMPLE } from './readOnlyReason.ts';
import { sessionTail, type SessionTail } from './sessionTail.ts';
import { OtherWindowFollower } from './otherWindowFollower.ts';

const LAST_SESSION = 'longthread.lastSession';
const TRASH_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The sessions of other agents. Longthread lists and shows them, but never writes to them. */
export interface SessionsElsewhere {
  has(id: string): boolean;
  list(): Promise<readonly SessionSummary[]>;
  find(query: string, signal: AbortSignal): AsyncGenerator<SessionHits>;
  open(id: string): Promise<{
    readonly log: SessionLog;
    readonly setup: ConversationSetup;
    readonly wishes?: SessionWishes;
  }>;
}

/** Holds the session of Longthread's own chat. Creates, opens, imports, renames, deletes and restores sessions. */
export class SessionHost {
  readonly #services: Services;
  readonly #setup: ConversationSetup;
  readonly #sessionsElsewhere: readonly SessionsElsewhere[];
  readonly #changed = new vscode.EventEmitter<OpenSession | undefined>();
  readonly #follower: OtherWindowFollower;
  #current: OpenSession | undefined;
  #opening: Promise<unknown> = Promise.resolve();
  #isOpening = false;
  #tail: SessionTail | undefined;

  /**
   * Fires when the opening of a session begins or ends, when another session is shown, when the title, the lock or a
   * problem of the shown session changes, and after a deletion.
   */
  readonly onDidChange = this.#changed.event;

  constructor(services: Services, setup: ConversationSetup, sessionsElsewhere: readonly SessionsElsewhere[]) {
    this.#sessionsElsewhere = sessionsElsewhere;
    this.#services = services;
    this.#setup = setup;
    this.#follower = new OtherWindowFollower({
      shown: () => this.#current?.live,
      every: (intervalMs, tick) => nodeStoreEnvironment.every(intervalMs, tick),
      onChange: () => this.#notify(),
      logger: services.logger,
    });
  }

  get current(): OpenSession | undefined {
    return this.#current;
  }

  get isOpening(): boolean {
    return this.#isOpening;
  }

  /** Returns the end of the session that is being opened, while the rest of this session is being read. */
  get tail(): SessionTail | undefined {
    return this.#tail;
  }

  /** Opens the session that this workspace showed last, unless it was deleted or another session is shown. */
  async restore(): Promise<void> {
    const id = this.#services.context.workspaceState.get<string>(LAST_SESSION);
    if (id === undefined || this.#current !== undefined) return;
    const known = await this.list();
    if (known.some((session) => session.id === id)) await this.open(id);
  }

  /** Returns the session that is shown or being opened. Creates a session if there is none. */
  async ensure(): Promise<OpenSession> {
    return this.#current ?? this.#show(async () => this.#current ?? this.#createSession());
  }

  async create(title?: string): Promise<OpenSession> {
    return this.#show(() => this.#createSession(title === undefined ? {} : { title }));
  }

  open(id: string): Promise<OpenSession> {
    return this.#show(async () => {
      if (this.#current?.id === id) return this.#current;
      const elsewhere = this.#elsewhere(id);
      if (elsewhere !== undefined) {
        const { log, setup, wishes } = await elsewhere.open(id);
        const opened = await openSession(log, { services: this.#services, setup });
        return { ...opened, ...(wishes !== undefined && { wishes }) };
      }
      const log = await this.#services.store.open(id, { onLockLost: this.#lockLost });
      this.#tail = await closeOnFailure(log, () => sessionTail(log));
      this.#notify();
      return openSession(log, { services: this.#services, setup: this.#setup });
    });
  }

  /**
   * Imports a transcript of any known format as a session, without changing the file. Returns the parts that were
   * skipped. If the file has several conversations, `choose` says which to read (see `readTranscript`). Throws
   * TranscriptError, StoreError, the reason of an aborted signal, or the error of `choose`.
   */
  async importTranscript(
    path: string,
    {
      signal,
      choose,
      isSample = false,
    }: {
      readonly signal?: AbortSignal;
      readonly choose?: ChooseConversation | { readonly only: string };
      readonly isSample?: boolean;
    } = {},
  ): Promise<readonly Skipped[]> {
    const onRead = (): void => {
      signal?.throwIfAborted();
    };
    const transcript = await readTranscript(path, onRead, choose);
    signal?.throwIfAborted();
    await this.#show(async () => {
      const opened = await this.#createSession({
        title: transcript.title ?? basename(path),
        importedFrom: isSample ? SAMPLE : transcript.format,
      });
      const drafts = transcript.messages.map(({ at, message }) => ({
        kind: 'message' as const,
        message,
        ...(at === undefined ? {} : { at }),
      }));
      await closeOnFailure(opened.live, () => opened.live.appendAll(drafts));
      return opened;
    });
    return transcript.skipped;
  }

  /** Creates a session from entries of another session. The composer of the new session starts with `composerText`. */
  createFrom(drafts: readonly Draft[], { composerText, ...info }: NewBranch): Promise<OpenSession> {
    return this.#show(async () => {
      const opened = await this.#createSession(info);
      await closeOnFailure(opened.live, async () => {
        await opened.live.appendAll(drafts);
        if (composerText !== undefined) this.#services.unsent.write(opened.id, [composerText]);
      });
      return opened;
    });
  }

  /** Returns the sessions whose titles contain every word of the query. The last used session comes first. */
  async list(query = ''): Promise<readonly SessionSummary[]> {
    const { store, logger } = this.#services;
    const elsewhere = this.#sessionsElsewhere.map((sessions) =>
      sessions.list().catch((error: unknown) => {
        logger.error(`sessions of other agents: ${messageOf(error)}`, error);
        return [];
      }),
    );
    const all = (await Promise.all([store.list(), ...elsewhere])).flat();
    return all.filter(titleMatcher(query)).toSorted((a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0));
  }

  /** Yields messages that contain every word of the query. Longthread's own sessions come before other agents'. */
  async *find(query: string, signal: AbortSignal): AsyncGenerator<SessionHits> {
    yield* this.#services.store.findMessages(query, signal);
    for (const elsewhere of this.#sessionsElsewhere) yield* elsewhere.find(query, signal);
  }

  async rename(id: string, title: string): Promise<void> {
    this.#assertOwn(id);
    if (this.#current?.id === id) {
      await this.#current.live.append({ kind: 'session', title });
      this.#notify();
      return;
    }
    const log = await this.#services.store.open(id);
    const closed = await openSession(log, { services: this.#services, setup: this.#setup });
    try {
      await closed.live.append({ kind: 'session', title });
    } finally {
      await closed.live.close();
    }
  }

  /** Moves a session to the trash, from which it can be restored for thirty days. */
  async delete(id: string): Promise<void> {
    this.#assertOwn(id);
    try {
      if (this.#current?.id === id) await this.#close();
      this.#services.store.delete(id);
      this.#services.store.trash.empty(TRASH_KEPT_MS);
    } finally {
      this.#notify();
    }
  }

  restoreDeleted(id: string): void {
    this.#services.store.trash.restore(id);
  }

  /** Makes the shown session writable here. Throws StoreError, e.g. `locked` while another window writes to it. */
  async takeOver(): Promise<void> {
    if (this.#current === undefined) return;
    await this.#current.live.takeOver();
    this.#notify();
  }

  /** Closes the session if it is shown here, so that the editor's agent can write to it. */
  async closeIfShown(id: string): Promise<void> {
    await this.#opening;
    if (this.#current?.id !== id) return;
    await this.#close().finally(() => this.#notify());
  }

  async close(): Promise<void> {
    await this.#opening;
    await this.#close();
  }

  #assertOwn(id: string): void {
    if (this.#elsewhere(id) !== undefined)
      throw new ViewError('This session belongs to another agent, so it is read-only here.');
  }

  #elsewhere(id: string): SessionsElsewhere | undefined {
    return this.#sessionsElsewhere.find((elsewhere) => elsewhere.has(id));
  }

  #createSession(info: Parameters<typeof createSession>[1] = {}): Promise<OpenSession> {
    const opening = { services: this.#services, setup: this.#setup };
    return createSession(opening, info, { onLockLost: this.#lockLost });
  }

  /** Opens and shows a session, after earlier calls have ended. If that succeeds, closes the previous session. */
  #show(open: () => Promise<OpenSession>): Promise<OpenSession> {
    const shown = this.#opening.then(async () => {
      this.#isOpening = true;
      this.#notify();
      try {
        const opened = await open();
        if (opened === this.#current) return opened;
        await this.#close().catch(this.#logNotClosed);
        this.#current = opened;
        await this.#services.context.workspaceState.update(LAST_SESSION, opened.id);
        return opened;
      } finally {
        this.#isOpening = false;
        this.#tail = undefined;
        this.#notify();
      }
    });
    this.#opening = shown.catch(() => undefined);
    return shown;
  }

  async #close(): Promise<void> {
    const session = this.#current;
    this.#current = undefined;
    this.#follower.update();
    if (session === undefined) return;
    try {
      await session.conversation.close();
    } finally {
      await session.live.close();
    }
  }

  /** Logs that the previous session could not be closed. The next session is shown anyway. */
  readonly #logNotClosed = (error: unknown): void =>
    this.#services.logger.error(`the session shown before could not be closed: ${String(error)}`, error);

  /** Handles the loss of the lock. The session stays shown, with the entries that the other window writes. */
  readonly #lockLost = (): void => {
    this.#services.logger.warn('another window has taken the session over');
    this.#notify();
  };

  #notify(): void {
    this.#follower.update();
    this.#changed.fire(this.#current);
  }
}
