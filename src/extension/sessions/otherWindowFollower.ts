import type { Logger, SessionLog } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** The parts of a LiveSession that the follower needs. */
export interface FollowedSession {
  readonly log: Pick<SessionLog, 'isReadOnly' | 'readOnlyCause' | 'report'>;
  refresh(): Promise<unknown>;
}

export interface FollowOptions {
  /** The session that is shown. */
  readonly shown: () => FollowedSession | undefined;
  /** Calls `tick` repeatedly until the returned function is called. */
  readonly every: (intervalMs: number, tick: () => void) => () => void;
  /**
   * Called when the reason for being read-only changed (e.g. the other window was closed), or when the problems of the
   * log changed (e.g. its file came back).
   */
  readonly onChange: () => void;
  readonly logger: Logger;
}

/** The number of milliseconds between two checks of the log. A check does not read an unchanged log again. */
const CHECK_EVERY_MS = 2_000;

/**
 * Checks the shown session's log for new entries every two seconds while the session is read-only here, since another
 * window or another agent may write to the log.
 */
export class OtherWindowFollower {
  readonly #options: FollowOptions;
  #followed: FollowedSession | undefined;
  #stop: (() => void) | undefined;
  #isReading = false;
  #hasFailed = false;

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** Starts or stops reading. Must be called when another session is shown, and when the lock was acquired or lost. */
  update(): void {
    const shown = this.#options.shown();
    const followed = shown?.log.isReadOnly === true ? shown : undefined;
    if (followed === this.#followed) return;
    this.dispose();
    if (followed === undefined) return;
    this.#followed = followed;
    this.#stop = this.#options.every(CHECK_EVERY_MS, () => void this.#read(followed));
    // The other window may have written entries since the lock was lost, so the first read is not delayed.
    void this.#read(followed);
  }

  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#followed = undefined;
    this.#hasFailed = false;
  }

  /**
   * Reads new entries, unless a read is still running. If several reads in a row fail, logs only the first failure. The
   * next read may succeed, e.g. if the other window was just replacing the log.
   */
  async #read(session: FollowedSession): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const before = shownOf(session);
    try {
      await session.refresh();
      this.#hasFailed = false;
      if (session === this.#followed && shownOf(session) !== before) this.#options.onChange();
    } catch (error) {
      if (session === this.#followed) this.#logFailure(error);
    } finally {
      this.#isReading = false;
    }
  }

  #logFailure(error: unknown): void {
    const why = messageOf(error);
    if (!this.#hasFailed) this.#options.logger.warn(`the session’s new entries can’t be read: ${why}`, error);
    this.#hasFailed = true;
  }
}

/** Returns why the log is read-only and which problems it has, as a text to compare. A view shows both. */
function shownOf({ log }: FollowedSession): string {
  return JSON.stringify([log.readOnlyCause, log.report.problems]);
}
