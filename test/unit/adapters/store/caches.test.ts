import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { CacheFile } from '../../../../src/adapters/store/cacheFile.ts';
import { SideCar } from '../../../../src/adapters/store/sideCar.ts';
import { emptyMeta, metaAfter, readMeta } from '../../../../src/adapters/store/sessionMeta.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('a cache file', () => {
  let temporary: TemporaryStore;
  let path: string;
  beforeEach(() => {
    temporary = temporaryStore();
    path = join(temporary.root, 'cache');
  });
  afterEach(() => {
    temporary.remove();
  });

  const lines = (): readonly string[] => fs.readFileSync(path, 'utf8').split('\n').slice(0, -1);

  for (const [what, text, values, isDamaged] of [
    ['completely if all lines are valid', '1\n2\n', [1, 2], false],
    ['completely if the file is empty', '', [], false],
    ['without its last line if this line has no line break', '1\n2', [1], true],
    ['up to a line that is not valid JSON', '1\n{\n3\n', [1], true],
    ['up to a line with two values', '1\n2,3\n4\n', [1], true],
  ] as const) {
    it(`is read ${what}`, async () => {
      fs.writeFileSync(path, text);
      const read: unknown[] = [];
      const isWhole = await new CacheFile(fs, path).load((value) => read.push(value) > 0);
      assert.deepEqual([read, isWhole], [values, !isDamaged]);
    });
  }

  it('is read with a pause for other work after every 2,000 lines', async () => {
    fs.writeFileSync(path, '1\n'.repeat(10_000));
    let read = 0;
    const seen: number[] = [];
    const look = (): void => {
      seen.push(read);
      if (read < 10_000) setImmediate(look);
    };
    setImmediate(look);
    assert.equal(await new CacheFile(fs, path).load(() => (read += 1) > 0), true);
    assert.ok(
      [2_000, 4_000, 6_000, 8_000].every((lines) => seen.includes(lines)),
      seen.join(),
    );
  });

  function sideCar(logSize = 1_000_000): Promise<SideCar> {
    return SideCar.load(fs, path, { logSize, token: 't' });
  }
  const line = (at: number) =>
    ({ type: 'entry', head: { id: `m${at}`, kind: 'message' }, offset: at * 10, length: 10 }) as const;

  it('stores the length of each log line, and the id, kind, role and token count of each entry', async () => {
    const first = await sideCar();
    first.addLine({
      type: 'entry',
      head: { id: 'm1', kind: 'message', role: 'user' },
      offset: 0,
      length: 10,
    });
    first.addLine({ type: 'newer', why: 'version 2', offset: 10, length: 5 });
    first.addLine({ type: 'unreadable', why: 'not JSON', offset: 15, length: 5 });
    first.setTokens('m1', 7);
    first.save();
    assert.deepEqual(lines(), [
      '"longthread side-car 1"',
      '["e",10,"m1","message","user"]',
      '["n",5,"version 2"]',
      '["u",5,"not JSON"]',
      '["t","m1",7]',
    ]);
    const again = await sideCar(20);
    assert.deepEqual(again.lines, first.lines);
    assert.deepEqual(
      [again.heads, [...again.tokens], again.coveredTo],
      [[{ id: 'm1', kind: 'message', role: 'user' }], [['m1', 7]], 20],
    );
    assert.equal((await sideCar(19)).coveredTo, 0, 'a side-car that reaches past the log was not dropped');
  });

  for (const record of [
    '["e",0,"m1","message"]',
    '["e",-1,"m1","message"]',
    '["e",5,1,"message"]',
    '["e",5,"m1"]',
    '["x",5,"m1","message"]',
    '["t",1,7]',
    '["t","m1","7"]',
    '{}',
  ])
    it(`is read up to an invalid record: ${record}`, async () => {
      fs.writeFileSync(
        path,
        `"longthread side-car 1"\n["e",10,"m0","message"]\n${record}\n["e",10,"m9","message"]\n`,
      );
      const car = await sideCar();
      assert.deepEqual(
        car.heads.map(({ id }) => id),
        ['m0'],
      );
      car.save();
      assert.equal(lines().length, 2);
    });

  it('is not read if the header has another version', async () => {
    fs.writeFileSync(path, '"longthread side-car 2"\n["e",10,"m0","message"]\n');
    assert.equal((await sideCar()).coveredTo, 0);
  });

  it('is saved by saveWhenMany() only if there are at least 512 new records', async () => {
    const car = await sideCar();
    car.save();
    for (let at = 0; at < 511; at++) car.addLine(line(at));
    car.saveWhenMany();
    assert.equal(lines().length, 1);
    car.addLine(line(511));
    car.saveWhenMany();
    assert.equal(lines().length, 513);
    car.setTokens('m1', 5);
    car.setTokens('m1', 5);
    car.save();
    assert.equal(lines().length, 514);
  });

  it('contains all current records, and no others, if it is saved after remove() or clear()', async () => {
    const car = await sideCar();
    car.addLine(line(0));
    car.save();
    car.remove();
    assert.equal(fs.existsSync(path), false);
    car.save();
    assert.equal(lines().length, 2);
    car.clear();
    assert.deepEqual([car.lines, car.heads, car.tokens.size, car.coveredTo], [[], [], 0, 0]);
    car.save();
    assert.equal(lines().length, 1);
  });
});

describe('the stored metadata of a session', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  it('is rebuilt from the log if a stored number is implausible', async () => {
    const id = await written(temporary, userEntries(3));
    const folder = temporary.folder(id);
    const size = fs.statSync(folder.log).size;
    const now = temporary.environment.now();
    const day = 24 * 60 * 60 * 1000;
    const read = async (meta: object): Promise<unknown> => {
      fs.writeFileSync(
        folder.meta,
        JSON.stringify({ messageCount: 1, logBytes: size, title: 'kept', ...meta }),
      );
      return (await readMeta(temporary.environment, folder, true)).title;
    };
    for (const [meta, title] of [
      [{}, 'kept'],
      [{ logBytes: size + 1 }, undefined],
      [{ logBytes: size - 1 }, undefined],
      [{ logBytes: 0, messageCount: 0 }, 'kept'],
      [{ messageCount: Math.floor(size / 70) }, 'kept'],
      [{ messageCount: Math.floor(size / 70) + 1 }, undefined],
      [{ lastUsedAt: now + day }, 'kept'],
      [{ lastUsedAt: now + day + 1 }, undefined],
      [{ createdAt: now + day + 1 }, undefined],
      [{ messageCount: -1 }, undefined],
      [{ messageCount: 0.5 }, undefined],
    ] as const)
      assert.equal(await read(meta), title, JSON.stringify(meta));
  });
});

describe('a session’s metadata', () => {
  it('is updated with each entry', () => {
    const entries: readonly (readonly [Entry, number])[] = [
      [userEntry('m1'), 50],
      [{ v: 1, id: 'e1', at: 1, kind: 'session', title: 'A', workspace: 'w' }, 70],
      [{ v: 1, id: 'e2', at: 1, kind: 'session', title: 'B' }, 60],
    ];
    assert.deepEqual(
      entries.reduce((meta, [entry, at]) => metaAfter(meta, entry, at), emptyMeta),
      { createdAt: 50, lastUsedAt: 70, messageCount: 1, logBytes: 0, title: 'B', workspace: 'w' },
    );
  });
});
