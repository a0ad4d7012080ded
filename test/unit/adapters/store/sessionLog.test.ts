import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { StoreError } from '../../../../src/core/ports.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { sampleEntries, userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ id }) => id);

describe('a session log', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  it('returns every kind of entry as it was appended', async () => {
    const id = await written(temporary, sampleEntries);
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.readAll(), sampleEntries);
    assert.deepEqual(await log.tail(3), sampleEntries.slice(-3));
    assert.deepEqual(log.report.problems, []);
  });

  it('reads only the newest entries when the log is opened', async () => {
    const id = await written(temporary, userEntries(500));
    const positions: number[] = [];
    const readSync = ((...args: [number, Buffer, number, number, number]) => {
      positions.push(args[4]);
      return fs.readSync(...args);
    }) as typeof fs.readSync;
    const log = await temporary.window({ readSync }).open(id);
    assert.deepEqual(idsOf(await log.tail(2)), ['m499', 'm500']);
    assert.ok(Math.min(...positions) > fs.statSync(temporary.folder(id).log).size * 0.9);
  });

  it('lets other work run while it reads the newest 2,000 entries', async () => {
    const log = await temporary.store.open(await written(temporary, userEntries(2_000)));
    let turns = 0;
    const isRead = log.tail(2_000).then(() => true);
    while (!(await Promise.race([isRead, setImmediate(false)]))) turns += 1;
    assert.ok(turns >= 2, String(turns));
  });

  it('rejects an entry that could not be read later', async () => {
    const log = await temporary.store.create();
    await assert.rejects(log.append({ ...userEntry('m1'), at: Number.NaN }), { reason: 'corrupt' });
    await log.append(userEntry('m2'));
    assert.deepEqual(idsOf(await log.readAll()), ['m2']);
  });

  it('appends entries in the order of the append calls', async () => {
    const log = await temporary.store.create();
    await Promise.all(userEntries(20).map((entry) => log.append(entry)));
    assert.deepEqual(await log.readAll(), userEntries(20));
  });

  it('moves an incomplete last line to another file', async () => {
    const id = await written(temporary, userEntries(3));
    const folder = temporary.folder(id);
    fs.appendFileSync(folder.log, '{"v":1,"id":"m4","at');
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.tail(10), userEntries(3));
    assert.equal(log.report.problems.length, 1);
    assert.equal(fs.readFileSync(folder.torn, 'utf8'), '{"v":1,"id":"m4","at\n');
    await log.append(userEntry('m5'));
    assert.deepEqual(idsOf(await log.readAll()), ['m1', 'm2', 'm3', 'm5']);
  });

  it('returns a last entry that lacks only its newline, and reports no problem', async () => {
    const id = await written(temporary, userEntries(1));
    fs.appendFileSync(temporary.folder(id).log, JSON.stringify(userEntry('m2')));
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.tail(5), userEntries(2));
    assert.deepEqual(log.report.problems, []);
  });

  it('skips and reports an entry with a time that no date can represent', async () => {
    const id = await written(temporary, userEntries(1));
    const late = [8.64e15, 8.65e15, -8.65e15].map((at) => JSON.stringify({ ...userEntry(`m${at}`), at }));
    fs.appendFileSync(temporary.folder(id).log, `${late.join('\n')}\n`);
    const log = await temporary.store.open(id);
    assert.deepEqual(
      (await log.tail(9)).map(({ at }) => Number.isNaN(new Date(at).getTime())),
      [false, false],
    );
    assert.equal(log.report.problems.length, 2);
  });

  it('keeps and reports lines that this version can’t read', async () => {
    const id = await written(temporary, userEntries(1));
    const path = temporary.folder(id).log;
    fs.appendFileSync(path, 'garbage\n{"v":9,"kind":"dream"}\n');
    const log = await temporary.store.open(id);
    await log.append(userEntry('m2'));
    await log.close();
    const again = await temporary.store.open(id);
    assert.deepEqual(await again.tail(9), userEntries(2));
    assert.deepEqual(again.report.problems, [
      'Line 2 of the log can’t be read (not JSON). The line stays in the file but is ignored.',
      'Line 3 of the log comes from a newer version (version 9). The line stays in the file but is ignored.',
    ]);
    assert.match(fs.readFileSync(path, 'utf8'), /\ngarbage\n\{"v":9,"kind":"dream"\}\n/);
  });

  it('reports each of the first 20 unreadable lines, and the number of the others in one sentence', async () => {
    const id = await written(temporary, []);
    fs.appendFileSync(temporary.folder(id).log, 'x\n'.repeat(100));
    const log = await temporary.store.open(id);
    assert.equal(log.report.problems.length, 21);
    assert.equal(
      log.report.problems.at(-1),
      '80 more lines of the log are skipped. Skipped lines stay in the file.',
    );
  });

  it('keeps every valid entry, wherever the log contains invalid lines', async () => {
    const garbage = fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => Buffer.from(bytes.filter((b) => b !== 10)));
    const lines = fc.array(fc.oneof(garbage, fc.constant('entry' as const)), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(lines, garbage, fc.nat(5), async (pieces, torn, count) => {
        const good: Entry[] = [];
        const whole = pieces.map((piece) => {
          if (piece !== 'entry') return piece;
          const entry = userEntry(`m${String(good.push(userEntry('m0')))}`);
          good[good.length - 1] = entry;
          return Buffer.from(JSON.stringify(entry));
        });
        const id = await written(temporary, []);
        const bytes = Buffer.concat([...whole.flatMap((line) => [line, Buffer.from('\n')]), torn]);
        fs.writeFileSync(temporary.folder(id).log, bytes);
        const log = await temporary.store.open(id);
        assert.deepEqual(await log.tail(count), count === 0 ? [] : good.slice(-count));
        await log.append(userEntry('last'));
        assert.deepEqual(idsOf(await log.readAll()), [...idsOf(good), 'last']);
        await log.close();
        const again = await temporary.store.open(id);
        assert.deepEqual(idsOf(await again.tail(100)), [...idsOf(good), 'last']);
        await again.close();
      }),
      { numRuns: 60 },
    );
  });

  it('removes a partly written line if the disk is full', async () => {
    const writeSync = ((fd: number, buffer: Buffer, offset: number, length: number) => {
      if (offset > 0 || !buffer.includes('huge')) return fs.writeSync(fd, buffer, offset, length);
      fs.writeSync(fd, buffer, offset, 5);
      throw diskError('ENOSPC');
    }) as typeof fs.writeSync;
    const log = await temporary.window({ writeSync }).create();
    await log.append(userEntry('m1'));
    await assert.rejects(log.append(userEntry('m2', 'huge')), {
      reason: 'unwritable',
      message: 'The entry could not be saved: the disk is full; make room and try again.',
    });
    await log.append(userEntry('m3'));
    assert.deepEqual(idsOf(await log.readAll()), ['m1', 'm3']);
    assert.equal(fs.readFileSync(temporary.folder(log.sessionId).log, 'utf8').split('\n').length, 3);
  });

  it('removes a partly written line before the next append if the line can’t be removed immediately', async () => {
    let isBroken = false;
    const writeSync = ((fd: number, buffer: Buffer, offset: number, length: number) => {
      if (!isBroken) return fs.writeSync(fd, buffer, offset, length);
      fs.writeSync(fd, buffer, offset, 5);
      throw diskError('EIO');
    }) as typeof fs.writeSync;
    const truncateSync: typeof fs.truncateSync = (path, length) => {
      if (isBroken) throw diskError('EIO');
      fs.truncateSync(path, length);
    };
    const log = await temporary.window({ writeSync, truncateSync }).create();
    await log.append(userEntry('m1'));
    isBroken = true;
    await assert.rejects(log.append(userEntry('m2')), { reason: 'unwritable' });
    isBroken = false;
    await log.append(userEntry('m3'));
    assert.deepEqual(idsOf(await log.readAll()), ['m1', 'm3']);
  });

  it('writes a long line completely if the disk accepts only pieces of the line', async () => {
    const writeSync = ((fd: number, buffer: Buffer, offset: number, length: number) =>
      fs.writeSync(fd, buffer, offset, Math.min(length, 7))) as typeof fs.writeSync;
    const log = await temporary.window({ writeSync }).create();
    await log.append(userEntry('m1', 'ä€😀'.repeat(20)));
    assert.deepEqual(await log.readAll(), [userEntry('m1', 'ä€😀'.repeat(20))]);
  });

  it('opens read-only and reports the reason if the disk refuses writes', async () => {
    const id = await written(temporary, userEntries(2));
    const writeFileSync: typeof fs.writeFileSync = () => {
      throw diskError('EROFS');
    };
    const log = await temporary.window({ writeFileSync }).open(id);
    assert.equal(log.isReadOnly, true);
    assert.deepEqual(await log.tail(5), userEntries(2));
    assert.deepEqual(log.report.problems, [
      'The session could not be locked for writing: the disk is read-only.',
    ]);
  });

  it('closes every file, even if the end of the log can’t be repaired', async () => {
    const id = await written(temporary, userEntries(2));
    fs.appendFileSync(temporary.folder(id).log, 'torn');
    const open = new Set<number>();
    const appendFileSync: typeof fs.appendFileSync = () => {
      throw diskError('ENOSPC');
    };
    const openSync: typeof fs.openSync = (...args) => {
      const file = fs.openSync(...args);
      open.add(file);
      return file;
    };
    const closeSync: typeof fs.closeSync = (file) => {
      fs.closeSync(file);
      open.delete(file);
    };
    const log = await temporary.window({ appendFileSync, openSync, closeSync }).open(id);
    await log.close();
    assert.equal(open.size, 0);
  });

  it('reports a disk that fails while flushing', async () => {
    const fdatasync = ((_fd: number, done: (error: Error) => void) => {
      done(diskError('EIO'));
    }) as typeof fs.fdatasync;
    const log = await temporary.window({ fdatasync }).create();
    await assert.rejects(log.flush(), StoreError);
  });
});
