import assert from 'node:assert/strict';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { nodeSqlite } from '../../../../src/adapters/recall/nodeSqlite.ts';
import { openRecallStore } from '../../../../src/adapters/recall/openRecallStore.ts';
import { RecallEngine } from '../../../../src/adapters/recall/recallEngine.ts';
import type { SqlEngine } from '../../../../src/adapters/recall/sqlDatabase.ts';
import { wasmSqlite } from '../../../../src/adapters/recall/wasmSqlite.ts';

const texts = [
  ['m1', 'The loop comes from renewToken() in src/auth/tokenStore.ts, which never checks the expiry.'],
  ['m2', 'npm install lodash@4.17.93 fixed it; v4.17.20 had the bug'],
  ['m3', 'Never touch src/auth/session.ts.'],
  ['m4', 'the wombat migration must run before the deploy'],
  ['m5', 'class AegisStoreProvider implements StoreProvider<Aegis> {}'],
  ['m6', 'この関数は変数の名前を正規化する'],
  ['m7', 'const MAX_RETRY_COUNT = 5; // see issue #318'],
  ['m8', `exit code 1: ENOENT, open '/var/tmp/cache-7f3a.json'`],
].map(([id = '', text = '']) => ({ id, text }));

const noFts: SqlEngine = {
  name: 'node:sqlite',
  open: () => Promise.reject(new Error('no such module: fts5')),
};

const manyTexts = Array.from({ length: 500 }, (_, index) => ({
  id: `m${index}`,
  text: `word${index} `.repeat(30),
}));

/** Overwrites the bytes of a file from `start` up to, but not including, `end`. */
function overwrite(path: string, start: number, end: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(end - start, 0x5a), 0, end - start, start);
  closeSync(file);
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longthread-recall-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const engine of [nodeSqlite, wasmSqlite]) {
  describe(`recall with ${engine.name}`, () => {
    const queries: readonly [query: string, best: string][] = [
      ['renewToken', 'm1'],
      ['renew_token', 'm1'],
      ['token store', 'm1'],
      ['src/auth/tokenStore.ts', 'm1'],
      ['auth/session.ts', 'm3'],
      ['4.17.93', 'm2'],
      ['lodash@4.17.93', 'm2'],
      ['17.20', 'm2'],
      ['why must wombat run before deploy', 'm4'],
      ['wombats migrations', 'm4'],
      ['aegisStoreProvider', 'm5'],
      ['gisStorePro', 'm5'],
      ['変数', 'm6'],
      ['正規化', 'm6'],
      ['max retry', 'm7'],
      ['#318', 'm7'],
      ['cache-7f3a.json', 'm8'],
      ["open '/var", 'm8'],
      ['StoreProvider<Aegis>', 'm5'],
    ];

    it('finds names, parts of names, paths, versions, substrings and CJK words', async () => {
      const { store, engine: used } = await openRecallStore(':memory:', [engine]);
      assert.equal(used, engine.name);
      const recall = new RecallEngine(store);
      await recall.add(texts);
      for (const [query, best] of queries) {
        assert.equal(recall.search(query, 5)[0]?.id, best, query);
      }
      store.close();
    });

    it('returns an excerpt around the found words', async () => {
      const { store } = await openRecallStore(':memory:', [engine]);
      const recall = new RecallEngine(store);
      await recall.add([
        { id: 'm1', text: `${'nothing here\n'.repeat(500)}a needle\n${'nor here\n'.repeat(500)}` },
      ]);
      assert.match(recall.search('needle', 1)[0]?.excerpt ?? '', /^….*a needle.*…$/s);
      store.close();
    });

    it('finds texts with some of the query’s words if few texts contain all words', async () => {
      const { store } = await openRecallStore(':memory:', [engine]);
      const recall = new RecallEngine(store);
      await recall.add([
        { id: 'm1', text: 'the tide gauge' },
        { id: 'm2', text: 'a tide and a gauge' },
        { id: 'm3', text: 'the gauge alone' },
      ]);
      assert.deepEqual(
        recall.search('tide gauge', 5).map(({ id }) => id),
        ['m1', 'm2', 'm3'],
      );
      store.close();
    });

    it('accepts every query, even in SQLite’s query syntax', async () => {
      const { store } = await openRecallStore(':memory:', [engine]);
      const recall = new RecallEngine(store);
      await recall.add(texts);
      for (const query of [
        '"',
        '""',
        '*',
        'a AND',
        'NEAR(',
        'terms:x',
        '-x',
        '^y',
        "'",
        '(',
        '%_',
        '\0',
        '{x y}:',
      ]) {
        assert.ok(Array.isArray(recall.search(query, 5)), query);
      }
      fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => recall.search(query, 5).length <= 5));
      store.close();
    });

    it('finds texts that are not indexed yet', async () => {
      const { store } = await openRecallStore(':memory:', [engine]);
      const recall = new RecallEngine(store);
      const adding = recall.add(texts);
      assert.equal(store.stamp().count, 0);
      assert.equal(recall.search('renewToken', 5)[0]?.id, 'm1');
      await adding;
      assert.deepEqual(store.stamp(), { count: 8, lastId: 'm8' });
      store.close();
    });

    it('stores each text once in the index file', async () => {
      const path = join(folder, 'deeper', 'recall.db');
      const first = await openRecallStore(path, [engine]);
      first.store.insert(texts);
      first.store.insert(texts.slice(0, 3));
      first.store.close();
      const again = await openRecallStore(path, [engine]);
      assert.deepEqual(again.problems, []);
      assert.deepEqual(again.store.stamp(), { count: 8, lastId: 'm8' });
      assert.equal(new RecallEngine(again.store).search('wombat', 1)[0]?.id, 'm4');
      again.store.close();
    });

    it('rebuilds a file that is not a database', async () => {
      const path = join(folder, 'recall.db');
      writeFileSync(path, 'this was never a database'.repeat(1000));
      const { store, problems } = await openRecallStore(path, [engine]);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /index is rebuilt/);
      assert.equal(store.stamp().count, 0);
      store.insert(texts);
      store.close();
    });

    it('rebuilds a file with overwritten pages', async () => {
      const path = join(folder, 'recall.db');
      const { store } = await openRecallStore(path, [engine]);
      store.insert(manyTexts);
      store.close();
      overwrite(path, 0, 60_000);
      const again = await openRecallStore(path, [engine]);
      assert.match(again.problems.join(), /index is rebuilt/);
      assert.deepEqual(again.store.stamp(), { count: 0, lastId: undefined });
      again.store.close();
    });

    it('checks a file that was not closed, and rebuilds the file if it is damaged', async () => {
      const path = join(folder, 'recall.db');
      const { store } = await openRecallStore(path, [engine]);
      store.insert(manyTexts);
      store.close();
      const database = await engine.open(path);
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA application_id = 1');
      database.close();
      overwrite(path, 3 * 4096, 20 * 4096);
      const again = await openRecallStore(path, [engine]);
      assert.match(again.problems.join(), /index is rebuilt/);
      assert.equal(again.store.stamp().count, 0);
      again.store.close();
    });

    it('rebuilds a file of another version', async () => {
      const path = join(folder, 'recall.db');
      const database = await engine.open(path);
      database.exec('CREATE TABLE message(x); PRAGMA user_version = 999');
      database.close();
      const { store, problems } = await openRecallStore(path, [engine]);
      assert.match(problems.join(), /version 999/);
      assert.equal(store.stamp().count, 0);
      store.close();
    });

    it('deletes all texts on request', async () => {
      const { store } = await openRecallStore(join(folder, 'recall.db'), [engine]);
      const recall = new RecallEngine(store);
      await recall.add(texts);
      recall.clear();
      assert.deepEqual(recall.search('wombat', 5), []);
      await recall.add(texts.slice(0, 2));
      assert.deepEqual(recall.stamp(), { count: 2, lastId: 'm2' });
      store.close();
    });
  });
}

describe('recall with different SQLite engines', () => {
  it('returns the same hits with both engines', async () => {
    const [native, wasm] = await Promise.all(
      [nodeSqlite, wasmSqlite].map(async (engine) => {
        const { store } = await openRecallStore(':memory:', [engine]);
        const recall = new RecallEngine(store);
        await recall.add(texts);
        return recall;
      }),
    );
    for (const query of ['token', 'src/auth', '4.17', 'the deploy', 'StoreProvider', '関数', 'x']) {
      assert.deepEqual(native?.search(query, 10), wasm?.search(query, 10), query);
    }
  });

  it('opens a file that the other engine wrote', async () => {
    const path = join(folder, 'recall.db');
    for (const [engine, count] of [
      [nodeSqlite, 0],
      [wasmSqlite, 4],
      [nodeSqlite, 8],
    ] as const) {
      const { store, problems } = await openRecallStore(path, [engine]);
      assert.deepEqual(problems, []);
      assert.equal(store.stamp().count, count);
      store.insert(texts.slice(0, count + 4));
      store.close();
    }
  });

  it('uses the second engine if the first engine has no full-text search', async () => {
    const { engine, problems, store } = await openRecallStore(':memory:', [noFts, wasmSqlite]);
    assert.equal(engine, 'node-sqlite3-wasm');
    assert.match(problems.join(), /node:sqlite.*no such module: fts5/);
    store.close();
  });

  it('scans the texts if no engine works', async () => {
    const { engine, store } = await openRecallStore(join(folder, 'recall.db'), [noFts, noFts]);
    assert.equal(engine, 'scan');
    const recall = new RecallEngine(store);
    await recall.add(texts);
    await recall.add(texts);
    assert.deepEqual(recall.stamp(), { count: 8, lastId: 'm8' });
    assert.deepEqual(
      recall.search('storeprovider', 5).map(({ id }) => id),
      ['m5'],
    );
    recall.clear();
    assert.deepEqual(recall.search('storeprovider', 5), []);
    store.close();
  });

  it('scans the texts and keeps the index file if the file is already open', async () => {
    const path = join(folder, 'recall.db');
    const first = await openRecallStore(path, [nodeSqlite]);
    first.store.insert(texts);
    const second = await openRecallStore(path, [nodeSqlite, wasmSqlite]);
    assert.equal(second.engine, 'scan');
    assert.match(second.problems.join(), /locked/);
    assert.equal(first.store.stamp().count, 8);
    first.store.close();
  });

  it('opens the index file even if a killed process left a lock folder', async () => {
    const path = join(folder, 'recall.db');
    mkdirSync(`${path}.lock`);
    const { engine, store } = await openRecallStore(path, [wasmSqlite]);
    assert.equal(engine, 'node-sqlite3-wasm');
    store.close();
  });
});
