import assert from 'node:assert/strict';
import { renameOver } from '../../../../src/adapters/store/fileSystem.ts';

/** Returns a disk that refuses the first `times` renames with an error code. */
function refusing(times: number, code: string) {
  let left = times;
  const renames: string[] = [];
  return {
    renames,
    renameSync: (from: unknown, to: unknown) => {
      renames.push(`${String(from)} ${String(to)}`);
      if (left-- > 0) throw Object.assign(new Error(code), { code });
    },
  };
}

describe('renameOver', () => {
  const paused: number[] = [];
  const onWindows = { isWindows: true, pause: (ms: number) => void paused.push(ms) };

  beforeEach(() => {
    paused.length = 0;
  });

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`retries on Windows while the file is in use (${code})`, () => {
      const disk = refusing(3, code);
      renameOver(disk, 'a', 'b', onWindows);
      assert.deepEqual(disk.renames, ['a b', 'a b', 'a b', 'a b']);
      assert.deepEqual(paused, [1, 2, 4]);
    });
  }

  it('throws the disk’s error after six attempts', () => {
    const disk = refusing(99, 'EPERM');
    assert.throws(() => renameOver(disk, 'a', 'b', onWindows), { code: 'EPERM' });
    assert.equal(disk.renames.length, 6);
  });

  it('throws an error immediately if the file is not in use or the system is not Windows', () => {
    const missing = refusing(1, 'ENOENT');
    assert.throws(() => renameOver(missing, 'a', 'b', onWindows), { code: 'ENOENT' });
    const elsewhere = refusing(1, 'EPERM');
    assert.throws(() => renameOver(elsewhere, 'a', 'b', { ...onWindows, isWindows: false }), {
      code: 'EPERM',
    });
    assert.deepEqual([missing.renames.length, elsewhere.renames.length, paused.length], [1, 1, 0]);
  });
});
