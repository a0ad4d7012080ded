import type { Entry } from '../../core/log/entry.ts';
import type { MessageHit } from '../store/messageSearch.ts';
import { removeCopiesOf } from '../transcripts/sqliteCopy.ts';
import type { TranscriptAudit } from '../transcripts/auditTranscript.ts';
import { WorkerCalls, type WorkerScript } from '../workers/workerCalls.ts';
import type { AgentId, MachinePlaces } from './agents.ts';
import type { ListedSession } from './listedSession.ts';
import type { OtherRead, OtherSession } from './otherReader.ts';

/** The folder whose sessions are requested, the locations of agents' files, and the extension's storage. */
export interface OtherWhere {
  readonly workspace: string;
  readonly places: MachinePlaces;
  readonly storage: string;
}

/** An agent's sessions, and the errors of the folders and files that could not be read. */
export interface Listing {
  readonly sessions: readonly ListedSession[];
  readonly problems: readonly string[];
}

export type OtherAgentsRequest =
  | (OtherWhere & { readonly type: 'list' | 'archive'; readonly agent: AgentId })
  | { readonly type: 'read'; readonly session: OtherSession }
  | { readonly type: 'piece'; readonly session: OtherSession; readonly from: number }
  | { readonly type: 'audit'; readonly session: OtherSession }
  | { readonly type: 'find'; readonly session: OtherSession; readonly query: string };

/**
 * Reads the contents of other agents' files in a worker thread. The thread sends a session in pieces, so that the
 * caller's thread is never blocked for long. `stop` ends the thread immediately.
 */
export class OtherAgentsCalls {
  readonly #script: WorkerScript;
  #calls: WorkerCalls<OtherAgentsRequest, unknown>;

  constructor(script: WorkerScript) {
    this.#script = script;
    this.#calls = this.#started();
  }

  list(agent: AgentId, where: OtherWhere): Promise<Listing> {
    return this.#call({ type: 'list', agent, ...where }) as Promise<Listing>;
  }

  /**
   * Copies an agent's new and changed sessions. Returns one sentence for each folder or session that could not be read.
   */
  archive(agent: AgentId, where: OtherWhere): Promise<readonly string[]> {
    return this.#call({ type: 'archive', agent, ...where }) as Promise<readonly string[]>;
  }

  read(session: OtherSession): Promise<OtherRead> {
    return this.#call({ type: 'read', session }) as Promise<OtherRead>;
  }

  piece(session: OtherSession, from: number): Promise<readonly Entry[]> {
    return this.#call({ type: 'piece', session, from }) as Promise<readonly Entry[]>;
  }

  audit(session: OtherSession): Promise<TranscriptAudit> {
    return this.#call({ type: 'audit', session }) as Promise<TranscriptAudit>;
  }

  find(session: OtherSession, query: string, signal: AbortSignal): Promise<readonly MessageHit[]> {
    return this.#call({ type: 'find', session, query }, signal) as Promise<readonly MessageHit[]>;
  }

  /** Ends the thread and rejects running calls. A later call starts a new thread. */
  async stop(): Promise<void> {
    const ended = this.#calls;
    this.#calls = this.#started();
    await ended.close();
  }

  #call(request: OtherAgentsRequest, signal?: AbortSignal): Promise<unknown> {
    return this.#calls.call(request, { signal });
  }

  #started(): WorkerCalls<OtherAgentsRequest, unknown> {
    return new WorkerCalls({
      script: this.#script,
      workerData: undefined,
      onEnd: (thread) => void removeCopiesOf(thread),
    });
  }
}
