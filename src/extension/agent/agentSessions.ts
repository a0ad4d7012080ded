import * as vscode from 'vscode';
import { readOnlyRefusal } from '../../adapters/store/readOnlyRefusal.ts';
import type { AgentRequest } from '../../core/agent/agentRequest.ts';
import { isChatOpen, mapRequest, sessionsToOpen } from '../../core/agent/mapRequest.ts';
import { waitsForRecall } from '../../core/agent/waitsForRecall.ts';
import { modelDrafts } from '../../core/chat/recordChanges.ts';
import type { Draft } from '../../core/log/entry.ts';
import type { ChatModel } from '../../core/ports.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import { createSession, openSession, type OpenSession } from '../sessions/openSession.ts';
import { agentSetup, type NewestRequest } from './agentSetup.ts';
import { tellCompactions, tellNotices } from './tellInAgent.ts';

/** An open session of the editor's agent. */
export interface OpenAgentSession extends OpenSession {
  readonly newest: NewestRequest;
  /** The number of requests that are being answered. While it is not 0, the session stays open even above the limit. */
  answering: number;
}

/** A request's session, and what the request asks for: the next answer (`step`), or a summary of the session. */
export interface TakenRequest {
  readonly kind: 'step' | 'summary';
  readonly session: OpenAgentSession;
  /** Must be called when the request has been answered or given up, so that the session can be closed. */
  done(): void;
}

/**
 * The limit for open sessions. It has room for a chat with some subagents, and for the previous chat. The current
 * session, and sessions in which a request is being answered, stay open even above the limit.
 */
const MOST_OPEN = 8;
/** If a request has more new messages than this, they are appended in one write, like an import, not one by one. */
const APPENDED_ONE_BY_ONE = 20;

/** The sessions of the editor's agent in this window. Logs requests one at a time, in order; answers may overlap. */
export class AgentSessions {
  readonly #parts: SetupParts;
  readonly #closeInOwnChat: (id: string) => Promise<void>;
  readonly #changed = new vscode.EventEmitter<OpenSession | undefined>();
  /** The open sessions, the most recently used last. */
  readonly #open = new Map<string, OpenAgentSession>();
  #lastTask: Promise<unknown> = Promise.resolve();
  #current: OpenAgentSession | undefined;
  #isClosed = false;

  /**
   * Fires with the current session in three cases: an answer is requested, a session is chosen, or a session is closed
   * because it is deleted or its log could not be written.
   */
  readonly onDidChange = this.#changed.event;

  /** `closeInOwnChat` closes a session in Longthread's chat, so that only the agent writes its log. */
  constructor(parts: SetupParts, closeInOwnChat: (id: string) => Promise<void>) {
    this.#parts = parts;
    this.#closeInOwnChat = closeInOwnChat;
  }

  /**
   * Returns the session of the newest request for an answer, or the session that was chosen since. For a subagent's
   * session, returns the parent session instead, if the parent session is open.
   */
  get current(): OpenSession | undefined {
    return this.#current;
  }

  /** Returns the open sessions except those of subagents, the most recently used last. */
  get chats(): readonly OpenSession[] {
    return [...this.#open.values()].filter(({ live }) => live.session.agent?.parent === undefined);
  }

  /**
   * Returns the session of a chat, and opens it if necessary. If the chat has several sessions, returns the session
   * with the newest message. Returns undefined if the chat has no session, or if the window is being closed.
   */
  ofChat(conversationId: string): Promise<OpenSession | undefined> {
    return this.#inTurn(async () => {
      if (this.#isClosed) return undefined;
      await this.#openFor({ messages: [], tools: [], conversationId });
      const own = this.chats.filter(({ live }) => live.session.agent?.conversationId === conversationId);
      return own.toSorted((a, b) => newestMessageAt(a) - newestMessageAt(b)).at(-1);
    });
  }

  /** Returns whether the agent has this session open in this window. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Renames a session. Returns false if the session is not open here. */
  rename(id: string, title: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const session = this.#open.get(id);
      await session?.live.append({ kind: 'session', title });
      return session !== undefined;
    });
  }

  /** Returns the session whose model waits for the result of this recall; undefined if there are none or several. */
  askerOfRecall(input: object): OpenSession | undefined {
    const asking = [...this.#open.values()].filter(({ live }) => waitsForRecall(live.session, input));
    return asking.length === 1 ? asking[0] : undefined;
  }

  /** Makes an open session the current session, as if its chat had just sent a request. */
  choose(id: string): void {
    const session = this.#open.get(id);
    if (session !== undefined) this.#makeCurrent(session);
  }

  /**
   * Appends the new messages of a request to its session, which is opened or created if necessary. Returns undefined if
   * the request belongs to no session, e.g. a request for a title, or for a summary of an unknown session. Throws if
   * the log can't be written, or if the window is being closed.
   */
  take(request: AgentRequest, model: ChatModel): Promise<TakenRequest | undefined> {
    return this.#inTurn(() => {
      if (this.#isClosed) throw new Error('The window is being closed.');
      return this.#take(request, model);
    });
  }

  /** Closes a session, e.g. before it is deleted. */
  closeSession(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const session = this.#open.get(id);
      if (session !== undefined) await this.#drop(session);
    });
  }

  /** Processes the requests that came before, then closes all sessions. Rejects later requests. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#isClosed = true;
      const sessions = [...this.#open.values()];
      this.#open.clear();
      this.#current = undefined;
      await Promise.all(sessions.map(closeSessionOf));
    });
  }

  /** Runs a task after all earlier tasks. If a task fails, the next task still runs. */
  #inTurn<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.#lastTask.then(task);
    this.#lastTask = done.catch(() => undefined);
    return done;
  }

  async #take(request: AgentRequest, model: ChatModel): Promise<TakenRequest | undefined> {
    await this.#openFor(request);
    const outcome = mapRequest(
      request,
      [...this.#open.values()].map(({ live }) => live),
    );
    const newest = { model, tools: request.tools, wishes: request.wishes ?? {} };
    switch (outcome.kind) {
      case 'utility':
        return undefined;
      case 'summary': {
        const session = outcome.sessionId === undefined ? undefined : this.#open.get(outcome.sessionId);
        if (session === undefined) return undefined;
        await this.#append(session, outcome.drafts);
        return this.#taken('summary', session);
      }
      case 'known': {
        const session = this.#open.get(outcome.sessionId);
        if (session === undefined) throw new Error('The session is not open any more.');
        return this.#step(session, outcome.drafts, newest);
      }
      case 'new':
        return this.#step(await this.#createOne(), outcome.drafts, newest);
    }
  }

  async #step(
    session: OpenAgentSession,
    drafts: readonly Draft[],
    newest: NewestRequest & { readonly model: ChatModel },
  ): Promise<TakenRequest> {
    Object.assign(session.newest, newest);
    await this.#append(session, drafts);
    await this.#append(session, modelDrafts(session.live.session, newest.model.profile));
    this.#makeCurrent(session);
    const taken = this.#taken('step', session);
    await this.#closeOldest();
    return taken;
  }

  #taken(kind: TakenRequest['kind'], session: OpenAgentSession): TakenRequest {
    session.answering += 1;
    const done = (): void => {
      session.answering -= 1;
      void this.#inTurn(() => this.#closeOldest());
    };
    return { kind, session, done };
  }

  /**
   * Appends drafts. If the log can't be written, closes the session, so that the next request opens it again: by then,
   * another window may have released the log, or the disk may have room.
   */
  async #append(session: OpenAgentSession, drafts: readonly Draft[]): Promise<void> {
    try {
      await append(session, drafts);
    } catch (error) {
      await this.#drop(session).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Opens the stored sessions that a request may belong to. Does nothing if the session of the request's chat is
   * open.
   */
  async #openFor(request: AgentRequest): Promise<void> {
    const open = [...this.#open.values()].map(({ live }) => live);
    if (isChatOpen(request, open)) return;
    const heads = await this.#parts.services.store.list();
    for (const id of sessionsToOpen(request, heads)) if (!this.#open.has(id)) await this.#openOne(id);
  }

  async #openOne(id: string): Promise<void> {
    const { store } = this.#parts.services;
    await this.#closeInOwnChat(id);
    const log = await store.open(id);
    const newest = noRequest();
    const setup = agentSetup(this.#parts, newest);
    const opened = await openSession(log, { services: this.#parts.services, setup });
    tellCompactions(opened.live);
    tellNotices(opened.conversation);
    this.#open.set(id, { ...opened, newest, answering: 0 });
  }

  async #createOne(): Promise<OpenAgentSession> {
    const { services } = this.#parts;
    const newest = noRequest();
    const opened = await createSession({ services, setup: agentSetup(this.#parts, newest) });
    tellCompactions(opened.live);
    tellNotices(opened.conversation);
    const session = { ...opened, newest, answering: 0 };
    this.#open.set(session.id, session);
    return session;
  }

  async #drop(session: OpenAgentSession): Promise<void> {
    this.#open.delete(session.id);
    if (this.#current === session) this.#current = undefined;
    this.#changed.fire(this.#current);
    await closeSessionOf(session);
  }

  #makeCurrent(session: OpenAgentSession): void {
    this.#open.delete(session.id);
    this.#open.set(session.id, session);
    const parent = session.live.session.agent?.parent;
    this.#current = (parent === undefined ? undefined : this.#open.get(parent)) ?? session;
    this.#changed.fire(this.#current);
  }

  /** Closes the least recently used sessions if more than `MOST_OPEN` are open. Must run in `#inTurn`. */
  async #closeOldest(): Promise<void> {
    for (const session of [...this.#open.values()]) {
      if (this.#open.size <= MOST_OPEN) return;
      if (session === this.#current || session.answering > 0) continue;
      this.#open.delete(session.id);
      await closeSessionOf(session).catch((error: unknown) =>
        this.#parts.services.logger.warn(
          `a session of the agent could not be closed: ${String(error)}`,
          error,
        ),
      );
    }
  }
}

function newestMessageAt({ live }: OpenSession): number {
  return live.entries.findLast(({ kind }) => kind === 'message')?.at ?? 0;
}

function noRequest(): NewestRequest {
  return { model: undefined, tools: [], wishes: {} };
}

async function append({ live }: OpenAgentSession, drafts: readonly Draft[]): Promise<void> {
  const { readOnlyCause } = live.log;
  if (readOnlyCause === 'openElsewhere') throw new Error('Another window is writing this chat’s session.');
  if (readOnlyCause !== undefined) throw readOnlyRefusal(readOnlyCause);
  if (drafts.length > APPENDED_ONE_BY_ONE) await live.appendAll(drafts);
  else for (const draft of drafts) await live.append(draft);
}

async function closeSessionOf({ conversation, live }: OpenAgentSession): Promise<void> {
  try {
    await conversation.close();
  } finally {
    await live.close();
  }
}
