import type { Logger, ReadOnlyCause } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** The parts of a session that are followed; a LiveSession has them. */
export interface FollowedSession {
  readonly log: { readonly isReadOnly: boolean; readonly readOnlyCause: ReadOnlyCause | undefined };
  refresh(): Promise<unknown>;
}

export interface FollowOptions {
  /** The session that is shown. */
  readonly shown: () => FollowedSession | undefined;
  /** Calls `tick` repeatedly until the returned function is called. */
  readonly every: (intervalMs: number, tick: () => void) => () => void;
  /** Called when the reason for being read-only changed, e.g. because the other window is gone. */
  readonly onCause: () => void;
  readonly logger: Logger;
}

/** Milliseconds between two checks of the log; a check makes at most two calls to the file system. */
const LOOK_EVERY_MS = 2_000;

/**
 * Reads what another window writes into the session shown here, while this window can't write it. Otherwise does
 * nothing.
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

  /** Must be called when another session is shown, or when its lock was acquired or lost. */
  update(): void {
    const shown = this.#options.shown();
    const followed = shown?.log.isReadOnly === true ? shown : undefined;
    if (followed === this.#followed) return;
    this.dispose();
    if (followed === undefined) return;
    this.#followed = followed;
    this.#stop = this.#options.every(LOOK_EVERY_MS, () => void this.#read(followed));
    // Shows at once what was written since the lock was lost.
    void this.#read(followed);
  }

  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#followed = undefined;
    this.#hasFailed = false;
  }

  /**
   * Reads the log again, one reading at a time. Logs only the first of several failures in a row, since the other
   * window may be replacing the log.
   */
  async #read(session: FollowedSession): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const cause = session.log.readOnlyCause;
    try {
      await session.refresh();
      this.#hasFailed = false;
      if (session === this.#followed && session.log.readOnlyCause !== cause) this.#options.onCause();
    } catch (error) {
      if (session === this.#followed) this.#tellFailure(error);
    } finally {
      this.#isReading = false;
    }
  }

  #tellFailure(error: unknown): void {
    const why = messageOf(error);
    if (!this.#hasFailed) this.#options.logger.warn(`following the other window: ${why}`, error);
    this.#hasFailed = true;
  }
}
