import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { inExclusion } from '../../../../src/adapters/store/exclusion.ts';
import { nodeStoreEnvironment } from '../../../../src/adapters/store/nodeStoreEnvironment.ts';
import type { FileSystem } from '../../../../src/adapters/store/fileSystem.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('work under an exclusive lock', () => {
  let temporary: TemporaryStore;
  let path: string;
  let pauses: number;
  beforeEach(() => {
    temporary = temporaryStore();
    path = join(temporary.root, 'guard');
    pauses = 0;
  });
  afterEach(() => {
    temporary.remove();
  });

  const alone = (
    changes: Partial<FileSystem> = {},
    onPause: () => void = () => undefined,
  ): Promise<string> => {
    const pause = async (ms: number): Promise<void> => {
      pauses += ms;
      await Promise.resolve();
      onPause();
    };
    return inExclusion({ ...temporary.environment, fs: { ...fs, ...changes }, pause }, path, () => 'done');
  };
  const left = (): readonly string[] => fs.readdirSync(temporary.root);

  /** Returns a file system with an operation that fails the given number of times for the lock file. */
  const failing = (step: keyof FileSystem, code: string, times: number): Partial<FileSystem> => {
    let failed = 0;
    const real = fs[step] as (...given: unknown[]) => unknown;
    const change = (...given: unknown[]): unknown => {
      if (String(given[0]).startsWith(path) && failed++ < times) throw diskError(code);
      return real(...given);
    };
    return { [step]: change };
  };

  it('leaves no lock file behind, even if the work fails', async () => {
    assert.equal(await alone(), 'done');
    const failing = (): never => {
      throw new Error('it failed');
    };
    await assert.rejects(inExclusion(temporary.environment, path, failing), /it failed/);
    assert.deepEqual([left(), pauses], [[], 0]);
  });

  for (const text of ['token1', '', 'a/b\u0000..', 'x'.repeat(5_000)]) {
    it(`begins after a second if a killed window’s lock file has the text ${JSON.stringify(text.slice(0, 8))}`, async () => {
      fs.writeFileSync(path, text);
      assert.equal(await alone(), 'done');
      assert.deepEqual([left(), pauses], [[], 1_000]);
    });
  }

  it('begins even if a second window was killed while it removed the lock file of a killed window', async () => {
    fs.writeFileSync(path, 'dead');
    const killed = { message: 'killed' };
    const rmSync = (): never => {
      throw new Error(killed.message);
    };
    await assert.rejects(alone({ rmSync }), /killed/);
    assert.equal(left().length, 2);
    assert.equal(await alone(), 'done');
    assert.deepEqual([left(), pauses], [[], 3_000]);
  });

  it('lets other work run while it waits', async () => {
    fs.writeFileSync(path, 'other');
    const { pause } = nodeStoreEnvironment;
    const waiting = inExclusion({ ...temporary.environment, pause }, path, () => 'done');
    // If the wait blocked the thread, the wait would be over before the event loop's next turn.
    await new Promise(setImmediate);
    assert.equal(fs.readFileSync(path, 'utf8'), 'other');
    fs.rmSync(path);
    assert.equal(await waiting, 'done');
  });

  it('runs immediately if no other window has the lock', () => {
    let isDone = false;
    void inExclusion(temporary.environment, path, () => (isDone = true));
    assert.deepEqual([isDone, left()], [true, []]);
  });

  it('waits while several windows have the lock one after another', async () => {
    let others = 0;
    fs.writeFileSync(path, 'other');
    const done = await alone({}, () => {
      if (++others % 150 === 0) fs.writeFileSync(path, `other ${String(others)}`);
      if (others === 900) fs.rmSync(path);
    });
    assert.deepEqual([done, others], ['done', 900]);
  });

  for (const code of ['EBUSY', 'EMFILE', 'EACCES', 'EIO']) {
    it(`keeps waiting if the other window’s lock file can’t be read for a moment (${code})`, async () => {
      fs.writeFileSync(path, 'other');
      const done = await alone(failing('readFileSync', code, 3), () => {
        if (pauses === 50) fs.rmSync(path);
      });
      assert.deepEqual([done, pauses], ['done', 50]);
    });

    it(`fails with the disk’s error if the other window’s lock file can never be read (${code})`, async () => {
      fs.writeFileSync(path, 'other');
      await assert.rejects(alone(failing('readFileSync', code, 1_000)), { code });
      assert.deepEqual([left(), pauses], [['guard'], 1_000]);
    });
  }

  for (const every of [2, 3, 20, 50]) {
    it(`stops waiting for a killed window even if one in ${String(every)} reads of its lock file fails`, async () => {
      fs.writeFileSync(path, 'dead');
      let readings = 0;
      const readFileSync = ((file: string, encoding: BufferEncoding) => {
        if (++readings % every === 0) throw diskError('EBUSY');
        return fs.readFileSync(file, encoding);
      }) as FileSystem['readFileSync'];
      assert.equal(await alone({ readFileSync }), 'done');
      assert.ok(pauses <= 3_000, String(pauses));
    });
  }

  it('fails if the owner of the lock keeps changing for five seconds', async () => {
    fs.writeFileSync(path, 'other');
    let others = 0;
    await assert.rejects(
      alone({}, () => fs.writeFileSync(path, `other ${String(++others)}`)),
      {
        code: 'EEXIST',
      },
    );
    assert.equal(pauses, 5_000);
  });

  for (const code of ['EBUSY', 'EPERM']) {
    it(`retries up to ten times while the lock file is being removed, and then fails (${code})`, async () => {
      assert.equal(await alone(failing('openSync', code, 3)), 'done');
      pauses = 0;
      await assert.rejects(alone(failing('openSync', code, 1_000)), { code });
      assert.equal(pauses, 50);
    });
  }

  for (const code of ['EACCES', 'EROFS', 'ENOENT', 'EMFILE']) {
    it(`fails immediately if the lock file can’t be created (${code})`, async () => {
      await assert.rejects(alone(failing('openSync', code, 1)), { code });
      assert.deepEqual([left(), pauses], [[], 0]);
    });
  }

  it('fails on a full disk, and leaves no empty lock file behind', async () => {
    const writeSync = (): never => {
      throw diskError('ENOSPC');
    };
    await assert.rejects(alone({ writeSync }), { code: 'ENOSPC' });
    assert.deepEqual(left(), []);
  });
});
