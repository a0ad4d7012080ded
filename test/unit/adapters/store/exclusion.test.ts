import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { inExclusion } from '../../../../src/adapters/store/exclusion.ts';
import type { FileSystem } from '../../../../src/adapters/store/fileSystem.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('work that one window alone may do', () => {
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

  const alone = (changes: Partial<FileSystem> = {}, onPause: () => void = () => undefined): string => {
    const pause = (ms: number): void => {
      pauses += ms;
      onPause();
    };
    return inExclusion({ ...temporary.environment, fs: { ...fs, ...changes }, pause }, path, () => 'done');
  };
  const left = (): readonly string[] => fs.readdirSync(temporary.root);

  /** A step of the disk that fails the first times. */
  const failing = (step: keyof FileSystem, code: string, times: number): Partial<FileSystem> => {
    let failed = 0;
    const real = fs[step] as (...given: unknown[]) => unknown;
    const change = (...given: unknown[]): unknown => {
      if (String(given[0]).startsWith(path) && failed++ < times) throw diskError(code);
      return real(...given);
    };
    return { [step]: change };
  };

  it('leaves nothing behind, also where it failed', () => {
    assert.equal(alone(), 'done');
    assert.throws(() => {
      inExclusion(temporary.environment, path, () => {
        throw new Error('it failed');
      });
    }, /it failed/);
    assert.deepEqual([left(), pauses], [[], 0]);
  });

  for (const text of ['token1', '', 'a/b\u0000..', 'x'.repeat(5_000)]) {
    it(`goes on a second after a window was killed at it and left ${JSON.stringify(text.slice(0, 8))}`, () => {
      fs.writeFileSync(path, text);
      assert.equal(alone(), 'done');
      assert.deepEqual([left(), pauses], [[], 1_000]);
    });
  }

  it('goes on when a window was killed that was removing what another had left', () => {
    fs.writeFileSync(path, 'dead');
    const killed = { message: 'killed' };
    const rmSync = (): never => {
      throw new Error(killed.message);
    };
    assert.throws(() => alone({ rmSync }), /killed/);
    assert.equal(left().length, 2);
    assert.equal(alone(), 'done');
    assert.deepEqual([left(), pauses], [[], 3_000]);
  });

  it('waits as long as others come and go', () => {
    let others = 0;
    fs.writeFileSync(path, 'other');
    const done = alone({}, () => {
      if (++others % 150 === 0) fs.writeFileSync(path, `other ${String(others)}`);
      if (others === 900) fs.rmSync(path);
    });
    assert.deepEqual([done, others], ['done', 900]);
  });

  for (const code of ['EBUSY', 'EMFILE', 'EACCES', 'EIO']) {
    it(`waits on when the other's file can not be read for a moment (${code})`, () => {
      fs.writeFileSync(path, 'other');
      const done = alone(failing('readFileSync', code, 3), () => {
        if (pauses === 50) fs.rmSync(path);
      });
      assert.deepEqual([done, pauses], ['done', 50]);
    });

    it(`says why when the other's file can never be read, and removes nothing (${code})`, () => {
      fs.writeFileSync(path, 'other');
      assert.throws(() => alone(failing('readFileSync', code, 1_000)), { code });
      assert.deepEqual([left(), pauses], [['guard'], 1_000]);
    });
  }

  for (const every of [2, 3, 20, 50]) {
    it(`waits no longer where each ${String(every)}th reading of what a killed window left fails`, () => {
      fs.writeFileSync(path, 'dead');
      let readings = 0;
      const readFileSync = ((file: string, encoding: BufferEncoding) => {
        if (++readings % every === 0) throw diskError('EBUSY');
        return fs.readFileSync(file, encoding);
      }) as FileSystem['readFileSync'];
      assert.equal(alone({ readFileSync }), 'done');
      assert.ok(pauses <= 3_000, String(pauses));
    });
  }

  it('gives up after five seconds of owners that come one after the other', () => {
    fs.writeFileSync(path, 'other');
    let others = 0;
    assert.throws(() => alone({}, () => fs.writeFileSync(path, `other ${String(++others)}`)), {
      code: 'EEXIST',
    });
    assert.equal(pauses, 5_000);
  });

  for (const code of ['EBUSY', 'EPERM']) {
    it(`tries again where a file that is just being removed is refused (${code})`, () => {
      assert.equal(alone(failing('openSync', code, 3)), 'done');
      pauses = 0;
      assert.throws(() => alone(failing('openSync', code, 1_000)), { code });
      assert.equal(pauses, 50);
    });
  }

  for (const code of ['EACCES', 'EROFS', 'ENOENT', 'EMFILE']) {
    it(`says at once that it can not begin (${code})`, () => {
      assert.throws(() => alone(failing('openSync', code, 1)), { code });
      assert.deepEqual([left(), pauses], [[], 0]);
    });
  }

  it('leaves nothing to wait for where a full disk had room for the name alone', () => {
    const writeSync = (): never => {
      throw diskError('ENOSPC');
    };
    assert.throws(() => alone({ writeSync }), { code: 'ENOSPC' });
    assert.deepEqual(left(), []);
  });
});
