import * as vscode from 'vscode';
import type { OpenSession } from './openSession.ts';
import type { SessionHost } from './sessionHost.ts';
import { watchSession } from './watchSession.ts';

/** The chats of the editor's agent that have a session here. */
export interface AgentChats {
  readonly onDidChange: vscode.Event<OpenSession | undefined>;
  /** The session that sent a request last. */
  readonly current: OpenSession | undefined;
  readonly chats: readonly OpenSession[];
  choose(id: string): void;
}

/**
 * The session that gauge, panel and commands act on: the own chat's or the editor's agent's, whichever was used last in
 * this window. At first, it is the own chat's.
 */
export class ActingSession implements vscode.Disposable {
  readonly #own: SessionHost;
  readonly #agent: AgentChats;
  readonly #changed = new vscode.EventEmitter<OpenSession | undefined>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #isAgentChosen = false;

  /** Fires when another session acts, or the acting one changed. */
  readonly onDidChange = this.#changed.event;

  constructor(own: SessionHost, agent: AgentChats) {
    this.#own = own;
    this.#agent = agent;
    this.#subscriptions = [
      watchSession(own, {
        shown: () => this.#take(false),
        changed: () => {
          if (!this.#isAgentChosen) this.#changed.fire(this.current);
        },
        appended: () => undefined,
        happened: ({ type }, { conversation }) => {
          if (type === 'busy' && conversation.isBusy) this.#take(false);
        },
      }),
      agent.onDidChange(() => this.#take(true)),
    ];
  }

  get current(): OpenSession | undefined {
    return this.isAgentLed ? this.#agent.current : this.#own.current;
  }

  /** Returns whether the editor's agent leads the acting session. */
  get isAgentLed(): boolean {
    return this.#isAgentChosen && this.#agent.current !== undefined;
  }

  /** Returns the end of the own chat's session while the rest of it is being read. */
  get tail(): SessionHost['tail'] {
    return this.isAgentLed ? undefined : this.#own.tail;
  }

  /** Returns the sessions that may act. */
  get choices(): readonly OpenSession[] {
    return [...(this.#own.current === undefined ? [] : [this.#own.current]), ...this.#agent.chats];
  }

  /** Makes one of the choices the acting session, until another one sends a request. */
  choose(session: OpenSession): void {
    if (session === this.#own.current) this.#take(false);
    else this.#agent.choose(session.id);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #take(isAgentChosen: boolean): void {
    this.#isAgentChosen = isAgentChosen;
    this.#changed.fire(this.current);
  }
}
