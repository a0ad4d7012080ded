import * as vscode from 'vscode';
import type { OpenSession } from './openSession.ts';
import type { SessionHost } from './sessionHost.ts';
import { watchSession } from './watchSession.ts';

/** The sessions of the chats of the editor's agent. */
export interface AgentChats {
  readonly onDidChange: vscode.Event<OpenSession | undefined>;
  /** The session of the newest request, or the session that was chosen since then. */
  readonly current: OpenSession | undefined;
  readonly chats: readonly OpenSession[];
  choose(id: string): void;
}

/**
 * The session that the gauge, the panel and the commands act on. It is the session of Longthread's chat or the session
 * of the editor's agent, whichever was last used or chosen in this window. At first, it is the session of Longthread's
 * chat.
 */
export class ActingSession implements vscode.Disposable {
  readonly #own: SessionHost;
  readonly #agent: AgentChats;
  readonly #changed = new vscode.EventEmitter<OpenSession | undefined>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #isAgentChosen = false;

  /** Fires when another session becomes the acting session, or when the acting session itself has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(own: SessionHost, agent: AgentChats) {
    this.#own = own;
    this.#agent = agent;
    this.#subscriptions = [
      watchSession(own, {
        shown: () => this.#switchTo(false),
        changed: () => {
          if (!this.#isAgentChosen) this.#changed.fire(this.current);
        },
        appended: () => undefined,
        happened: ({ type }, { conversation }) => {
          if (type === 'busy' && conversation.isBusy) this.#switchTo(false);
        },
      }),
      agent.onDidChange(() => this.#switchTo(true)),
    ];
  }

  get current(): OpenSession | undefined {
    return this.isAgentLed ? this.#agent.current : this.#own.current;
  }

  /** Returns whether the acting session belongs to the editor's agent. */
  get isAgentLed(): boolean {
    return this.#isAgentChosen && this.#agent.current !== undefined;
  }

  /**
   * Returns the end of the session of Longthread's chat while the rest of this session is being read. Returns undefined
   * if the acting session belongs to the editor's agent.
   */
  get tail(): SessionHost['tail'] {
    return this.isAgentLed ? undefined : this.#own.tail;
  }

  /** Returns the sessions that can be made the acting session. */
  get choices(): readonly OpenSession[] {
    return [...(this.#own.current === undefined ? [] : [this.#own.current]), ...this.#agent.chats];
  }

  /** Makes one of `choices` the acting session until another session is used, shown in the chat or chosen. */
  choose(session: OpenSession): void {
    if (session === this.#own.current) this.#switchTo(false);
    else this.#agent.choose(session.id);
  }

  dispose(): void {
    for (const subscription of [...this.#subscriptions, this.#changed]) subscription.dispose();
  }

  #switchTo(isAgentChosen: boolean): void {
    this.#isAgentChosen = isAgentChosen;
    this.#changed.fire(this.current);
  }
}
