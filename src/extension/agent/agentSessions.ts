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

/** A session of the editor's agent. */
export interface AgentThread extends OpenSession {
  readonly newest: NewestRequest;
  /** The number of its requests that are being answered. The session stays open while there is one. */
  answering: number;
}

/** The session of a request, and what the request asks for: the next answer (`step`), or a summary of the session. */
export interface Taken {
  readonly kind: 'step' | 'summary';
  readonly thread: AgentThread;
  /** Must be called when the request has been answered or given up, so that the session can be closed. */
  done(): void;
}

/** The most open sessions in addition to those being answered: a chat with some subagents, and the previous chat. */
const MOST_OPEN = 8;
/** A request with more new messages than this appends them in one write, like an import. */
const APPENDED_ONE_BY_ONE = 20;

/** The sessions of the editor's agent in this window. Processes their requests one at a time, in order. */
export class AgentSessions {
  readonly #parts: SetupParts;
  readonly #letGo: (id: string) => Promise<void>;
  readonly #changed = new vscode.EventEmitter<OpenSession | undefined>();
  /** The open sessions, the most recently used last. */
  readonly #open = new Map<string, AgentThread>();
  #taking: Promise<unknown> = Promise.resolve();
  #current: AgentThread | undefined;
  #isClosed = false;

  /** Fires when a request comes in, whether for the same session as the last one or for another. */
  readonly onDidChange = this.#changed.event;

  /** `letGo` closes a session in Longthread's own chat, since the chat and the agent may not both write its log. */
  constructor(parts: SetupParts, letGo: (id: string) => Promise<void>) {
    this.#parts = parts;
    this.#letGo = letGo;
  }

  /** Returns the session that sent the newest request; while a subagent works, that of its chat. */
  get current(): OpenSession | undefined {
    return this.#current;
  }

  /** Returns the open sessions of the chats, the most recently used last. */
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

  /** Returns the session whose model waits for this call of recall; undefined if none or several do. */
  askerOfRecall(input: object): OpenSession | undefined {
    const asking = [...this.#open.values()].filter(({ live }) => waitsForRecall(live.session, input));
    return asking.length === 1 ? asking[0] : undefined;
  }

  /** Makes an open session the current one, as if its chat had just sent a request. */
  choose(id: string): void {
    const thread = this.#open.get(id);
    if (thread !== undefined) this.#use(thread);
  }

  /**
   * Appends the new messages of a request to its session. Returns undefined if the request belongs to no session.
   * Throws if the log can't be written.
   */
  take(request: AgentRequest, model: ChatModel): Promise<Taken | undefined> {
    return this.#inTurn(() => {
      if (this.#isClosed) throw new Error('The window is being closed.');
      return this.#take(request, model);
    });
  }

  /** Closes a session, e.g. before it is deleted. */
  letGo(id: string): Promise<void> {
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

  async #take(request: AgentRequest, model: ChatModel): Promise<Taken | undefined> {
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
    thread: AgentThread,
    drafts: readonly Draft[],
    newest: NewestRequest & { readonly model: ChatModel },
  ): Promise<Taken> {
    Object.assign(thread.newest, newest);
    await this.#append(thread, drafts);
    await this.#append(thread, modelDrafts(thread.live.session, newest.model.profile));
    this.#use(thread);
    const taken = this.#taken('step', thread);
    await this.#closeOldest();
    return taken;
  }

  #taken(kind: Taken['kind'], thread: AgentThread): Taken {
    thread.answering += 1;
    const done = (): void => {
      thread.answering -= 1;
      void this.#inTurn(() => this.#closeOldest());
    };
    return { kind, thread, done };
  }

  /**
   * Appends drafts. If the session can't be written, the next request reads it again: by then another window may have
   * released it, or the disk may have room.
   */
  async #append(thread: AgentThread, drafts: readonly Draft[]): Promise<void> {
    try {
      await append(thread, drafts);
    } catch (error) {
      await this.#drop(thread).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Opens the sessions that a request may belong to. Reads the list of stored sessions only if no open one belongs to
   * the request.
   */
  async #openFor(request: AgentRequest): Promise<void> {
    const open = [...this.#open.values()].map(({ live }) => live);
    if (isChatOpen(request, open)) return;
    const heads = await this.#parts.services.store.list();
    for (const id of sessionsToOpen(request, heads)) if (!this.#open.has(id)) await this.#openOne(id);
  }

  async #openOne(id: string): Promise<void> {
    const { store } = this.#parts.services;
    await this.#letGo(id);
    const log = await store.open(id);
    const newest = noRequest();
    const setup = agentSetup(this.#parts, newest);
    const opened = await openSession(log, { services: this.#parts.services, setup });
    tellCompactions(opened.live);
    tellNotices(opened.conversation);
    this.#open.set(id, { ...opened, newest, answering: 0 });
  }

  async #createOne(): Promise<AgentThread> {
    const { services } = this.#parts;
    const newest = noRequest();
    const opened = await createSession({ services, setup: agentSetup(this.#parts, newest) });
    tellCompactions(opened.live);
    tellNotices(opened.conversation);
    const thread = { ...opened, newest, answering: 0 };
    this.#open.set(thread.id, thread);
    return thread;
  }

  async #drop(thread: AgentThread): Promise<void> {
    this.#open.delete(thread.id);
    if (this.#current === thread) this.#current = undefined;
    this.#changed.fire(this.#current);
    await closeThread(thread);
  }

  #use(thread: AgentThread): void {
    this.#open.delete(thread.id);
    this.#open.set(thread.id, thread);
    const parent = thread.live.session.agent?.parent;
    this.#current = (parent === undefined ? undefined : this.#open.get(parent)) ?? thread;
    this.#changed.fire(this.#current);
  }

  /** Closes the least recently used sessions, in the queue: a later request opens its session again. */
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

async function append({ live }: AgentThread, drafts: readonly Draft[]): Promise<void> {
  const { readOnlyCause } = live.log;
  if (readOnlyCause === 'openElsewhere') throw new Error('Another window writes this chat’s session.');
  if (readOnlyCause !== undefined) throw readOnlyRefusal(readOnlyCause);
  if (drafts.length > APPENDED_ONE_BY_ONE) await live.appendAll(drafts);
  else for (const draft of drafts) await live.append(draft);
}

async function closeThread({ conversation, live }: AgentThread): Promise<void> {
  try {
    await conversation.close();
  } finally {
    await live.close();
  }
}
