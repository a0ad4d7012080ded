import { AgentSessions } from '../../../src/extension/agent/agentSessions.ts';
import type { SetupParts } from '../../../src/extension/setup/setupParts.ts';
import { MemoryLog } from '../../support/memoryLog.ts';
import type { AgentSessionHead } from '../../../src/core/agent/agentOutcome.ts';

/** The store of sessions that a test provides. */
export interface FakeStore {
  list(): Promise<readonly AgentSessionHead[]>;
  open(id: string): Promise<MemoryLog>;
  create?(): Promise<MemoryLog>;
}

/** Returns the agent's sessions of one window. The store keeps their logs in memory. */
export function sessionsOver(store: FakeStore): AgentSessions {
  const nothing = (): undefined => undefined;
  const services = {
    store,
    counter: {
      encoding: 'none',
      warmUp: () => Promise.resolve(),
      count: (texts: readonly string[]) => Promise.resolve(texts.map(() => 1)),
      countSmall: () => 1,
    },
    redactor: { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) },
    clock: { now: () => 7, monotonic: () => 0 },
    logger: { info: nothing, warn: nothing, error: nothing },
    sessionsFolder: '/none',
    workspace: nothing,
    workerPath: () => '/none',
  };
  const parts = { services, settings: {}, models: {}, recalls: {}, memories: {} };
  return new AgentSessions(parts as unknown as SetupParts, () => Promise.resolve());
}

/**
 * A store that keeps the logs of sessions in memory, keyed by session id. As on a disk, a log stays when it is closed.
 * Opening a closed log creates a new object with the same entries.
 */
export class Disk implements FakeStore {
  readonly logs = new Map<string, MemoryLog>();
  readonly opened: string[] = [];

  list(): Promise<readonly AgentSessionHead[]> {
    const heads = [...this.logs].map(([id, { entries }]) => {
      const entry = entries.find((one) => one.kind === 'session' && one.agent !== undefined);
      return { id, ...(entry?.kind === 'session' && entry.agent && { agent: entry.agent }) };
    });
    return Promise.resolve(heads);
  }

  /** Opens a log. The log is read-only while another window has it open. */
  open(id: string): Promise<MemoryLog> {
    const before = this.logs.get(id) ?? new MemoryLog([], id);
    if (before.isClosed) this.logs.set(id, new MemoryLog(before.entries, id));
    const log = before.isClosed ? this.logs.get(id)! : new MemoryLog(before.entries, id);
    if (!before.isClosed) log.readOnlyCause = 'openElsewhere';
    this.opened.push(id);
    return Promise.resolve(log);
  }

  create(): Promise<MemoryLog> {
    const log = new MemoryLog([], `s${this.logs.size + 1}`);
    this.logs.set(log.sessionId, log);
    return Promise.resolve(log);
  }

  /** Returns the texts of the messages in order, each with its role. */
  said(id: string): readonly string[] {
    return (this.logs.get(id)?.entries ?? []).flatMap((entry) =>
      entry.kind === 'message'
        ? [
            `${entry.message.role}: ${entry.message.parts.map((part) => ('text' in part ? part.text : part.type)).join('')}`,
          ]
        : [],
    );
  }
}
