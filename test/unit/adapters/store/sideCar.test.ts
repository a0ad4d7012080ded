import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { userEntries, userEntry } from '../../../support/sampleEntries.ts';
import {
  appendAll,
  diskError,
  temporaryStore,
  written,
  type TemporaryStore,
} from '../../../support/temporaryStore.ts';

describe('the store of sessions', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  it('keeps token counts in a side-car, a file beside the log', async () => {
    const log = await temporary.store.create();
    await appendAll(log, userEntries(2));
    log.setTokens('m1', 11);
    await log.flush();
    await log.append(userEntry('m3'));
    log.setTokens('m3', 13);
    log.setTokens('m3', 13);
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
  });

  const damages: Readonly<Record<string, (text: string) => string>> = {
    empty: () => '',
    garbage: () => 'garbage',
    torn: (text) => text.slice(0, -9),
    'cut after the fourth line': (text) => text.split('\n').slice(0, 4).join('\n') + '\n',
    'broken in the middle': (text) => text.replace('"m7"', '"m7'),
    'two values on a line': (text) => text.replace('\n["e"', '\n1,["e"'),
    'a wrong first length': (text) => text.replace(/\["e",\d+/, '["e",1'),
    'lengths that are one too high': (text) =>
      text.replace(/\["e",(\d+)/g, (_, n) => `["e",${String(Number(n) + 1)}`),
    'a length with a fraction': (text) => text.replace(/\["e",\d+,"m20"/, '["e",10.5,"m20"'),
    'a length of nearly zero': (text) => text.replace(/\["e",\d+,"m7"/, '["e",1e-7,"m7"'),
    'other ids': (text) => text.replaceAll('"m', '"x'),
    'an unknown record': (text) => text.replace('\n["e"', '\n{"odd":1}\n["e"'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`rebuilds an unusable side-car (${name})`, async () => {
      const id = await written(temporary, userEntries(20));
      const path = temporary.folder(id).sideCar;
      fs.writeFileSync(path, damage(fs.readFileSync(path, 'utf8')));
      const log = await temporary.store.open(id);
      assert.equal(log.heads().at(-1)?.id, 'm20');
      assert.deepEqual(await log.tail(15), userEntries(20).slice(5));
      assert.equal(log.heads().length, 20);
      await log.append(userEntry('m21'));
      await log.close();
      const again = await temporary.store.open(id);
      assert.deepEqual(await again.tail(100), userEntries(21));
    });
  }

  for (const count of ['1e999', '-5000000', '1.5']) {
    it(`ignores a count of ${count} tokens in a side-car`, async () => {
      const id = await written(temporary, userEntries(2));
      fs.appendFileSync(temporary.folder(id).sideCar, `["t","m1",7]\n["t","m2",${count}]\n`);
      const log = await temporary.store.open(id);
      assert.deepEqual([...log.tokens()], [['m1', 7]]);
      await log.close();
    });
  }

  it('saves token counts later if a full disk refused them at first', async () => {
    let isFull = true;
    const appendFileSync: typeof fs.appendFileSync = (...args) => {
      if (isFull) throw diskError('ENOSPC');
      fs.appendFileSync(...args);
    };
    const id = await written(temporary, userEntries(1));
    const log = await temporary.window({ appendFileSync }).open(id);
    log.setTokens('m1', 5);
    await log.flush();
    isFull = false;
    await log.close();
    const again = await temporary.store.open(id);
    assert.equal(again.tokens().get('m1'), 5);
  });

  it('reads a log without a side-car only once', async () => {
    const id = await written(temporary, userEntries(200));
    fs.rmSync(temporary.folder(id).sideCar);
    let bytes = 0;
    const readSync: typeof fs.readSync = ((...given: Parameters<typeof fs.readSync>) => {
      const read = fs.readSync(...given);
      bytes += read;
      return read;
    }) as typeof fs.readSync;
    const log = await temporary.window({ readSync }).open(id);
    assert.deepEqual(await log.readAll(), userEntries(200));
    assert.equal(bytes, fs.statSync(temporary.folder(id).log).size);
    await log.append(userEntry('m201'));
    assert.deepEqual(await log.readAll(), userEntries(201));
  });

  it('rebuilds a side-car when a read finds a wrong id', async () => {
    const id = await written(temporary, userEntries(20));
    const path = temporary.folder(id).sideCar;
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('"m10"', '"x10"'));
    const log = await temporary.store.open(id);
    assert.deepEqual(await log.tail(15), userEntries(20).slice(5));
    assert.ok(log.heads().some(({ id: head }) => head === 'm10'));
  });

  it('saves the side-car during many appends, although the log is neither flushed nor closed', async () => {
    const log = await temporary.store.create();
    await log.flush();
    await appendAll(log, userEntries(600));
    const lines = fs.readFileSync(temporary.folder(log.sessionId).sideCar, 'utf8').split('\n');
    assert.ok(lines.length > 500);
  });
});
