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
  /** The number of its requests that are being answered. While there is one, opening other sessions does not close it. */
  answering: number;
}

/** A request's session, and what the request asks for: the next answer (`step`), or a summary of the session. */
export interface TakenRequest {
  readonly kind: 'step' | 'summary';
  readonly thread: OpenAgentSession;
  /** Must be called when the request has been answered or given up, so that the session can be closed. */
  done(): void;
}

/**
 * The most open sessions: a chat with some subagents, and the previous chat. The current one and those being answered
 * are not closed for this limit, so there may be more.
 */
const MOST_OPEN = 8;
/** A request with more new messages than this appends them in one write, like an import. */
const APPENDED_ONE_BY_ONE = 20;

/** The sessions of the editor's agent in this window. Logs their requests one at a time, in order; answers may overlap. */
export class AgentSessions {
  readonly #parts: SetupParts;
  readonly #closeInOwnChat: (id: string) => Promise<void>;
  readonly #changed = new vscode.EventEmitter<OpenSession | undefined>();
  /** The open sessions, the most recently used last. */
  readonly #open = new Map<string, OpenAgentSession>();
  #taking: Promise<unknown> = Promise.resolve();
  #current: OpenAgentSession | undefined;
  #isClosed = false;

  /**
   * Fires with the current session at each request for an answer, when a session is chosen, and when one is closed
   * because it is deleted or its log could not be written.
   */
  readonly onDidChange = this.#changed.event;

  /** `closeInOwnChat` closes a session in Longthread's chat, since the chat and the agent may not both write its log. */
  constructor(parts: SetupParts, closeInOwnChat: (id: string) => Promise<void>) {
    this.#parts = parts;
    this.#closeInOwnChat = closeInOwnChat;
  }

  /** Returns the session of the newest request for an answer, or the one chosen since; while a subagent works, that of its chat. */
  get current(): OpenSession | undefined {
    return this.#current;
  }

  /** Returns the open sessions except those of subagents, the most recently used last. */
  get chats(): readonly OpenSession[] {
    return [...this.#open.values()].filter(({ live }) => live.session.agent?.parent === undefined);
  }

  /** Returns and opens the session of a chat by the chat's id; if it has several, the one used last. */
  ofChat(conversationId: string): Promise<OpenSession | undefined> {
    return this.#inTurn(async () => {
      if (this.#isClosed) return undefined;
      await this.#openFor({ messages: [], tools: [], conversationId });
      const own = this.chats.filter(({ live }) => live.session.agent?.conversationId === conversationId);
      return own.toSorted((a, b) => spokenAt(a) - spokenAt(b)).at(-1);
    });
  }

  /** Returns whether the agent has this session open in this window. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Renames a session. Returns false if it is not open here. */
  rename(id: string, title: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const thread = this.#open.get(id);
      await thread?.live.append({ kind: 'session', title });
      return thread !== undefined;
    });
  }

  /** Returns the session whose model waits for the result of this recall; undefined if none or several do. */
  askerOfRecall(input: object): OpenSession | undefined {
    const asking = [...this.#open.values()].filter(({ live }) => waitsForRecall(live.session, input));
    return asking.length === 1 ? asking[0] : undefined;
  }

  /** Makes an open session the current one, as if its chat had just sent a request. */
  choose(id: string): void {
    const thread = this.#open.get(id);
    if (thread !== undefined) this.#makeCurrent(thread);
  }

  /**
   * Appends the new messages of a request to its session, which is opened or created if necessary. Returns undefined for
   * the editor's small requests, e.g. for a title, and for a summary of an unknown session. Throws if the log can't be
   * written, or the window is being closed.
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
      const thread = this.#open.get(id);
      if (thread !== undefined) await this.#drop(thread);
    });
  }

  /** Closes all sessions after the earlier requests were processed. Rejects later requests. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#isClosed = true;
      const threads = [...this.#open.values()];
      this.#open.clear();
      this.#current = undefined;
      await Promise.all(threads.map(closeThread));
    });
  }

  /** Runs tasks one after the other. A task that fails does not stop the next. */
  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#taking.then(work);
    this.#taking = done.catch(() => undefined);
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
        const thread = outcome.sessionId === undefined ? undefined : this.#open.get(outcome.sessionId);
        if (thread === undefined) return undefined;
        await this.#append(thread, outcome.drafts);
        return this.#taken('summary', thread);
      }
      case 'known': {
        const thread = this.#open.get(outcome.sessionId);
        if (thread === undefined) throw new Error('The session is not open any more.');
        return this.#step(thread, outcome.drafts, newest);
      }
      case 'new':
        return this.#step(await this.#createOne(), outcome.drafts, newest);
    }
  }

  async #step(
    thread: OpenAgentSession,
    drafts: readonly Draft[],
    newest: NewestRequest & { readonly model: ChatModel },
  ): Promise<TakenRequest> {
    Object.assign(thread.newest, newest);
    await this.#append(thread, drafts);
    await this.#append(thread, modelDrafts(thread.live.session, newest.model.profile));
    this.#makeCurrent(thread);
    const taken = this.#taken('step', thread);
    await this.#closeOldest();
    return taken;
  }

  #taken(kind: TakenRequest['kind'], thread: OpenAgentSession): TakenRequest {
    thread.answering += 1;
    const done = (): void => {
      thread.answering -= 1;
      void this.#inTurn(() => this.#closeOldest());
    };
    return { kind, thread, done };
  }

  /**
   * Appends drafts. If the log can't be written, closes the session, so that the next request opens it anew: by then
   * another window may have released it, or the disk may have room.
   */
  async #append(thread: OpenAgentSession, drafts: readonly Draft[]): Promise<void> {
    try {
      await append(thread, drafts);
    } catch (error) {
      await this.#drop(thread).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Opens the sessions that a request may belong to. Reads the list of stored sessions unless the session of the
   * request's chat is open.
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
    const thread = { ...opened, newest, answering: 0 };
    this.#open.set(thread.id, thread);
    return thread;
  }

  async #drop(thread: OpenAgentSession): Promise<void> {
    this.#open.delete(thread.id);
    if (this.#current === thread) this.#current = undefined;
    this.#changed.fire(this.#current);
    await closeThread(thread);
  }

  #makeCurrent(thread: OpenAgentSession): void {
    this.#open.delete(thread.id);
    this.#open.set(thread.id, thread);
    const parent = thread.live.session.agent?.parent;
    this.#current = (parent === undefined ? undefined : this.#open.get(parent)) ?? thread;
    this.#changed.fire(this.#current);
  }

  /** Closes the least recently used sessions above `MOST_OPEN`; a later request opens them again. Must run in turn. */
  async #closeOldest(): Promise<void> {
    for (const thread of [...this.#open.values()]) {
      if (this.#open.size <= MOST_OPEN) return;
      if (thread === this.#current || thread.answering > 0) continue;
      this.#open.delete(thread.id);
      await closeThread(thread).catch((error: unknown) =>
        this.#parts.services.logger.warn(
          `a session of the agent could not be closed: ${String(error)}`,
          error,
        ),
      );
    }
  }
}

function spokenAt({ live }: OpenSession): number {
  return live.entries.findLast(({ kind }) => kind === 'message')?.at ?? 0;
}

function noRequest(): NewestRequest {
  return { model: undefined, tools: [], wishes: {} };
}

async function append({ live }: OpenAgentSession, drafts: readonly Draft[]): Promise<void> {
  const { readOnlyCause } = live.log;
  if (readOnlyCause === 'openElsewhere') throw new Error('Another window writes this chat’s session.');
  if (readOnlyCause !== undefined) throw readOnlyRefusal(readOnlyCause);
  if (drafts.length > APPENDED_ONE_BY_ONE) await live.appendAll(drafts);
  else for (const draft of drafts) await live.append(draft);
}

async function closeThread({ conversation, live }: OpenAgentSession): Promise<void> {
  try {
    await conversation.close();
  } finally {
    await live.close();
  }
}
