import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('a temporarily unreadable lock of a session', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  /** Returns a disk whose lock files can't be read while `code` is set. */
  const unreadable = (): { code: string | undefined; readFileSync: typeof fs.readFileSync } => {
    const disk = {
      code: undefined as string | undefined,
      readFileSync: ((path: string, options: 'utf8') => {
        if (disk.code !== undefined && path.endsWith('lock')) throw diskError(disk.code);
        return fs.readFileSync(path, options);
      }) as typeof fs.readFileSync,
    };
    return disk;
  };

  for (const code of ['EBUSY', 'EMFILE', 'EACCES', 'EIO']) {
    it(`does not count as lost within 15 s (${code})`, async () => {
      const disk = unreadable();
      let losses = 0;
      const log = await temporary.window(disk).create({ onLockLost: () => losses++ });
      disk.code = code;
      await log.append(userEntry('m1'));
      temporary.advance(15_000);
      await log.append(userEntry('m2'));
      await log.flush();
      disk.code = undefined;
      temporary.advance(60_000);
      await log.append(userEntry('m3'));
      assert.deepEqual([log.isReadOnly, losses], [false, 0]);
      const second = await temporary.window().open(log.sessionId);
      assert.deepEqual([second.isReadOnly, await second.readAll()], [true, userEntries(3)]);
    });
  }

  it('prevents writes after 20 s, and allows writes as soon as it is readable again', async () => {
    const disk = unreadable();
    const log = await temporary.window(disk).create();
    disk.code = 'EMFILE';
    temporary.sleep(20_001);
    await assert.rejects(log.append(userEntry('m1')), {
      reason: 'unwritable',
      message: 'The session’s lock could not be read: too many files are open; close some and try again.',
    });
    await log.flush();
    disk.code = undefined;
    await log.append(userEntry('m2'));
    assert.deepEqual([log.isReadOnly, await log.readAll()], [false, [userEntry('m2')]]);
  });

  it('counts as lost if another window took the lock, or the lock file was deleted, in the meantime', async () => {
    for (const text of [undefined, JSON.stringify({ token: 'rival', renewedAt: 1_000_000 })]) {
      const disk = unreadable();
      const log = await temporary.window(disk).create();
      const path = temporary.folder(log.sessionId).lock;
      disk.code = 'EBUSY';
      await log.append(userEntry('m1'));
      if (text === undefined) fs.rmSync(path);
      else fs.writeFileSync(path, text);
      disk.code = undefined;
      await assert.rejects(log.append(userEntry('m2')), { reason: 'lockLost' });
      assert.deepEqual(await log.readAll(), [userEntry('m1')]);
    }
  });

  it('is never taken over from another window', async () => {
    const first = await temporary.store.create();
    await first.append(userEntry('m1'));
    const disk = unreadable();
    disk.code = 'EMFILE';
    const window = temporary.window(disk);
    const second = await window.open(first.sessionId);
    assert.equal(second.isReadOnly, true);
    assert.match(second.report.problems[0] ?? '', /lock could not be read: too many files/);
    await assert.rejects(second.takeOver(), { reason: 'unwritable' });
    assert.throws(
      () => {
        window.delete(first.sessionId);
      },
      { reason: 'unwritable', message: /lock could not be read/ },
    );
    assert.equal((await window.list())[0]?.isOpen, true);
    assert.equal(first.isReadOnly, false);
    await first.append(userEntry('m2'));
  });

  it('does not change another window’s readOnlyCause until the lock is readable again', async () => {
    const first = await temporary.store.create();
    const disk = unreadable();
    const second = await temporary.window(disk).open(first.sessionId);
    await first.close();
    disk.code = 'EBUSY';
    await second.refresh();
    assert.equal(second.readOnlyCause, 'openElsewhere');
    disk.code = undefined;
    await second.refresh();
    assert.equal(second.readOnlyCause, 'released');
  });

  it('expires if the session is closed meanwhile', async () => {
    const disk = unreadable();
    const log = await temporary.window(disk).create();
    disk.code = 'EBUSY';
    await log.close();
    await temporary.fallSilent();
    assert.equal((await temporary.store.open(log.sessionId)).isReadOnly, false);
  });
});
