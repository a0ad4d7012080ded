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
  let problems: string[];
  beforeEach(() => {
    temporary = temporaryStore();
    problems = [];
    store = new MemoryStore(temporary.root, temporary.environment, (problem) => problems.push(problem));
  });
  afterEach(() => {
    temporary.remove();
  });

  it('keeps the memories of different workspaces separate', async () => {
    await store.save('a', memory('y1', 'Use tabs'));
    await store.save('b', memory('y2', 'Use spaces'));
    const again = new MemoryStore(temporary.root, temporary.environment);
    assert.deepEqual(again.list('a'), [memory('y1', 'Use tabs')]);
    assert.deepEqual(again.list('b'), [memory('y2', 'Use spaces')]);
    assert.deepEqual(again.list('c'), []);
  });

  it('returns the stored memory instead of saving a memory that differs only in case, spaces or a final period', async () => {
    await store.save('a', memory('y1', 'Use tabs'));
    assert.equal((await store.save('a', memory('y2', ' use  TABS. '))).id, 'y1');
    assert.equal(store.list('a').length, 1);
  });

  it('replaces an unaccepted memory with an accepted memory of the same text', async () => {
    await store.save('a', memory('y1', 'Use tabs'));
    const accepted = { ...memory('y2', 'use tabs'), isAgreed: true };
    assert.deepEqual(await store.save('a', accepted), accepted);
    assert.equal((await store.save('a', memory('y3', 'Use tabs'))).id, 'y2');
    assert.deepEqual(store.list('a'), [accepted]);
  });

  it('edits and deletes memories, and rejects the edit of a deleted memory', async () => {
    await store.save('a', memory('y1', 'Use tabs'));
    await store.save('a', memory('y2', 'Ship on Friday'));
    assert.equal((await store.edit('a', 'y2', 'Ship on Monday')).text, 'Ship on Monday');
    await store.delete('a', 'y1');
    await store.delete('a', 'never was');
    assert.deepEqual(store.list('a'), [memory('y2', 'Ship on Monday')]);
    await assert.rejects(store.edit('a', 'y1', 'x'), { reason: 'notFound' });
  });

  it('lists the memories that another window saved, and does not overwrite these memories', async () => {
    const other = new MemoryStore(temporary.root, temporary.environment);
    await store.save('a', memory('y1', 'one'));
    await other.save('a', memory('y2', 'two'));
    await store.save('a', memory('y3', 'three'));
    assert.deepEqual(
      other.list('a').map(({ id }) => id),
      ['y1', 'y2', 'y3'],
    );
  });

  it('keeps both memories if two windows save at the same time', async () => {
    await store.save('a', memory('y1', 'one'));
    const folder = join(temporary.root, 'memories');
    const [name = ''] = fs.readdirSync(folder);
    const lock = join(folder, `${name}.lock`);
    fs.writeFileSync(lock, 'another window');
    let pauses = 0;
    const pause = async (): Promise<void> => {
      await Promise.resolve();
      if (++pauses < 3) return;
      const saved = { v: 1, memories: [memory('y1', 'one'), memory('y2', 'two')] };
      fs.writeFileSync(join(folder, name), JSON.stringify(saved));
      fs.rmSync(lock);
    };
    await new MemoryStore(temporary.root, { ...temporary.environment, pause }).save(
      'a',
      memory('y3', 'three'),
    );
    assert.deepEqual(
      store.list('a').map(({ id }) => id),
      ['y1', 'y2', 'y3'],
    );
    assert.deepEqual(fs.readdirSync(folder), [name]);
  });

  it('can still be changed after another window was killed while it saved a memory', async () => {
    await store.save('a', memory('y1', 'one'));
    const folder = join(temporary.root, 'memories');
    const [name = ''] = fs.readdirSync(folder);
    fs.writeFileSync(join(folder, `${name}.lock`), 'dead');
    await store.delete('a', 'y1');
    assert.deepEqual(store.list('a'), []);
    assert.deepEqual(fs.readdirSync(folder), [name]);
  });

  it('does not remove the lock file of a third window that has just replaced a killed window’s lock file', async () => {
    await store.save('a', memory('y1', 'one'));
    const folder = join(temporary.root, 'memories');
    const [name = ''] = fs.readdirSync(folder);
    const lock = join(folder, `${name}.lock`);
    fs.writeFileSync(lock, 'dead');
    let isThirdSaving = false;
    const openSync: typeof fs.openSync = (path, ...options) => {
      if (String(path).startsWith(`${lock}.`) && !isThirdSaving) {
        fs.writeFileSync(lock, 'third');
        isThirdSaving = true;
      }
      return fs.openSync(path, ...options);
    };
    const pause = async (): Promise<void> => {
      await Promise.resolve();
      if (!isThirdSaving) return;
      assert.equal(fs.readFileSync(lock, 'utf8'), 'third');
      const saved = { v: 1, memories: [memory('y1', 'one'), memory('y2', 'two')] };
      fs.writeFileSync(join(folder, name), JSON.stringify(saved));
      fs.rmSync(lock);
      isThirdSaving = false;
    };
    const late = { ...temporary.environment, fs: { ...fs, openSync }, pause };
    await new MemoryStore(temporary.root, late).save('a', memory('y3', 'three'));
    assert.deepEqual(
      store.list('a').map(({ id }) => id),
      ['y1', 'y2', 'y3'],
    );
    assert.deepEqual(fs.readdirSync(folder), [name]);
  });

  it('has a lock file while it saves, edits or deletes a memory', async () => {
    const folder = join(temporary.root, 'memories');
    let locks = 0;
    const renameSync: typeof fs.renameSync = (from, to) => {
      locks += fs.readdirSync(folder).filter((name) => name.endsWith('.lock')).length;
      fs.renameSync(from, to);
    };
    const watched = { ...temporary.environment, fs: { ...fs, renameSync } };
    const other = new MemoryStore(temporary.root, watched);
    await other.save('a', memory('y1', 'one'));
    await other.edit('a', 'y1', 'two');
    await other.delete('a', 'y1');
    assert.equal(locks, 3);
  });

  it('writes nothing if there is no memory to delete', async () => {
    await store.deleteFrom('a', { sessionId: 's', source: 'm1' });
    assert.ok(!fs.existsSync(join(temporary.root, 'memories')));
  });

  it('deletes only the memories that came from a given message of a session', async () => {
    await store.save('a', memory('y1', 'one'));
    await store.save('a', { ...memory('y2', 'two'), sessionId: 't' });
    await store.save('a', { ...memory('y3', 'three'), source: 'm2' });
    await store.deleteFrom('a', { sessionId: 's', source: 'm1' });
    assert.deepEqual(
      store.list('a').map(({ id }) => id),
      ['y2', 'y3'],
    );
  });

  for (const garbage of [
    ...['', '{"v":1,"memo', '{"v":0,"memories":[]}', '{"v":1,"memories":[{"id":1}]}'],
    '{"v":1,"memories":[{"id":"y1","type":"fact","text":"one","at":1e300}]}',
  ]) {
    it(`renames an unreadable file when a memory is saved: ${JSON.stringify(garbage)}`, async () => {
      await store.save('a', memory('y1', 'one'));
      const folder = join(temporary.root, 'memories');
      const [name = ''] = fs.readdirSync(folder);
      fs.writeFileSync(join(folder, name), garbage);
      assert.deepEqual([store.list('a'), store.list('a')], [[], []]);
      // `list` does not rename the file, because it does not lock out other windows. Another window could replace the
      // file between the reading and the renaming.
      assert.deepEqual(fs.readdirSync(folder), [name]);
      await assert.rejects(store.edit('a', 'y1', 'x'), { reason: 'notFound' });
      await store.save('a', memory('y2', 'two'));
      assert.equal(fs.readFileSync(join(folder, `${name}.bad-1000000`), 'utf8'), garbage);
      assert.deepEqual(
        store.list('a').map(({ id }) => id),
        ['y2'],
      );
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', /could not be read/);
    });
  }

  it('does not change a file of a newer version', async () => {
    await store.save('a', memory('y1', 'one'));
    const folder = join(temporary.root, 'memories');
    const [name = ''] = fs.readdirSync(folder);
    const newer = '{"v":2,"facts":[]}';
    fs.writeFileSync(join(folder, name), newer);
    assert.deepEqual([store.list('a'), store.list('a')], [[], []]);
    await assert.rejects(store.save('a', memory('y2', 'two')), {
      reason: 'unwritable',
      message: /newer version/,
    });
    await assert.rejects(store.deleteFrom('a', { sessionId: 's', source: 'm1' }), {
      reason: 'unwritable',
      message: /newer version/,
    });
    assert.match(
      problems.join(),
      /^A newer version of Longthread saved the memories [^.]+\. Update [^.]+\.$/,
    );
    assert.deepEqual(fs.readdirSync(folder), [name]);
    assert.equal(fs.readFileSync(join(folder, name), 'utf8'), newer);
  });

  it('keeps the old file if the disk refuses the new file', async () => {
    await store.save('a', memory('y1', 'one'));
    const renameSync = (): never => {
      throw diskError('ENOSPC');
    };
    const environment = { ...temporary.environment, fs: { ...fs, renameSync } };
    const full = new MemoryStore(temporary.root, environment);
    await assert.rejects(full.save('a', memory('y2', 'two')), { reason: 'unwritable' });
    assert.deepEqual(
      store.list('a').map(({ id }) => id),
      ['y1'],
    );
    assert.equal(fs.readdirSync(join(temporary.root, 'memories')).length, 1);
  });
});
