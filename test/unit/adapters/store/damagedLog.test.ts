import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { sealedLine } from '../../../../src/adapters/store/checksum.ts';
import type { JsonlSessionLog } from '../../../../src/adapters/store/jsonlSessionLog.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import type { SessionFolder } from '../../../../src/adapters/store/sessionFolder.ts';
import { userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { appendAll, temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

const lines = (entries: readonly Entry[]): string =>
  entries.map((entry) => sealedLine(JSON.stringify(entry)).toString()).join('');

/** Damage to a log by another program: the verb in the error's message, and the entries that are left. */
interface Damage {
  readonly verb: string;
  readonly left: readonly Entry[] | undefined;
  readonly make: (folder: SessionFolder) => void;
}

const damages: Readonly<Record<string, Damage>> = {
  deleted: {
    verb: 'deleted',
    left: undefined,
    make: ({ log }) => {
      fs.rmSync(log);
    },
  },
  'deleted with its folder': {
    verb: 'deleted',
    left: undefined,
    make: ({ path }) => {
      fs.rmSync(path, { recursive: true });
    },
  },
  'replaced with a shorter file': {
    verb: 'replaced',
    left: userEntries(1),
    make: ({ log }) => {
      fs.writeFileSync(`${log}.new`, lines(userEntries(1)));
      fs.renameSync(`${log}.new`, log);
    },
  },
  'cut within a line': {
    verb: 'cut short',
    left: userEntries(3),
    make: ({ log }) => {
      fs.truncateSync(log, fs.statSync(log).size - 5);
    },
  },
  emptied: {
    verb: 'cut short',
    left: [],
    make: ({ log }) => {
      fs.truncateSync(log, 0);
    },
  },
  'overwritten with a changed line': {
    verb: 'changed',
    left: [...userEntries(3), userEntry('x4')],
    make: ({ log }) => {
      overwrite(log, lines([...userEntries(3), userEntry('x4')]));
    },
  },
  'overwritten with more lines': {
    verb: 'changed',
    left: userEntries(9, 20),
    make: ({ log }) => {
      overwrite(log, lines(userEntries(9, 20)));
    },
  },
};

/** Writes a file and sets an old time, so that the time differs even on a disk with a coarse clock. */
function overwrite(path: string, text: string): void {
  fs.writeFileSync(path, text);
  fs.utimesSync(path, 1, 1);
}

describe('an open log', () => {
  let temporary: TemporaryStore;
  let log: JsonlSessionLog;
  let folder: SessionFolder;
  let losses: number;
  beforeEach(async () => {
    temporary = temporaryStore();
    losses = 0;
    log = await temporary.store.create({ onLockLost: () => losses++ });
    folder = temporary.folder(log.sessionId);
    await appendAll(log, userEntries(4));
  });
  afterEach(() => {
    temporary.remove();
  });

  for (const [name, { verb, left, make }] of Object.entries(damages)) {
    const refusal = {
      reason: 'corrupt',
      message: `The session’s file was ${verb} by another program while it was open, so Longthread no longer writes to it. ${verb === 'deleted' ? 'Start a new session to continue.' : 'Take the session over to continue with the changed file.'}`,
    };

    it(`rejects entries, and reports the damage, if the log was ${name} by another program`, async () => {
      make(folder);
      const before = contents(folder);
      await assert.rejects(log.append(userEntry('m5')), refusal);
      assert.equal(contents(folder), before);
      assert.deepEqual([log.readOnlyCause, losses, log.report.problems], ['changed', 1, [refusal.message]]);
      await assert.rejects(log.append(userEntry('m5')), {
        reason: 'corrupt',
        message:
          'The session is open for reading only: another program changed its file. Take the session over to continue with the changed file.',
      });
      await log.close();
    });

    it(`rejects a flush if the log was ${name} by another program`, async () => {
      make(folder);
      await assert.rejects(log.flush(), refusal);
    });

    // If the file was deleted, replaced or shortened during the writing, `append` notices this. After any other change,
    // the entry is in the file.
    const outcome = verb === 'changed' ? 'appends an entry after the changed content' : 'rejects an entry';
    it(`${outcome} if the log is ${name} during the write`, async () => {
      const due = { now: false };
      const writeSync = ((fd: number, bytes: Buffer, offset: number, length: number) => {
        if (due.now && bytes.includes('m5')) make(folder);
        return fs.writeSync(fd, bytes, offset, length);
      }) as typeof fs.writeSync;
      await log.close();
      log = await temporary.window({ writeSync }).open(log.sessionId);
      due.now = true;
      if (verb === 'changed') {
        await log.append(userEntry('m5'));
        assert.deepEqual(await log.readAll(), [...(left ?? []), userEntry('m5')]);
      } else await assert.rejects(log.append(userEntry('m5')), { reason: 'corrupt' });
    });

    const takenOver =
      left === undefined ? 'can’t be taken over' : 'is taken over with the file’s current entries';
    it(`${takenOver} if the log was ${name} by another program`, async () => {
      make(folder);
      await assert.rejects(log.append(userEntry('m5')));
      if (left === undefined) {
        await assert.rejects(log.refresh(), { reason: 'notFound', message: /no longer exists/ });
        await assert.rejects(log.takeOver(), { reason: 'notFound' });
        assert.equal(fs.existsSync(folder.log), false);
        return;
      }
      assert.deepEqual(await log.takeOver(), { appended: left, isRewritten: true });
      await log.append(userEntry('m5'));
      assert.deepEqual(await log.readAll(), [...left, userEntry('m5')]);
      await log.close();
      const again = await temporary.store.open(log.sessionId);
      assert.deepEqual(await again.readAll(), [...left, userEntry('m5')]);
    });

    const reread = left === undefined ? 'can’t be read again' : 'is read again';
    it(`${reread} by another window if the log was ${name} by another program`, async () => {
      const reader = await temporary.window().open(log.sessionId);
      make(folder);
      if (left === undefined) await assert.rejects(reader.refresh(), { reason: 'notFound' });
      else assert.deepEqual(await reader.refresh(), { appended: left, isRewritten: true });
    });
  }

  it('can still be written if only the file’s modification time was changed', async () => {
    fs.utimesSync(folder.log, 1, 1);
    await log.append(userEntry('m5'));
    await log.flush();
    assert.deepEqual(await log.readAll(), userEntries(5));
    assert.equal(losses, 0);
  });

  it('can still be written on a disk that reports a new inode number for the same file', async () => {
    let number = 0;
    const statSync = ((path: string) =>
      Object.assign(fs.statSync(path), { ino: number++ })) as unknown as typeof fs.statSync;
    const other = await temporary.window({ statSync }).create();
    await appendAll(other, userEntries(3));
    await other.flush();
    assert.deepEqual([other.isReadOnly, await other.readAll()], [false, userEntries(3)]);
  });
});

/** Returns the log's text, or undefined if there is none. */
function contents({ log }: SessionFolder): string | undefined {
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : undefined;
}

describe('In a log, a line', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  const lineDamages: Readonly<Record<string, (line: string) => string>> = {
    'that consists of zeros': (line) => '\0'.repeat(line.length),
    'with a stray quote': (line) => line.replace('text of', 'text "f'),
    'with a changed id': (line) => line.replace('"m7"', '"x7"'),
    'with one wrong letter': (line) => line.replace('text of', 'texu of'),
    'with a changed version': (line) => line.replace('"v":1', '"v":9'),
  };
  /** Returns a line without its checksum, as earlier versions wrote lines. */
  const unsealed = (line: string): string => line.replace(/,"crc":"\w+"\}$/, '}');

  it('without a checksum is reported only if it can’t be parsed', async () => {
    const id = await written(temporary, userEntries(20));
    const path = temporary.folder(id).log;
    const whole = fs.readFileSync(path, 'utf8').split('\n').map(unsealed);
    fs.writeFileSync(path, whole.join('\n').replace('"m7"', '"x7"').replace('text of m9', 'text "f m9'));
    const log = await temporary.store.open(id);
    assert.equal((await log.readAll()).length, 19);
    assert.deepEqual(log.report.problems, [
      'Line 9 of the log can’t be read (not JSON). The line stays in the file but is ignored.',
    ]);
  });

  for (const [name, damage] of Object.entries(lineDamages)) {
    it(`${name} is reported, and all other lines are read`, async () => {
      const id = await written(temporary, userEntries(20));
      const path = temporary.folder(id).log;
      const whole = fs.readFileSync(path, 'utf8').split('\n');
      fs.writeFileSync(path, whole.map((line, at) => (at === 6 ? damage(line) : line)).join('\n'));
      const log = await temporary.store.open(id);
      const entries = await log.readAll();
      assert.equal(entries.length, 19);
      assert.deepEqual(
        log.heads().map((head) => head.id),
        entries.map((entry) => entry.id),
      );
      const why = name === 'that consists of zeros' ? 'not JSON' : 'its checksum does not match';
      assert.deepEqual(log.report.problems, [
        `Line 7 of the log can’t be read (${why}). The line stays in the file but is ignored.`,
      ]);
      await log.append(userEntry('m21'));
      await log.close();
      const again = await temporary.store.open(id);
      assert.equal((await again.readAll()).length, entries.length + 1);
      assert.equal(again.report.problems.length, 20 - entries.length);
    });

    it(`${name} does not count as a message in the list of sessions`, async () => {
      const id = await written(temporary, userEntries(20));
      const { log: path } = temporary.folder(id);
      const counted = async (): Promise<number | undefined> =>
        (await temporary.store.list())[0]?.messageCount;
      assert.equal(await counted(), 20);
      const whole = fs.readFileSync(path, 'utf8').split('\n');
      overwrite(path, whole.map((line, at) => (at === 6 ? damage(line) : line)).join('\n'));
      assert.equal(await counted(), 19);
      const log = await temporary.store.open(id);
      await log.readAll();
      await log.append(userEntry('m21'));
      await log.close();
      assert.equal(await counted(), 20);
    });

    it(`${name} does not count as a message if the line was damaged while the session was open`, async () => {
      const log = await temporary.store.create();
      await appendAll(log, userEntries(20));
      const { log: path } = temporary.folder(log.sessionId);
      const whole = fs.readFileSync(path, 'utf8').split('\n');
      overwrite(path, whole.map((line, at) => (at === 6 ? damage(line) : line)).join('\n'));
      await log.append(userEntry('m21'));
      await log.close();
      assert.equal((await temporary.store.list())[0]?.messageCount, 20);
    });
  }

  it('with one wrong letter causes one complete read of the log if the sessions are listed three times', async () => {
    const id = await written(temporary, userEntries(20));
    const { log: path } = temporary.folder(id);
    overwrite(path, fs.readFileSync(path, 'utf8').replace('text of m7', 'texu of m7'));
    let bytesRead = 0;
    const readSync = ((fd: number, bytes: Buffer, ...rest: [number, number, number]) => {
      const count = fs.readSync(fd, bytes, ...rest);
      bytesRead += count;
      return count;
    }) as typeof fs.readSync;
    const window = temporary.window({ readSync });
    const reads: number[] = [];
    for (const nth of [1, 2, 3]) {
      bytesRead = 0;
      assert.equal((await window.list())[0]?.messageCount, 19, String(nth));
      reads.push(bytesRead);
    }
    // The first listing reads the whole file. Each later listing reads only the last byte, to check that the last line
    // is complete.
    assert.deepEqual(reads, [fs.statSync(path).size, 1, 1]);
  });
});
