import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { Lock } from '../../../../src/adapters/store/lock.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

type When = 'before' | 'after';

/** Owners of one lock file. Another tries for it when the first touches that file for the nth time, before or after. */
class Contest {
  readonly #temporary: TemporaryStore;
  readonly #path: string;
  readonly #at: number;
  readonly #when: When;
  readonly #rivals: Lock[] = [];
  #isOn = false;
  touches = 0;

  constructor(temporary: TemporaryStore, at: number, when: When) {
    this.#temporary = temporary;
    this.#path = join(temporary.root, 'lock');
    this.#at = at;
    this.#when = when;
  }

  /** From now on touches count. */
  begin(): void {
    this.#isOn = true;
  }

  write(text: string | undefined): void {
    if (text !== undefined) fs.writeFileSync(this.#path, text);
  }

  acquire(): Lock | undefined {
    const changes = {
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
    return Lock.acquire({ ...this.#temporary.environment, fs: { ...fs, ...changes } }, this.#path);
  }

  /** Nobody else runs while the other waits, so it tries again only here. Gives all that got a lock after the first. */
  end(): readonly Lock[] {
    this.#isOn = false;
    this.#compete();
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

  #compete(): void {
    const pause = (): never => {
      throw new Error('it waits');
    };
    try {
      const lock = Lock.acquire({ ...this.#temporary.environment, pause }, this.#path);
      if (lock !== undefined) this.#rivals.push(lock);
    } catch (error) {
      assert.match(String(error), /it waits/);
    }
  }
}

const ownersOf = (locks: readonly (Lock | undefined)[]): number =>
  locks.filter((lock) => lock?.isOwn() === true).length;

/** Does `work` once for each point at which the other can come between. Gives how many there are. */
function atEachPoint(work: (contest: Contest, temporary: TemporaryStore) => void): number {
  const touchesAt = (at: number, when: When): number => {
    const temporary = temporaryStore();
    try {
      const contest = new Contest(temporary, at, when);
      work(contest, temporary);
      return contest.touches;
    } finally {
      temporary.remove();
    }
  };
  const undisturbed = touchesAt(0, 'before');
  for (let at = 1; at <= undisturbed; at++) {
    touchesAt(at, 'before');
    touchesAt(at, 'after');
  }
  return 2 * undisturbed;
}

describe('of two who want a session’s lock, wherever the other comes between', () => {
  const silent = JSON.stringify({ token: 'of-one-that-died', renewedAt: 900_000 });
  for (const [found, text] of [
    ['free', undefined],
    ['silent', silent],
    ['damaged', '{'],
  ] as const) {
    it(`one alone gets what both found ${found}`, () => {
      const points = atEachPoint((contest) => {
        contest.write(text);
        contest.begin();
        const all = [contest.acquire(), ...contest.end()].filter((lock) => lock !== undefined);
        assert.deepEqual([all.length, ownersOf(all)], [1, 1]);
      });
      assert.ok(points >= 6);
    });
  }

  it('a waking owner renews nothing that the other has taken over, and is told of it', () => {
    const points = atEachPoint((contest, temporary) => {
      let timesTold = 0;
      const waking = contest.acquire();
      waking?.keep(() => timesTold++);
      temporary.sleep(20_001);
      contest.begin();
      temporary.advance(5_000);
      const others = contest.end();
      temporary.advance(5_000);
      assert.equal(ownersOf([waking, ...others]), 1);
      assert.deepEqual([others.length, timesTold], waking?.isOwn() === true ? [0, 0] : [1, 1]);
    });
    assert.ok(points >= 4);
  });

  it('a waking owner that lets go leaves the other what it has taken over', () => {
    const points = atEachPoint((contest, temporary) => {
      const waking = contest.acquire();
      temporary.sleep(20_001);
      contest.begin();
      waking?.release();
      const others = contest.end();
      assert.deepEqual([others.length, ownersOf(others)], [1, 1]);
    });
    assert.ok(points >= 3);
  });
});
