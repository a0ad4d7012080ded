import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { replaceProgram } from '../../../../src/adapters/store/fileSystem.ts';
import { MemoryStore } from '../../../../src/adapters/store/memoryStore.ts';
import { UnsentFiles } from '../../../../src/adapters/store/unsentFiles.ts';
import { userEntries } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

const modeOf = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8);

function* within(folder: string): Generator<string> {
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    yield path;
    if (fs.statSync(path).isDirectory()) yield* within(path);
  }
}

/** Windows has no file modes. The umask is 0, so that the files have the modes that the store itself sets. */
if (process.platform !== 'win32')
  describe('a file of the store', () => {
    let temporary: TemporaryStore;
    let mask: number;
    beforeEach(() => {
      mask = process.umask(0);
      temporary = temporaryStore();
    });
    afterEach(() => {
      process.umask(mask);
      temporary.remove();
    });

    it('has mode 600, in folders with mode 700', async () => {
      const id = await written(temporary, userEntries(3));
      const log = await temporary.store.open(id);
      await log.rewrite((entry) => ({ ...entry }));
      new UnsentFiles(join(temporary.root, 'sessions'), temporary.environment).write(id, ['wait']);
      await log.close();
      const memory = { id: 'y1', type: 'fact', text: 'Use tabs', at: 1 } as const;
      await new MemoryStore(temporary.root, temporary.environment).save('a', memory);
      const other = await written(temporary, userEntries(1));
      temporary.store.delete(other);
      const paths = [...within(temporary.root)];
      for (const path of paths) {
        assert.equal(modeOf(path), fs.statSync(path).isDirectory() ? '700' : '600', path);
      }
      for (const name of ['log.jsonl', 'log.idx', 'meta.json', 'unsent.json', 'memories', 'trash'])
        assert.ok(
          paths.some((path) => path.endsWith(name)),
          name,
        );
    });

    it('of an earlier version becomes inaccessible to other users when the session is opened', async () => {
      const id = await written(temporary, userEntries(1));
      const { path, log } = temporary.folder(id);
      fs.chmodSync(path, 0o755);
      fs.chmodSync(log, 0o644);
      await (await temporary.store.open(id)).close();
      assert.deepEqual([modeOf(path), modeOf(log)], ['700', '600']);
    });

    it('can be opened on a disk that does not support file modes', async () => {
      const id = await written(temporary, userEntries(2));
      fs.chmodSync(temporary.folder(id).log, 0o644);
      const chmodSync = (): never => {
        throw diskError('EPERM');
      };
      const log = await temporary.window({ chmodSync }).open(id);
      assert.deepEqual([log.isReadOnly, await log.readAll()], [false, userEntries(2)]);
      await log.close();
    });

    it('has mode 700 before and after the rename to its final name if the file is a program', () => {
      const modes: string[] = [];
      const renameSync = (from: fs.PathLike, to: fs.PathLike): void => {
        modes.push(modeOf(String(from)));
        fs.renameSync(from, to);
      };
      const path = join(temporary.root, 'program');
      replaceProgram({ ...fs, renameSync }, path, '', 'new');
      assert.deepEqual([...modes, modeOf(path)], ['700', '700']);
    });
  });
