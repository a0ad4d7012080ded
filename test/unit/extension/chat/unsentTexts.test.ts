import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnsentFiles } from '../../../../src/adapters/store/unsentFiles.ts';
import { UnsentTexts } from '../../../../src/extension/chat/unsentTexts.ts';
import { temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('texts that were not sent', () => {
  let temporary: TemporaryStore;
  let session: string;
  let unsent: UnsentTexts;
  let errors: string[];

  beforeEach(async () => {
    temporary = temporaryStore();
    session = await written(temporary, []);
    errors = [];
    unsent = window();
    unsent.follow(session);
  });

  afterEach(() => {
    temporary.remove();
  });

  function window(): UnsentTexts {
    const files = new UnsentFiles(join(temporary.root, 'sessions'), temporary.environment);
    return new UnsentTexts(files, { error: (message) => void errors.push(message) });
  }

  /** What the composer of the next window gets. */
  function restoredLater(): string | undefined {
    const next = window();
    next.follow(session);
    return next.toRestore?.text;
  }

  it('come back to the composer of the next window when they were still waiting', () => {
    unsent.setWaiting(['one', 'two']);
    assert.equal(unsent.toRestore, undefined, 'they wait');
    assert.equal(restoredLater(), 'one\n\ntwo');
  });

  it('leave nothing behind once they were sent', () => {
    unsent.setWaiting(['one', 'two']);
    unsent.setWaiting(['two']);
    assert.equal(restoredLater(), 'two');
    unsent.setWaiting([]);
    assert.equal(restoredLater(), undefined);
    assert.equal(existsSync(temporary.folder(session).unsent), false);
  });

  it('are offered to the composer until it has them, one return after the other', () => {
    unsent.setWaiting(['one']);
    unsent.giveBack(['one']);
    unsent.giveBack(['two']);
    assert.deepEqual(unsent.toRestore, { id: 1, text: 'one' });
    unsent.restored(1);
    unsent.restored(1);
    assert.deepEqual(unsent.toRestore, { id: 2, text: 'two' });
    assert.equal(restoredLater(), 'two');
    unsent.restored(2);
    assert.equal(unsent.toRestore, undefined);
    assert.equal(restoredLater(), undefined);
  });

  it('come back beside those that wait, when the window goes before the composer has them', () => {
    unsent.giveBack(['one']);
    unsent.setWaiting(['two']);
    assert.equal(restoredLater(), 'one\n\ntwo');
  });

  it('stay with their session when another is shown, and come back once', async () => {
    const other = await written(temporary, []);
    unsent.giveBack(['one']);
    unsent.setWaiting(['two']);
    unsent.follow(other);
    assert.deepEqual(unsent.toRestore, undefined);
    unsent.follow(session);
    assert.deepEqual(unsent.toRestore, { id: 2, text: 'one\n\ntwo' });
    unsent.restored(2);
    assert.deepEqual(unsent.toRestore, undefined);
    assert.equal(existsSync(temporary.folder(session).unsent), false);
  });

  it('leave the file alone while another window writes the session, and are not lost for it', () => {
    unsent.setWaiting(['one']);
    unsent.follow(undefined);
    const other = window();
    other.follow(session);
    other.restored(1);
    other.setWaiting(['of the other']);
    unsent.giveBack(['one']);
    assert.equal(unsent.toRestore?.text, 'one');
    assert.equal(restoredLater(), 'of the other');
    unsent.follow(session);
    assert.equal(unsent.toRestore.text, 'of the other\n\none');
    unsent.restored(unsent.toRestore.id);
    assert.equal(restoredLater(), undefined);
  });

  it('are none where the file holds something else', () => {
    writeFileSync(temporary.folder(session).unsent, '{"no":"list"}');
    assert.equal(restoredLater(), undefined);
    writeFileSync(temporary.folder(session).unsent, '["torn');
    assert.equal(restoredLater(), undefined);
  });

  it('wait all the same when they can not be kept, and the log says so', () => {
    unsent.follow('gone');
    unsent.giveBack(['one']);
    assert.equal(unsent.toRestore?.text, 'one');
    assert.match(errors.join(), /What waits to be sent could not be kept/);
    unsent.follow(session);
    assert.equal(unsent.toRestore.text, 'one');
    assert.equal(restoredLater(), 'one');
  });
});
