import assert from 'node:assert/strict';
import { setImmediate as settled } from 'node:timers/promises';
import type { ReadOnlyCause } from '../../../../src/core/ports.ts';
import {
  OtherWindowFollower,
  type FollowedSession,
} from '../../../../src/extension/sessions/otherWindowFollower.ts';

/** A session that counts its reads. Reads fail with `failure` if it is set. */
class Session implements FollowedSession {
  readonly log = {
    isReadOnly: true,
    readOnlyCause: 'openElsewhere' as ReadOnlyCause,
    report: { problems: [] as readonly string[] },
  };
  /** The cause that the next read finds. */
  nextCause: ReadOnlyCause = 'openElsewhere';
  /** The problems that the next read finds. */
  nextProblems: readonly string[] = [];
  reads = 0;
  failure: Error | undefined;
  /** If set, a read ends when this resolves. */
  gate: Promise<void> | undefined;

  async refresh(): Promise<void> {
    this.reads += 1;
    await this.gate;
    this.log.readOnlyCause = this.nextCause;
    this.log.report = { problems: this.nextProblems };
    if (this.failure !== undefined) throw this.failure;
  }
}

/** A follower whose timer ticks only when a test calls `tick`. */
class Harness {
  readonly warnings: string[] = [];
  changes = 0;
  readonly ticks = new Set<() => void>();
  readonly intervals: number[] = [];
  shown: Session | undefined;
  readonly follower = new OtherWindowFollower({
    shown: () => this.shown,
    every: (intervalMs, tick) => {
      this.intervals.push(intervalMs);
      this.ticks.add(tick);
      return () => this.ticks.delete(tick);
    },
    onChange: () => (this.changes += 1),
    logger: {
      info: () => undefined,
      warn: (text) => this.warnings.push(text),
      error: () => undefined,
    },
  });

  async show(session: Session | undefined): Promise<void> {
    this.shown = session;
    this.follower.update();
    await settled();
  }

  async tick(): Promise<void> {
    for (const tick of this.ticks) tick();
    await settled();
  }
}

describe('Another window’s session', () => {
  let harness: Harness;
  let session: Session;
  beforeEach(async () => {
    harness = new Harness();
    session = new Session();
    await harness.show(session);
  });

  it('is read immediately, and then every two seconds', async () => {
    assert.deepEqual([session.reads, harness.intervals], [1, [2_000]]);
    await harness.tick();
    await harness.tick();
    assert.equal(session.reads, 3);
  });

  it('is followed only once, even if the follower is updated several times', async () => {
    await harness.show(session);
    assert.deepEqual([session.reads, harness.ticks.size], [1, 1]);
  });

  it('is no longer read if the session becomes writable or hidden, or the follower is disposed', async () => {
    session.log.isReadOnly = false;
    await harness.show(session);
    assert.equal(harness.ticks.size, 0);
    session.log.isReadOnly = true;
    await harness.show(session);
    assert.equal(harness.ticks.size, 1);
    await harness.show(undefined);
    assert.equal(harness.ticks.size, 0);
    await harness.show(session);
    harness.follower.dispose();
    assert.equal(harness.ticks.size, 0);
  });

  it('is no longer read when another session is shown', async () => {
    const next = new Session();
    await harness.show(next);
    await harness.tick();
    assert.deepEqual([session.reads, next.reads, harness.ticks.size], [1, 2, 1]);
  });

  it('is reported as changed once when the other window is closed', async () => {
    await harness.tick();
    assert.equal(harness.changes, 0);
    session.nextCause = 'released';
    await harness.tick();
    await harness.tick();
    assert.equal(harness.changes, 1);
  });

  it('is reported as changed when the session’s file disappears or returns', async () => {
    for (const problems of [['gone'], ['gone'], [], []]) {
      session.nextProblems = problems;
      await harness.tick();
    }
    assert.equal(harness.changes, 2);
  });

  it('is not read again while a read is still running', async () => {
    let open = (): void => undefined;
    session.gate = new Promise((resolve) => {
      open = resolve;
    });
    await harness.tick();
    await harness.tick();
    assert.equal(session.reads, 2);
    open();
    await settled();
    await harness.tick();
    assert.equal(session.reads, 3);
  });

  it('is read again after a failed read, and consecutive failures cause one warning', async () => {
    session.failure = new Error('The disk is gone.');
    await harness.tick();
    await harness.tick();
    assert.deepEqual(harness.warnings, ['the session’s new entries can’t be read: The disk is gone.']);
    session.failure = undefined;
    await harness.tick();
    session.failure = new Error('gone');
    await harness.tick();
    assert.equal(harness.warnings.length, 2);
    assert.equal(session.reads, 5);
  });
});

describe('A writable session', () => {
  it('is not read by the follower', async () => {
    const harness = new Harness();
    const session = new Session();
    session.log.isReadOnly = false;
    await harness.show(session);
    assert.deepEqual([session.reads, harness.ticks.size], [0, 0]);
  });
});
