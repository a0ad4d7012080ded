import { ENTRY_VERSION, type Entry, type EntryId } from '../../core/log/entry.ts';
import type { EntryHead, ReadOnlyCause, RefreshedLog, SessionLog, StoreReport } from '../../core/ports.ts';
import { readOnlyRefusal } from '../store/readOnlyRefusal.ts';
import type { AgentFiles } from './agentFiles.ts';
import type { OtherAgentsCalls } from './otherAgentsCalls.ts';
import type { OtherSession } from './otherReader.ts';

export interface OtherLogPorts {
  readonly calls: Pick<OtherAgentsCalls, 'read' | 'piece'>;
  readonly files: Pick<AgentFiles, 'stamp'>;
  /** Whether the person lets the session be read on as it grows. */
  readonly isFollowed: () => boolean;
}

const GONE = 'Its file is not there any more; what stands here was read before.';

/** Another agent's session as a log that can only be read. It is read on, where that is agreed to, whatever becomes of its file. */
export class OtherSessionLog implements SessionLog {
  readonly sessionId: string;
  readonly isReadOnly = true;
  readonly session: OtherSession;
  readonly #ports: OtherLogPorts;
  readonly #title: string;
  #entries: readonly Entry[] = [];
  #stamp = '';
  #problems: readonly string[] = [];
  #isClosed = false;
  readonly #tokens = new Map<EntryId, number>();
  readonly #facts = new Map<EntryId, unknown>();

  constructor(
    { sessionId, session, title }: { sessionId: string; session: OtherSession; title: string },
    ports: OtherLogPorts,
  ) {
    this.sessionId = sessionId;
    this.session = session;
    this.#title = title;
    this.#ports = ports;
  }

  get readOnlyCause(): ReadOnlyCause {
    return this.#isClosed ? 'closed' : 'keptElsewhere';
  }

  get report(): StoreReport {
    return { problems: this.#problems };
  }

  async tail(count: number): Promise<readonly Entry[]> {
    return (await this.readAll()).slice(-count);
  }

  /** Throws WorkerError with what is wrong with the file. */
  async readAll(): Promise<readonly Entry[]> {
    if (this.#stamp === '') await this.#read(await this.#stampNow());
    return this.#entries;
  }

  append(): Promise<void> {
    return Promise.reject(readOnlyRefusal(this.readOnlyCause));
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  tokens(): ReadonlyMap<EntryId, number> {
    return this.#tokens;
  }

  setTokens(id: EntryId, tokens: number): void {
    this.#tokens.set(id, tokens);
  }

  heads(): readonly EntryHead[] {
    return this.#entries.map(({ id, kind }) => ({ id, kind }));
  }

  facts(id: EntryId): unknown {
    return this.#facts.get(id);
  }

  setFacts(id: EntryId, value: unknown): void {
    this.#facts.set(id, value);
  }

  async refresh(): Promise<RefreshedLog> {
    const nothing = { appended: [], isRewritten: false };
    if (!this.#ports.isFollowed()) return nothing;
    const stamp = await this.#stampNow();
    if (stamp === this.#stamp) return nothing;
    if (stamp === '') {
      this.#problems = [GONE];
      return nothing;
    }
    const before = this.#entries.length;
    const same = await this.#read(stamp);
    if (same >= before) return { appended: this.#entries.slice(before), isRewritten: false };
    this.#tokens.clear();
    this.#facts.clear();
    return { appended: this.#entries, isRewritten: true };
  }

  takeOver(): Promise<RefreshedLog> {
    return Promise.reject(readOnlyRefusal(this.readOnlyCause));
  }

  rewrite(): Promise<void> {
    return Promise.reject(readOnlyRefusal(this.readOnlyCause));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  /** Reads what is new; all where something changed. Returns how many entries stayed as they were. */
  async #read(stamp: string): Promise<number> {
    const { calls } = this.#ports;
    const { entries, asBefore, leftOut } = await calls.read(this.session);
    // The thread may have been ended meanwhile, and know nothing of what was read before.
    const kept = this.#entries.length === 0 ? 0 : asBefore;
    const read: Entry[] = [];
    while (kept + read.length < entries) {
      const piece = await calls.piece(this.session, kept + read.length);
      if (piece.length === 0) break;
      read.push(...piece);
    }
    const begin: Entry = { v: ENTRY_VERSION, id: 'e0', at: 0, kind: 'session', title: this.#title };
    const stayed = this.#entries.length === 0 ? [begin] : this.#entries.slice(0, kept + 1);
    this.#entries = [...stayed, ...read];
    this.#stamp = stamp;
    this.#problems = leftOut === undefined ? [] : [leftOut];
    return kept + 1;
  }

  async #stampNow(): Promise<string> {
    const found = await this.#ports.files.stamp(this.session.path);
    return found === undefined ? '' : `${String(found.bytes)} ${String(found.changedAt)}`;
  }
}
