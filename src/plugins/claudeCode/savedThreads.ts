import type { SavedState, SavedThread } from '../../adapters/claudeCode/savedState.ts';
import { HostHistory } from '../../core/agent/hostHistory.ts';
import { requestFormat, type ApiMessage } from './requestFormat.ts';
import { savedOf, type Thread } from './thread.ts';

type Start = Pick<Thread, 'history' | 'inherited' | 'rest'>;

/** A session's saved conversations that no request has continued in this process. */
export class SavedThreads {
  readonly #threads: SavedThread[];

  constructor(saved: SavedState | undefined) {
    this.#threads = [...(saved?.threads ?? [])];
  }

  get all(): readonly SavedThread[] {
    return this.#threads;
  }

  /** Returns the start of a main conversation, and removes the saved conversation that it continues. */
  startOfMain(messages: readonly ApiMessage[]): Start {
    return startFrom(this.#take(messages, false), false);
  }

  /**
   * Returns the start of a subagent's conversation, and removes the saved conversation that it continues. The request
   * of a forked subagent begins with the main conversation. So the fork starts with a copy of the main conversation's
   * entries, unless a saved conversation shares more with the request than the main conversation does.
   */
  startOfSubagent(messages: readonly ApiMessage[], main: Thread | undefined): Start {
    const shared = main?.history.prefixOf(messages) ?? 0;
    const own = this.#take(messages, true, shared);
    if (own !== undefined) return startFrom(own, false);
    // Before the first request of the main conversation in this process, its entries are only in the saved state.
    const saved = this.#threads.find((each) => !each.isSubagent && prefixIn(each, messages) > 0);
    return startFrom(main !== undefined && shared > 0 ? savedOf(main) : saved, true);
  }

  /** Removes and returns the saved conversation that shares more than `shared` pieces with a request. */
  #take(messages: readonly ApiMessage[], isSubagent: boolean, shared = 0): SavedThread | undefined {
    const at = this.#threads.findIndex(
      (each) => each.isSubagent === isSubagent && prefixIn(each, messages) > shared,
    );
    return at < 0 ? undefined : this.#threads.splice(at, 1)[0];
  }
}

function startFrom(thread: SavedThread | undefined, isFork: boolean): Start {
  const history = new HostHistory(requestFormat, thread?.history);
  return { history, inherited: isFork ? (thread?.history.entries ?? []) : [], rest: thread?.rest };
}

function prefixIn({ history }: SavedThread, messages: readonly ApiMessage[]): number {
  return new HostHistory(requestFormat, history).prefixOf(messages) ?? 0;
}
