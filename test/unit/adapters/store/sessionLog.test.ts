import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import fc from 'fast-check';
import type { JsonlSessionLog } from '../../../../src/adapters/store/jsonlSessionLog.ts';
import { StoreError } from '../../../../src/core/ports.ts';
import type { Entry } from '../../../../src/core/session/entry.ts';
import { sampleEntries, userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

async function appendAll(log: JsonlSessionLog, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) await log.append(entry);
}

/** A closed session that holds these entries. */
async function written(temporary: TemporaryStore, entries: readonly Entry[]): Promise<string> {
  const log = await temporary.store.create();
  await appendAll(log, entries);
  await log.close();
  return log.sessionId;
}

const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ id }) => id);

describe('a session log', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  it('gives back every kind of entry as it was appended', async () => {
    const id = await written(temporary, sampleEntries);
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.readAll(), sampleEntries);
    assert.deepEqual(await log.tail(3), sampleEntries.slice(-3));
    assert.deepEqual(log.report.problems, []);
  });

  it('opens at the tail without reading what stands before it', async () => {
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

  it('refuses an entry that could not be read back, and goes on', async () => {
    const log = await temporary.store.create();
    await assert.rejects(log.append({ ...userEntry('m1'), at: Number.NaN }), { reason: 'corrupt' });
    await log.append(userEntry('m2'));
    assert.deepEqual(idsOf(await log.readAll()), ['m2']);
  });

  it('keeps appends in the order in which they were asked for', async () => {
    const log = await temporary.store.create();
    await Promise.all(userEntries(20).map((entry) => log.append(entry)));
    assert.deepEqual(await log.readAll(), userEntries(20));
  });

  it('cuts a torn last line, keeps its bytes beside and says so', async () => {
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

  it('finishes a last entry that lacks its newline only', async () => {
    const id = await written(temporary, userEntries(1));
    fs.appendFileSync(temporary.folder(id).log, JSON.stringify(userEntry('m2')));
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.tail(5), userEntries(2));
    assert.deepEqual(log.report.problems, []);
  });

  it('skips, keeps and reports unreadable lines and those of a newer version', async () => {
    const id = await written(temporary, userEntries(1));
    const path = temporary.folder(id).log;
    fs.appendFileSync(path, 'garbage\n{"v":9,"kind":"dream"}\n');
    const log = await temporary.store.open(id);
    await log.append(userEntry('m2'));
    await log.close();
    const again = await temporary.store.open(id);
    assert.deepEqual(await again.tail(9), userEntries(2));
    assert.deepEqual(again.report.problems, [
      'Line 2 of the log could not be read (not JSON); it is kept and skipped.',
      'Line 3 of the log comes from a newer version (version 9); it is kept and skipped.',
    ]);
    assert.match(fs.readFileSync(path, 'utf8'), /\ngarbage\n\{"v":9,"kind":"dream"\}\n/);
  });

  it('tells many unreadable lines shortly', async () => {
    const id = await written(temporary, []);
    fs.appendFileSync(temporary.folder(id).log, 'x\n'.repeat(100));
    const log = await temporary.store.open(id);
    assert.equal(log.report.problems.length, 21);
    assert.equal(log.report.problems.at(-1), '80 more lines are kept in the log and skipped.');
  });

  it('never loses a good entry to garbage, wherever it stands', async () => {
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

  it('takes a line back out that a full disk let in only in part', async () => {
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

  it('takes it out later when it could not at once', async () => {
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

  it('writes a long line in as many pieces as the disk takes', async () => {
    const writeSync = ((fd: number, buffer: Buffer, offset: number, length: number) =>
      fs.writeSync(fd, buffer, offset, Math.min(length, 7))) as typeof fs.writeSync;
    const log = await temporary.window({ writeSync }).create();
    await log.append(userEntry('m1', 'ä€😀'.repeat(20)));
    assert.deepEqual(await log.readAll(), [userEntry('m1', 'ä€😀'.repeat(20))]);
  });

  it('opens read-only, with the reason, where the disk refuses writing', async () => {
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

  it('reports a disk that fails while flushing', async () => {
    const fdatasync = ((_fd: number, done: (error: Error) => void) => {
      done(diskError('EIO'));
    }) as typeof fs.fdatasync;
    const log = await temporary.window({ fdatasync }).create();
    await assert.rejects(log.flush(), StoreError);
  });

  it('keeps token counts and facts beside the log', async () => {
    const log = await temporary.store.create();
    await appendAll(log, userEntries(2));
    log.setTokens('m1', 11);
    log.setFacts('m1', { paths: ['a.ts'] });
    await log.flush();
    await log.append(userEntry('m3'));
    log.setTokens('m3', 13);
    log.setTokens('m3', 13);
    log.setFacts('m3', 1);
    log.setFacts('m3', 2);
    await log.close();
    const again = await temporary.store.open(log.sessionId);
    assert.deepEqual(
      [...again.tokens()],
      [
        ['m1', 11],
        ['m3', 13],
      ],
    );
    assert.deepEqual(again.heads(), [
      { id: 'm1', kind: 'message', role: 'user', tokens: 11 },
      { id: 'm2', kind: 'message', role: 'user' },
      { id: 'm3', kind: 'message', role: 'user', tokens: 13 },
    ]);
    assert.deepEqual(
      [again.facts('m1'), again.facts('m2'), again.facts('m3')],
      [{ paths: ['a.ts'] }, undefined, 2],
    );
  });

  const damages: Readonly<Record<string, (text: string) => string>> = {
    missing: () => '',
    garbage: () => 'garbage',
    torn: (text) => text.slice(0, -9),
    'cut at a line': (text) => text.split('\n').slice(0, 4).join('\n') + '\n',
    'of another log': (text) => text.replace(/\["e",\d+/, '["e",1'),
    'of other lengths': (text) => text.replace(/\["e",(\d+)/g, (_, n) => `["e",${String(Number(n) + 1)}`),
    'of other ids': (text) => text.replaceAll('"m', '"x'),
    'with an odd record': (text) => text.replace('\n["e"', '\n{"odd":1}\n["e"'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`makes a side-car again that is ${name}`, async () => {
      const id = await written(temporary, userEntries(20));
      const path = temporary.folder(id).sideCar;
      fs.writeFileSync(path, damage(fs.readFileSync(path, 'utf8')));
      const log = await temporary.store.open(id);
      assert.deepEqual(await log.tail(15), userEntries(20).slice(5));
      assert.equal(log.heads().length, 20);
      await log.append(userEntry('m21'));
      await log.close();
      const again = await temporary.store.open(id);
      assert.deepEqual(await again.tail(100), userEntries(21));
    });
  }

  it('finds out late that the side-car is wrong in the middle', async () => {
    const id = await written(temporary, userEntries(20));
    const path = temporary.folder(id).sideCar;
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('"m10"', '"x10"'));
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.tail(15), userEntries(20).slice(5));
    assert.ok(log.heads().some(({ id: head }) => head === 'm10'));
  });

  it('saves its side-car now and then in a long run of appends', async () => {
    const log = await temporary.store.create();
    await log.flush();
    await appendAll(log, userEntries(600));
    const lines = fs.readFileSync(temporary.folder(log.sessionId).sideCar, 'utf8').split('\n');
    assert.ok(lines.length > 500);
  });
});
