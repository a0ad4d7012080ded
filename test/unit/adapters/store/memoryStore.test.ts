import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { MemoryStore } from '../../../../src/adapters/store/memoryStore.ts';
import type { Memory } from '../../../../src/core/ports.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const memory = (id: string, text: string): Memory => ({
  id,
  type: 'decision',
  text,
  at: 1,
  sessionId: 's',
  source: 'm1',
});

describe('the store of memories', () => {
  let temporary: TemporaryStore;
  let store: MemoryStore;
  beforeEach(() => {
    temporary = temporaryStore();
    store = new MemoryStore(temporary.root, temporary.environment);
  });
  afterEach(() => {
    temporary.remove();
  });

  it('keeps the memories of each workspace apart', () => {
    store.save('a', memory('y1', 'Use tabs'));
    store.save('b', memory('y2', 'Use spaces'));
    const again = new MemoryStore(temporary.root, temporary.environment);
    assert.deepEqual(again.list('a'), [memory('y1', 'Use tabs')]);
    assert.deepEqual(again.list('b'), [memory('y2', 'Use spaces')]);
    assert.deepEqual(again.list('c'), []);
  });

  it('gives back the known memory when a new one says the same', () => {
    store.save('a', memory('y1', 'Use tabs'));
    assert.equal(store.save('a', memory('y2', ' use  TABS. ')).id, 'y1');
    assert.equal(store.list('a').length, 1);
  });

  it('edits and deletes', () => {
    store.save('a', memory('y1', 'Use tabs'));
    store.save('a', memory('y2', 'Ship on Friday'));
    assert.equal(store.edit('a', 'y2', 'Ship on Monday').text, 'Ship on Monday');
    store.delete('a', 'y1');
    store.delete('a', 'never was');
    assert.deepEqual(store.list('a'), [memory('y2', 'Ship on Monday')]);
    assert.throws(() => store.edit('a', 'y1', 'x'), { reason: 'notFound' });
  });

  it('sees what another window saved', () => {
    const other = new MemoryStore(temporary.root, temporary.environment);
    store.save('a', memory('y1', 'one'));
    other.save('a', memory('y2', 'two'));
    store.save('a', memory('y3', 'three'));
    assert.deepEqual(
      other.list('a').map(({ id }) => id),
      ['y1', 'y2', 'y3'],
    );
  });

  for (const garbage of ['', '{"v":1,"memo', '{"v":2,"memories":[]}', '{"v":1,"memories":[{"id":1}]}']) {
    it(`sets a file of ${JSON.stringify(garbage)} aside and says so`, () => {
      store.save('a', memory('y1', 'one'));
      const folder = join(temporary.root, 'memories');
      const [name = ''] = fs.readdirSync(folder);
      fs.writeFileSync(join(folder, name), garbage);
      assert.deepEqual(store.list('a'), []);
      assert.equal(store.problems.length, 1);
      store.save('a', memory('y2', 'two'));
      assert.equal(fs.readFileSync(join(folder, `${name}.bad-1000000`), 'utf8'), garbage);
      assert.deepEqual(
        store.list('a').map(({ id }) => id),
        ['y2'],
      );
    });
  }

  it('keeps the old file when the disk refuses the new one', () => {
    store.save('a', memory('y1', 'one'));
    const renameSync = (): never => {
      throw diskError('ENOSPC');
    };
    const environment = { ...temporary.environment, fs: { ...fs, renameSync } };
    const full = new MemoryStore(temporary.root, environment);
    assert.throws(() => full.save('a', memory('y2', 'two')), { reason: 'unwritable' });
    assert.deepEqual(
      store.list('a').map(({ id }) => id),
      ['y1'],
    );
    assert.equal(fs.readdirSync(join(temporary.root, 'memories')).length, 1);
  });
});
