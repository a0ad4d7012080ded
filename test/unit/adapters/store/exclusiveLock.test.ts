import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Lock } from '../../../../src/adapters/store/lock.ts';
import { Locks } from '../../../../src/adapters/store/lockTakeover.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

type When = 'before' | 'after';

/**
 * Two windows that compete for one lock file. The other window tries to take the lock before or after the nth operation
 * of this window on the file.
 */
class Contest {
  readonly #temporary: TemporaryStore;
  readonly #path: string;
  readonly #at: number;
  readonly #when: When;
  readonly #own: Locks;
  readonly #others: Locks;
  readonly #competing: Promise<void>[] = [];
  readonly #rivals: Lock[] = [];
  #isOn = false;
  touches = 0;

  constructor(temporary: TemporaryStore, at: number, when: When) {
    this.#temporary = temporary;
    this.#path = join(temporary.root, 'lock');
    this.#at = at;
    this.#when = when;
    const pause = (): Promise<never> => Promise.reject(new Error('it waits'));
    this.#others = new Locks({ ...temporary.environment, pause });
    this.#own = new Locks({ ...temporary.environment, fs: { ...fs, ...this.#changes() } });
  }

  /**
   * Lets both windows see the lock. Then lets time pass without a renewal until both windows may take the lock over.
   */
  fallSilent(): void {
    this.#own.isHeld(this.#path);
    this.#others.isHeld(this.#path);
    this.#temporary.sleep(20_001);
  }

  /** Starts to count operations. */
  begin(): void {
    this.#isOn = true;
  }

  write(text: string | undefined): void {
    if (text !== undefined) fs.writeFileSync(this.#path, text);
  }

  acquire(): Promise<Lock | undefined> {
    return this.#own.acquire(this.#path);
  }

  #changes(): Partial<typeof fs> {
    return {
      readFileSync: ((path: string, options: 'utf8') =>
        this.#touch(path, () => fs.readFileSync(path, options))) as typeof fs.readFileSync,
      renameSync: ((from: string, to: string) => {
        this.#touch(to, () => {
          fs.renameSync(from, to);
        });
      }) as typeof fs.renameSync,
      rmSync: ((path: string, options: fs.RmOptions) => {
        this.#touch(path, () => {
          fs.rmSync(path, options);
        });
      }) as typeof fs.rmSync,
    };
  }

  /** Lets the other window try again after this window is done. Returns the locks that the other window got. */
  async end(): Promise<readonly Lock[]> {
    this.#isOn = false;
    this.#compete();
    await Promise.all(this.#competing);
    return this.#rivals;
  }

  #touch<T>(path: string, work: () => T): T {
    const isTurn = this.#isOn && path === this.#path && ++this.touches === this.#at;
    if (isTurn && this.#when === 'before') this.#compete();
    try {
      return work();
    } finally {
      if (isTurn && this.#when === 'after') this.#compete();
    }
  }

  /** Lets the other window try to take the lock. If it had to wait for this window, its attempt ends with an error. */
  #compete(): void {
    const trying = this.#others.acquire(this.#path).then(
      (lock) => {
        if (lock !== undefined) this.#rivals.push(lock);
      },
      (error: unknown) => {
        assert.match(String(error), /it waits/);
      },
    );
    this.#competing.push(trying);
  }
}

const ownersOf = (locks: readonly (Lock | undefined)[]): number =>
  locks.filter((lock) => lock?.isOwn() === true).length;

/** Runs `work` once for each point at which the other window can interfere. Returns the number of these points. */
async function atEachPoint(
  work: (contest: Contest, temporary: TemporaryStore) => Promise<void>,
): Promise<number> {
  const touchesAt = async (at: number, when: When): Promise<number> => {
    const temporary = temporaryStore();
    try {
      const contest = new Contest(temporary, at, when);
      await work(contest, temporary);
      return contest.touches;
    } finally {
      temporary.remove();
    }
  };
  const undisturbed = await touchesAt(0, 'before');
  for (let at = 1; at <= undisturbed; at++) {
    await touchesAt(at, 'before');
    await touchesAt(at, 'after');
  }
  return 2 * undisturbed;
}

describe('When two windows compete for a session’s lock, in any order of operations,', () => {
  const silent = JSON.stringify({ token: 'of-one-that-died', renewedAt: 900_000 });
  for (const [found, text] of [
    ['free', undefined],
    ['expired', silent],
    ['damaged', '{'],
  ] as const) {
    it(`only one window gets a lock that both windows found ${found}`, async () => {
      const points = await atEachPoint(async (contest) => {
        contest.write(text);
        contest.fallSilent();
        contest.begin();
        const own = contest.acquire();
        const all = [await own, ...(await contest.end())].filter((lock) => lock !== undefined);
        assert.deepEqual([all.length, ownersOf(all)], [1, 1]);
      });
      assert.ok(points >= 6);
    });
  }

  it('an owner that wakes up either keeps the lock, or notices that the other window took the lock over', async () => {
    const points = await atEachPoint(async (contest, temporary) => {
      let losses = 0;
      const waking = await contest.acquire();
      waking?.keep(() => losses++);
      contest.fallSilent();
      contest.begin();
      temporary.advance(5_000);
      const others = await contest.end();
      temporary.advance(5_000);
      await new Promise(setImmediate);
      assert.equal(ownersOf([waking, ...others]), 1);
      assert.deepEqual([others.length, losses], waking?.isOwn() === true ? [0, 0] : [1, 1]);
    });
    assert.ok(points >= 4);
  });

  it('an owner that wakes up and releases its lock does not remove the other window’s lock', async () => {
    const points = await atEachPoint(async (contest) => {
      const waking = await contest.acquire();
      contest.fallSilent();
      contest.begin();
      const releasing = waking?.release();
      const others = await contest.end();
      await releasing;
      assert.deepEqual([others.length, ownersOf(others)], [1, 1]);
    });
    assert.ok(points >= 3);
  });
});
