import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { inExclusion } from '../../../../src/adapters/store/exclusion.ts';
import { UnsentFiles } from '../../../../src/adapters/store/unsentFiles.ts';
import { userEntries } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

/** A file that can't be read for a while must not count as missing. */
describe('a temporarily unreadable file', () => {
  let temporary: TemporaryStore;
  let refused: RegExp | undefined;
  const readFileSync = ((path: string, options: 'utf8') => {
    if (refused?.test(path) === true) throw diskError('EMFILE');
    return fs.readFileSync(path, options);
  }) as typeof fs.readFileSync;
  beforeEach(() => {
    temporary = temporaryStore();
    refused = undefined;
  });
  afterEach(() => {
    temporary.remove();
  });

  it('that serves as a cache does not prevent a session from opening', async () => {
    const id = await written(temporary, userEntries(3));
    refused = /log\.idx$|meta\.json$/;
    const window = temporary.window({ readFileSync });
    assert.equal((await window.list())[0]?.messageCount, 3);
    const log = await window.open(id);
    assert.deepEqual(await log.readAll(), userEntries(3));
    log.setTokens('m1', 7);
    await log.close();
    refused = undefined;
    assert.equal((await temporary.store.open(id)).tokens().get('m1'), 7);
  });

  it('that contains unsent texts is not overwritten, and later writes keep these texts', async () => {
    const id = await written(temporary, userEntries(1));
    const environment = { ...temporary.environment, fs: { ...fs, readFileSync } };
    const files = new UnsentFiles(`${temporary.root}/sessions`, environment);
    files.write(id, ['from before']);
    refused = /unsent\.json$/;
    assert.deepEqual(files.read(id), []);
    assert.throws(
      () => {
        files.write(id, ['new']);
      },
      { reason: 'unwritable', message: /The waiting messages could not be saved: too many files/ },
    );
    refused = undefined;
    files.write(id, ['new']);
    files.write(id, ['newer']);
    assert.deepEqual(files.read(id), ['from before', 'newer']);
    files.write(id, []);
    assert.deepEqual(files.read(id), []);
    assert.equal(fs.existsSync(temporary.folder(id).unsent), false);
  });

  it('that serves as a lock does not prevent inExclusion from finishing its work', async () => {
    const path = `${temporary.root}/alone`;
    const environment = { ...temporary.environment, fs: { ...fs, readFileSync } };
    const done = await inExclusion(environment, path, () => {
      refused = /alone/;
      return 'done';
    });
    assert.equal(done, 'done');
    refused = undefined;
    assert.equal(await inExclusion(environment, path, () => 'again'), 'again');
  });
});
