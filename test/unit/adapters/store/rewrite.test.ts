import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { sealedLine } from '../../../../src/adapters/store/checksum.ts';
import type { FileSystem } from '../../../../src/adapters/store/fileSystem.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const forget =
  (id: string) =>
  (entry: Entry): Entry =>
    entry.id === id ? { v: 1, id, at: entry.at, kind: 'forgotten', was: 'message' } : entry;

const forgotten = forget('m2')(userEntry('m2'));

/**
 * Returns a file system of a process that dies at the nth change of the disk: this change and all later changes fail.
 */
function dyingAt(step: number): { readonly fs: Partial<FileSystem>; readonly died: () => boolean } {
  let steps = 0;
  const mortal =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      if (++steps >= step) throw diskError('EIO');
      return call(...args);
    };
  return {
    fs: {
      writeSync: mortal(fs.writeSync as (...args: unknown[]) => number),
      writeFileSync: mortal(fs.writeFileSync),
      appendFileSync: mortal(fs.appendFileSync),
      fsyncSync: mortal(fs.fsyncSync),
      renameSync: mortal(fs.renameSync),
      rmSync: mortal(fs.rmSync),
      truncateSync: mortal(fs.truncateSync),
    },
    died: () => steps >= step,
  };
}

describe('forgetting a text', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  async function session(): Promise<string> {
    const log = await temporary.store.create();
    for (const entry of userEntries(4)) {
      await log.append(entry);
      log.setTokens(entry.id, 3);
    }
    await log.close();
    return log.sessionId;
  }

  it('writes a placeholder and keeps all other bytes', async () => {
    const id = await session();
    const path = temporary.folder(id).log;
    fs.appendFileSync(path, '{"v":1, "kind":"dream"}\nnoise\n');
    const before = fs.readFileSync(path, 'utf8').split('\n');
    const log = await temporary.store.open(id);
    await log.rewrite(forget('m2'));
    const after = fs.readFileSync(path, 'utf8').split('\n');
    assert.equal(`${after[1] ?? ''}\n`, sealedLine(JSON.stringify(forgotten)).toString());
    assert.deepEqual(after.toSpliced(1, 1), before.toSpliced(1, 1));
    await log.append(userEntry('m5'));
    assert.deepEqual(
      (await log.tail(4)).map((entry) => entry.kind),
      ['forgotten', 'message', 'message', 'message'],
    );
  });

  it('removes the text from every file of the session', async () => {
    const id = await session();
    const folder = temporary.folder(id);
    fs.appendFileSync(folder.log, '{"text of m2');
    const log = await temporary.store.open(id);
    await log.rewrite(forget('m2'));
    await log.close();
    for (const name of fs.readdirSync(folder.path)) {
      assert.doesNotMatch(fs.readFileSync(`${folder.path}/${name}`, 'utf8'), /text of m2/, name);
    }
  });

  it('drops only the token counts of changed entries', async () => {
    const id = await session();
    const log = await temporary.store.open(id);
    await log.rewrite(forget('m2'));
    await log.close();
    const again = await temporary.store.open(id);
    assert.deepEqual([...again.tokens().keys()], ['m1', 'm3', 'm4']);
  });

  it('delays entries that are appended meanwhile', async () => {
    const log = await temporary.store.open(await session());
    await Promise.all([log.rewrite(forget('m2')), log.append(userEntry('m5'))]);
    assert.deepEqual(await log.readAll(), [userEntry('m1'), forgotten, ...userEntries(3, 3)]);
  });

  it('is noticed by a read-only window, which then reads everything again', async () => {
    const log = await temporary.store.open(await session());
    const reader = await temporary.window().open(log.sessionId);
    await log.rewrite(forget('m2'));
    const refreshed = await reader.refresh();
    assert.equal(refreshed.isRewritten, true);
    assert.deepEqual(refreshed.appended, [userEntry('m1'), forgotten, ...userEntries(2, 3)]);
    assert.deepEqual(await reader.tail(9), refreshed.appended);
  });

  it('keeps the old or the new log complete, at any point of interruption', async () => {
    const old = userEntries(4);
    const next = [userEntry('m1'), forgotten, ...userEntries(2, 3)];
    const seen = new Set<string>();
    let step = 0;
    for (let isOver = false; !isOver; step++) {
      const id = await session();
      const steps = dyingAt(step + 5); // the first steps take the lock
      const log = await temporary.window(steps.fs).open(id);
      assert.equal(log.isReadOnly, false);
      await log.rewrite(forget('m2')).catch(() => undefined);
      isOver = !steps.died();
      await temporary.fallSilent();
      const again = await temporary.store.open(id);
      const entries = await again.readAll();
      assert.deepEqual(entries, entries[1]?.kind === 'forgotten' ? next : old);
      assert.deepEqual(await again.tail(9), entries);
      await again.append(userEntry('m5'));
      seen.add(entries[1]?.kind ?? '');
      await again.close();
    }
    assert.ok(step > 5);
    assert.deepEqual([...seen], ['message', 'forgotten']);
  });

  it('leaves no text in unfinished files or files of earlier versions, since opening the session removes these files', async () => {
    const id = await session();
    const { path } = temporary.folder(id);
    for (const name of [
      'log.next',
      'log.next.token7',
      'log.idx.token7',
      'log.facts',
      'log.facts.token7',
      'meta.json.token7',
    ]) {
      fs.writeFileSync(`${path}/${name}`, 'text of m2');
    }
    await (await temporary.store.open(id)).close();
    assert.deepEqual(fs.readdirSync(path).sort(), ['log.idx', 'log.jsonl', 'meta.json']);
  });

  const failures: Readonly<Record<string, (path: string) => Partial<FileSystem>>> = {
    'the disk becomes full during the rewrite': () => ({
      writeSync: ((fd: number, bytes: Buffer, offset: number) => {
        fs.writeSync(fd, bytes, offset, 60);
        throw diskError('ENOSPC');
      }) as unknown as typeof fs.writeSync,
    }),
    'the new log can’t be flushed to the disk': () => ({
      fsyncSync: () => {
        throw diskError('EIO');
      },
    }),
    'the new log can’t replace the old one': () => ({
      renameSync: (from, to) => {
        if (String(to).endsWith('log.jsonl')) throw diskError('EPERM');
        fs.renameSync(from, to);
      },
    }),
    'another window took the session over': (path) => ({
      fsyncSync: (fd) => {
        fs.fsyncSync(fd);
        fs.writeFileSync(`${path}/lock`, JSON.stringify({ token: 'another', renewedAt: 1_000_000 }));
      },
    }),
  };
  for (const [name, changes] of Object.entries(failures)) {
    it(`removes the temporary files of the new log if ${name}`, async () => {
      const id = await session();
      const { path } = temporary.folder(id);
      const log = await temporary.window(changes(path)).open(id);
      await assert.rejects(log.rewrite(forget('m2')), { name: 'StoreError' });
      assert.deepEqual(
        fs.readdirSync(path).filter((file) => file.startsWith('log.next')),
        [],
      );
    });
  }

  it('continues with the old log if the disk refuses the new log', async () => {
    const id = await session();
    const renameSync: typeof fs.renameSync = (from, to) => {
      if (String(to).endsWith('log.jsonl')) throw diskError('ENOSPC');
      fs.renameSync(from, to);
    };
    const log = await temporary.window({ renameSync }).open(id);
    await assert.rejects(log.rewrite(forget('m2')), { reason: 'unwritable' });
    await log.append(userEntry('m5'));
    assert.deepEqual(await log.readAll(), userEntries(5));
  });

  it('removes the old log’s caches before the new log replaces the old log', async () => {
    const id = await session();
    const { path, log: logPath } = temporary.folder(id);
    const before = fs.readdirSync(path);
    let between: readonly string[] = [];
    const renameSync: typeof fs.renameSync = (from, to) => {
      if (String(to) === logPath) between = fs.readdirSync(path);
      fs.renameSync(from, to);
    };
    const log = await temporary.window({ renameSync }).open(id);
    await log.rewrite(forget('m2'));
    const gone = before.filter((file) => !between.includes(file));
    assert.equal(gone.length, 2, gone.join());
    assert.deepEqual(
      before.filter((file) => between.includes(file)),
      ['log.jsonl'],
    );
    await log.close();
  });
});
