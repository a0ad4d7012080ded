import type { Entry } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import type { Clock, RefreshedLog, StoreReport } from '../../core/ports.ts';
import { OthersLog } from '../store/othersLog.ts';
import type { AgentFiles } from './agentFiles.ts';
import type { OtherAgentsCalls } from './otherAgentsCalls.ts';
import type { OtherSession } from './otherReader.ts';

export interface OtherLogPorts {
  readonly calls: Pick<OtherAgentsCalls, 'read' | 'piece'>;
  readonly files: Pick<AgentFiles, 'stamp'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Returns whether Longthread may still read the session as it grows. */
  readonly isFollowed: () => boolean;
}

/** The state of a session's file and of the write-ahead log beside it, as texts to compare. */
interface Stamp {
  readonly file: string;
  readonly writeAhead: string;
}

/**
 * The pause between two reads of a database, as a multiple of the duration of the last read. Without a pause,
 * Longthread would read all the time: each read copies the whole database, and the write-ahead log changes while an
 * answer is streamed in any session.
 */
const PAUSE_FACTOR = 10;

const GONE = 'The session’s file no longer exists. Longthread read these messages earlier.';

/** Another agent's session as a read-only log. If the person allows it, the log follows all changes of the file. */
export class OtherSessionLog extends OthersLog {
  readonly sessionId: string;
  readonly session: OtherSession;
  readonly #ports: OtherLogPorts;
  readonly #title: string;
  protected entries: readonly Entry[] = [];
  #stamp: Stamp | undefined;
  /** Until this time of the monotonic clock, a change of the write-ahead log alone causes no read. */
  #pausedUntil = 0;
  #isGone = false;
  #problems: readonly string[] = [];
  #window: number | undefined;

  constructor(
    { sessionId, session, title }: { sessionId: string; session: OtherSession; title: string },
    ports: OtherLogPorts,
  ) {
    super('keptElsewhere');
    this.sessionId = sessionId;
    this.session = session;
    this.#title = title;
    this.#ports = ports;
  }

  get report(): StoreReport {
    return { problems: this.#isGone ? [GONE] : this.#problems };
  }

  /** The size of the model's context window in tokens, if the file contains it. */
  get window(): number | undefined {
    return this.#window;
  }

  /**
   * Returns all entries. The first call reads the file. Throws if the file can't be read, or if the worker thread drops
   * the entries before all are fetched.
   */
  async readAll(): Promise<readonly Entry[]> {
    if (this.#stamp === undefined) await this.#read(await this.#stampNow());
    return this.entries;
  }

  append(): Promise<void> {
    return this.refuse();
  }

  async refresh(): Promise<RefreshedLog> {
    const nothing = { appended: [], isRewritten: false };
    if (!this.#ports.isFollowed()) return nothing;
    const stamp = await this.#stampNow();
    this.#isGone = stamp === undefined;
    if (stamp === undefined || !this.#isReadDue(stamp)) return nothing;
    const before = this.entries.length;
    const same = await this.#read(stamp);
    if (same >= before) return { appended: this.entries.slice(before), isRewritten: false };
    return this.rewritten();
  }

  #isReadDue({ file, writeAhead }: Stamp): boolean {
    if (file !== this.#stamp?.file) return true;
    return writeAhead !== this.#stamp.writeAhead && this.#ports.clock.monotonic() >= this.#pausedUntil;
  }

  /**
   * Reads the changed entries, and then sets the pause until the next read. Returns the number of unchanged entries
   * before them.
   */
  async #read(stamp: Stamp | undefined): Promise<number> {
    const { clock } = this.#ports;
    const begunAt = clock.monotonic();
    try {
      return await this.#readFrom(stamp);
    } finally {
      const endedAt = clock.monotonic();
      this.#pausedUntil = endedAt + PAUSE_FACTOR * (endedAt - begunAt);
    }
  }

  /** Reads the entries from the first changed entry on. Returns the number of unchanged entries before it. */
  async #readFrom(stamp: Stamp | undefined): Promise<number> {
    const { calls } = this.#ports;
    const { entries, asBefore, leftOut, window } = await calls.read(this.session);
    // `kept` does not count `e0`, the first entry, which this method adds. `asBefore` counts the entries that did not
    // change since the worker thread last read this session. If another `OtherSessionLog` of this session caused
    // that read, this log may not have fetched all of its entries. So `asBefore` may exceed this log's entry count.
    const kept = Math.min(asBefore, Math.max(0, this.entries.length - 1));
    const read: Entry[] = [];
    while (kept + read.length < entries) {
      const piece = await calls.piece(this.session, kept + read.length);
      // The worker thread has dropped the entries, e.g. because another log fetched the same session meanwhile.
      if (piece.length === 0) throw new Error('The session changed while it was read.');
      read.push(...piece);
    }
    const begin: Entry = { v: FORMAT_VERSION, id: 'e0', at: 0, kind: 'session', title: this.#title };
    const stayed = this.entries.length === 0 ? [begin] : this.entries.slice(0, kept + 1);
    this.entries = [...stayed, ...read];
    this.#stamp = stamp;
    this.#window = window;
    this.#problems = leftOut === undefined ? [] : [leftOut];
    return kept + 1;
  }

  /** Returns the state of the session's file. Returns undefined if the file is gone. */
  async #stampNow(): Promise<Stamp | undefined> {
    const { files } = this.#ports;
    const { path } = this.session;
    const found = await files.stamp(path);
    // If the file is an SQLite database, the newest changes may be only in the write-ahead log beside the file.
    const writeAhead = found && (await files.stamp(`${path}-wal`));
    return found && { file: JSON.stringify(found), writeAhead: JSON.stringify(writeAhead ?? null) };
  }
}
