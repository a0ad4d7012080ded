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
    unsent.opened(session);
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
    next.opened(session);
    return next.toRestore?.text;
  }

  it('come back to the composer of the next window when they were still waiting', () => {
    unsent.setWaiting(session, ['one', 'two']);
    assert.equal(unsent.toRestore, undefined, 'they wait');
    assert.equal(restoredLater(), 'one\n\ntwo');
  });

  it('leave nothing behind once they were sent', () => {
    unsent.setWaiting(session, ['one', 'two']);
    unsent.setWaiting(session, ['two']);
    assert.equal(restoredLater(), 'two');
    unsent.setWaiting(session, []);
    assert.equal(restoredLater(), undefined);
    assert.equal(existsSync(temporary.folder(session).unsent), false);
  });

  it('are offered to the composer until it has them, one return after the other', () => {
    unsent.setWaiting(session, ['one']);
    unsent.giveBack(session, ['one']);
    unsent.giveBack(session, ['two']);
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
    unsent.giveBack(session, ['one']);
    unsent.setWaiting(session, ['two']);
    assert.equal(restoredLater(), 'one\n\ntwo');
  });

  it('stay with their session when another is shown, and come back once', async () => {
    const other = await written(temporary, []);
    unsent.giveBack(session, ['one']);
    unsent.opened(other);
    assert.equal(unsent.toRestore?.text, 'one');
    unsent.opened(session);
    assert.equal(unsent.toRestore.text, 'one');
    unsent.restored(unsent.toRestore.id);
    assert.equal(unsent.toRestore, undefined);
  });

  it('are none where the file holds something else', () => {
    writeFileSync(temporary.folder(session).unsent, '{"no":"list"}');
    assert.equal(restoredLater(), undefined);
    writeFileSync(temporary.folder(session).unsent, '["torn');
    assert.equal(restoredLater(), undefined);
  });

  it('wait all the same when they can not be kept, and the log says so', () => {
    unsent.opened('gone');
    unsent.giveBack('gone', ['one']);
    assert.equal(unsent.toRestore?.text, 'one');
    assert.match(errors.join(), /What waits to be sent could not be kept/);
  });
});
