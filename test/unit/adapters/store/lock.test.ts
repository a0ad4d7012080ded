import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

/** Waits until all pauses have ended. In these tests, each pause takes only a microtask. */
async function pastWaits(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

describe('the lock of a session', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  it('allows a second window to read new entries, but not to write', async () => {
    const first = await temporary.store.create();
    await first.append(userEntry('m1'));
    const second = await temporary.window().open(first.sessionId);
    assert.deepEqual([first.isReadOnly, second.isReadOnly], [false, true]);
    await assert.rejects(second.append(userEntry('m2')), { reason: 'locked' });
    await first.append(userEntry('m2'));
    assert.deepEqual(await second.refresh(), { appended: [userEntry('m2')], isRewritten: false });
    assert.deepEqual(await second.refresh(), { appended: [], isRewritten: false });
    assert.deepEqual(await second.tail(5), userEntries(2));
  });

  it('keeps another window from changing an incomplete line', async () => {
    const first = await temporary.store.create();
    const path = temporary.folder(first.sessionId).log;
    fs.appendFileSync(path, '{"v":1,');
    const second = await temporary.window().open(first.sessionId);
    assert.deepEqual(await second.tail(5), []);
    assert.equal(fs.readFileSync(path, 'utf8'), '{"v":1,');
    assert.deepEqual(second.report.problems, []);
  });

  it('keeps another window from writing caches beside the log', async () => {
    const first = await temporary.store.create();
    const second = await temporary.window().open(first.sessionId);
    second.setTokens('m1', 5);
    await second.flush();
    await second.close();
    assert.deepEqual(fs.readdirSync(temporary.folder(first.sessionId).path).sort(), ['lock', 'log.jsonl']);
    await first.append(userEntry('m1'));
  });

  it('is renewed while the owner is alive', async () => {
    const first = await temporary.store.create();
    temporary.advance(60_000);
    const second = await temporary.window().open(first.sessionId);
    assert.equal(second.isReadOnly, true);
    await assert.rejects(second.takeOver(), { reason: 'locked' });
  });

  it('can be taken over after 20 s without a renewal', async () => {
    let losses = 0;
    const first = await temporary.store.create({ onLockLost: () => losses++ });
    await first.append(userEntry('m1'));
    const second = await temporary.window().open(first.sessionId);
    temporary.sleep(20_000);
    await assert.rejects(second.takeOver(), { reason: 'locked' });
    temporary.sleep(1);
    assert.equal(second.readOnlyCause, 'openElsewhere');
    await second.takeOver();
    assert.deepEqual(await second.takeOver(), { appended: [], isRewritten: false });
    assert.deepEqual([second.isReadOnly, second.readOnlyCause], [false, undefined]);
    await second.append(userEntry('m2'));
    await assert.rejects(first.append(userEntry('mine')), { reason: 'lockLost' });
    await assert.rejects(
      first.rewrite((entry) => entry),
      { reason: 'lockLost' },
    );
    assert.deepEqual([first.isReadOnly, first.readOnlyCause, losses], [true, 'takenOver', 1]);
    await first.flush();
    await first.close();
    assert.deepEqual(await second.readAll(), userEntries(2));
    await second.append(userEntry('m3'));
  });

  it('is checked by the renewal timer, so that the old owner notices a takeover', async () => {
    let losses = 0;
    const first = await temporary.store.create({ onLockLost: () => losses++ });
    const second = await temporary.window().open(first.sessionId);
    temporary.sleep(30_000);
    await second.takeOver();
    assert.equal(second.isReadOnly, false);
    temporary.advance(10_000);
    assert.deepEqual([first.isReadOnly, second.isReadOnly, losses], [true, false, 1]);
  });

  it('lets a new owner read everything that the old owner wrote', async () => {
    const first = await temporary.store.create();
    const second = await temporary.window().open(first.sessionId);
    for (const entry of userEntries(3)) await first.append(entry);
    first.setTokens('m2', 7);
    await first.close();
    await second.takeOver();
    await second.append(userEntry('m4'));
    assert.deepEqual(await second.tail(9), userEntries(4));
    assert.equal(second.tokens().get('m2'), 7);
    await second.close();
    const third = await temporary.store.open(first.sessionId);
    assert.deepEqual(await third.tail(9), userEntries(4));
  });

  it('lets a new owner read only the entries that it has not read yet', async () => {
    const first = await temporary.store.create();
    await first.append(userEntry('m1'));
    const second = await temporary.window().open(first.sessionId);
    await first.append(userEntry('m2'));
    await second.refresh();
    await first.append(userEntry('m3'));
    await first.close();
    const unfinished = JSON.stringify(userEntry('m4'));
    fs.appendFileSync(temporary.folder(first.sessionId).log, unfinished);
    assert.deepEqual(await second.takeOver(), {
      appended: [userEntry('m3'), userEntry('m4')],
      isRewritten: false,
    });
  });

  it('lets a new owner read the whole log again if the old owner replaced an entry', async () => {
    const first = await temporary.store.create();
    for (const entry of userEntries(2)) await first.append(entry);
    const second = await temporary.window().open(first.sessionId);
    const forget = (id: string): Promise<void> =>
      first.rewrite((entry) => (entry.id === id ? userEntry(id, 'gone') : entry));
    await forget('m1');
    assert.equal((await second.refresh()).isRewritten, true);
    await forget('m2');
    await first.close();
    assert.deepEqual(await second.takeOver(), {
      appended: [userEntry('m1', 'gone'), userEntry('m2', 'gone')],
      isRewritten: true,
    });
  });

  it('lets a new owner read the whole log again if the log is rewritten during the takeover', async () => {
    const first = await temporary.store.create();
    for (const entry of userEntries(2)) await first.append(entry);
    const { log, lock } = temporary.folder(first.sessionId);
    let rewrite = (): void => undefined;
    const openSync: typeof fs.openSync = (path, flags, mode) => {
      if (String(path).startsWith(lock)) rewrite();
      return fs.openSync(path, flags, mode);
    };
    const second = await temporary.window({ openSync }).open(first.sessionId);
    await first.close();
    rewrite = () => {
      const next = `${log}.next`;
      fs.writeFileSync(next, `${JSON.stringify(userEntry('m1', 'gone'))}\n`);
      fs.renameSync(next, log);
    };
    assert.deepEqual(await second.takeOver(), { appended: [userEntry('m1', 'gone')], isRewritten: true });
  });

  it('is reported to a read-only window as held or released', async () => {
    const first = await temporary.store.create();
    const second = await temporary.window().open(first.sessionId);
    const causeSeen = async (): Promise<string | undefined> => {
      await second.refresh();
      return second.readOnlyCause;
    };
    assert.equal(await causeSeen(), 'openElsewhere');
    await first.close();
    assert.equal(await causeSeen(), 'released');
    await assert.rejects(second.append(userEntry('m1')), {
      reason: 'locked',
      message: /take the session over/,
    });
    const third = await temporary.window().open(first.sessionId);
    assert.equal(await causeSeen(), 'openElsewhere');
    await third.close();
    await second.takeOver();
    assert.equal(await causeSeen(), undefined);
  });

  it('is free after the owner closed the session', async () => {
    const first = await temporary.store.create();
    await first.close();
    assert.equal((await temporary.store.open(first.sessionId)).isReadOnly, false);
  });

  it('is free if the lock file has invalid content', async () => {
    for (const text of ['', '{', '{"token":7}']) {
      const log = await temporary.store.create();
      await log.close();
      fs.writeFileSync(temporary.folder(log.sessionId).lock, text);
      assert.equal((await temporary.store.open(log.sessionId)).isReadOnly, false);
    }
  });

  it('is rewritten by the owner if its file is damaged, and blocks writes if it stays damaged for over 20 s', async () => {
    const log = await temporary.store.create();
    const path = temporary.folder(log.sessionId).lock;
    fs.writeFileSync(path, '{');
    await log.append(userEntry('m1'));
    temporary.advance(5_000);
    assert.notEqual(fs.readFileSync(path, 'utf8'), '{');
    fs.writeFileSync(path, '{');
    temporary.sleep(20_001);
    await assert.rejects(log.append(userEntry('m2')), { reason: 'unwritable', message: /it is damaged/ });
  });

  it('goes to only one of two windows that open the session at the same time', async () => {
    const log = await temporary.store.create();
    await log.close();
    const path = temporary.folder(log.sessionId).lock;
    const renameSync: typeof fs.renameSync = (from, to) => {
      fs.renameSync(from, to);
      if (to === path) fs.writeFileSync(path, JSON.stringify({ token: 'rival', renewedAt: 1_000_000 }));
    };
    assert.equal((await temporary.window({ renameSync }).open(log.sessionId)).isReadOnly, true);
  });

  it('is kept if the disk refuses one renewal', async () => {
    let isFull = false;
    const writeFileSync: typeof fs.writeFileSync = (path, data, options) => {
      if (isFull) throw diskError('ENOSPC');
      fs.writeFileSync(path, data, options);
    };
    const log = await temporary.window({ writeFileSync }).create();
    isFull = true;
    temporary.advance(5_000);
    assert.equal(log.isReadOnly, false);
    await log.append(userEntry('m1'));
  });

  it('does not delay the owner while the disk refuses every renewal', async () => {
    let isRefused = false;
    const openSync: typeof fs.openSync = (path, flags, mode) => {
      if (isRefused && flags === 'wx') throw diskError('EPERM');
      return fs.openSync(path, flags, mode);
    };
    const log = await temporary.window({ openSync }).create();
    isRefused = true;
    temporary.advance(120_000);
    await log.append(userEntry('m1'));
    await pastWaits();
    assert.deepEqual([log.isReadOnly, await log.tail(1)], [false, [userEntry('m1')]]);
    isRefused = false;
    temporary.advance(5_000);
    const second = await temporary.window().open(log.sessionId);
    temporary.advance(25_000);
    await assert.rejects(second.takeOver(), { reason: 'locked' });
    await log.append(userEntry('m2'));
  });

  it('is released if the end of the log can’t be repaired', async () => {
    const log = await temporary.store.create();
    await log.close();
    fs.appendFileSync(temporary.folder(log.sessionId).log, 'torn');
    const appendFileSync: typeof fs.appendFileSync = () => {
      throw diskError('ENOSPC');
    };
    const full = await temporary.window({ appendFileSync }).open(log.sessionId);
    assert.equal(full.readOnlyCause, 'unwritable');
    await assert.rejects(full.append(userEntry('m1')), { reason: 'unwritable' });
    assert.match(full.report.problems[0] ?? '', /reading only: the disk is full/);
    assert.equal((await temporary.store.open(log.sessionId)).isReadOnly, false);
  });

  it('is released even if closing the session fails', async () => {
    const disk = { isFailing: false };
    const statSync = ((path: string, options: fs.StatSyncOptions) => {
      if (disk.isFailing) throw diskError('EIO');
      return fs.statSync(path, options);
    }) as typeof fs.statSync;
    const log = await temporary.window({ statSync }).create();
    disk.isFailing = true;
    await assert.rejects(log.close(), { code: 'EIO' });
    assert.equal((await temporary.store.open(log.sessionId)).isReadOnly, false);
  });

  it('is released before close() resolves, even if a guard file of another window exists', async () => {
    const log = await temporary.store.create();
    const lock = `${temporary.folder(log.sessionId).path}/lock`;
    fs.writeFileSync(`${lock}.guard`, 'another window');
    await log.close();
    assert.equal(fs.existsSync(lock), false);
  });

  it('does not stop another program from adding lines, which the owner reads before its next write', async () => {
    const log = await temporary.store.create();
    await log.append(userEntry('m1'));
    const path = temporary.folder(log.sessionId).log;
    fs.appendFileSync(path, `${JSON.stringify(userEntry('m2'))}\nhalf`);
    await log.append(userEntry('m3'));
    assert.deepEqual(await log.tail(5), userEntries(3));
    assert.equal(log.report.problems.length, 1);
  });
});
