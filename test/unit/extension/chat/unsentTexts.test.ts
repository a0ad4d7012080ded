import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnsentFiles } from '../../../../src/adapters/store/unsentFiles.ts';
import { UnsentTexts } from '../../../../src/extension/chat/unsentTexts.ts';
import { temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('unsent texts', () => {
  let temporary: TemporaryStore;
  let session: string;
  let unsent: UnsentTexts;
  let errors: string[];

  beforeEach(async () => {
    temporary = temporaryStore();
    session = await written(temporary, []);
    errors = [];
    unsent = window();
    unsent.follow(session, true);
  });

  afterEach(() => {
    temporary.remove();
  });

  function window(): UnsentTexts {
    const files = new UnsentFiles(join(temporary.root, 'sessions'), temporary.environment);
    return new UnsentTexts(files, { error: (message) => void errors.push(message) });
  }

  const restored = (): string | undefined => unsent.toRestore(session)?.text;

  /** Returns what the composer of the next window gets. */
  function restoredLater(): string | undefined {
    const next = window();
    next.follow(session, true);
    return next.toRestore(session)?.text;
  }

  it('return to the composer of the next window if the texts were queued', () => {
    unsent.setWaiting(['one', 'two']);
    assert.equal(restored(), undefined, 'queued texts return to the composer of the same window');
    assert.equal(restoredLater(), 'one\n\ntwo');
  });

  it('return to the composer of the next window if the window closes before the texts are logged', () => {
    const { arrived } = unsent.sending('one');
    assert.equal(restored(), undefined, 'the text returns to the composer while it is being sent');
    assert.equal(restoredLater(), 'one');
    arrived();
    assert.equal(restoredLater(), undefined);
  });

  it('are removed from their session’s file when they are logged, even if another session is shown', async () => {
    const other = await written(temporary, []);
    const { arrived } = unsent.sending('one');
    const { failed } = unsent.sending('two');
    unsent.follow(other, true);
    arrived();
    failed();
    unsent.follow(session, true);
    assert.equal(restored(), 'two');
  });

  it('do not return to the composer while they are being sent, even if another session was shown meanwhile', async () => {
    const other = await written(temporary, []);
    const first = unsent.sending('one');
    const second = unsent.sending('two');
    unsent.follow(other, true);
    unsent.follow(session, true);
    assert.equal(restored(), undefined);
    first.arrived();
    assert.equal(restoredLater(), 'two');
    second.failed();
    assert.equal(restored(), 'two');
  });

  it('return to the composer if sending fails', () => {
    unsent.setWaiting(['waits']);
    unsent.sending('failed').failed();
    assert.equal(restored(), 'failed');
    assert.equal(restoredLater(), 'failed\n\nwaits');
  });

  it('leave no file behind after sending', () => {
    unsent.setWaiting(['one', 'two']);
    unsent.setWaiting(['two']);
    assert.equal(restoredLater(), 'two');
    unsent.setWaiting([]);
    assert.equal(restoredLater(), undefined);
    assert.equal(existsSync(temporary.folder(session).unsent), false);
  });

  it('are offered to the composer one at a time', () => {
    unsent.setWaiting(['one']);
    unsent.giveBack(['one']);
    unsent.giveBack(['two']);
    assert.deepEqual(unsent.toRestore(session), { id: 1, text: 'one' });
    unsent.restored(1);
    unsent.restored(1);
    assert.deepEqual(unsent.toRestore(session), { id: 2, text: 'two' });
    assert.equal(restoredLater(), 'two');
    unsent.restored(2);
    assert.equal(restored(), undefined);
    assert.equal(restoredLater(), undefined);
  });

  it('return together to the next window if some texts were given back and other texts were queued', () => {
    unsent.giveBack(['one']);
    unsent.setWaiting(['two']);
    assert.equal(restoredLater(), 'one\n\ntwo');
  });

  it('stay with their session when another session is shown', async () => {
    const other = await written(temporary, []);
    unsent.giveBack(['one']);
    unsent.setWaiting(['two']);
    assert.equal(unsent.toRestore(other), undefined, 'texts are offered to a session that is not shown yet');
    unsent.follow(other, true);
    assert.deepEqual([unsent.toRestore(other), unsent.toRestore(session)], [undefined, undefined]);
    unsent.follow(session, true);
    assert.deepEqual(unsent.toRestore(session), { id: 2, text: 'one\n\ntwo' });
    unsent.restored(2);
    assert.deepEqual(restored(), undefined);
    assert.equal(existsSync(temporary.folder(session).unsent), false);
  });

  it('are not offered in a session that this window can’t write', async () => {
    const other = await written(temporary, []);
    unsent.follow(other, true);
    unsent.giveBack(['theirs']);
    unsent.follow(session, true);
    unsent.giveBack(['one']);
    const { id } = unsent.toRestore(session) ?? assert.fail();
    unsent.follow(other, false);
    assert.equal(unsent.toRestore(other), undefined);
    unsent.restored(id);
    unsent.follow(session, true);
    assert.equal(restored(), 'one');
    unsent.follow(other, true);
    assert.equal(unsent.toRestore(other)?.text, 'theirs');
  });

  it('are not saved in the session’s file while another window writes the session', () => {
    unsent.setWaiting(['one']);
    unsent.follow(session, false);
    const other = window();
    other.follow(session, true);
    other.restored(1);
    other.setWaiting(['of the other']);
    unsent.giveBack(['one']);
    assert.equal(restored(), 'one');
    assert.equal(restoredLater(), 'of the other');
    unsent.follow(session, true);
    const both = unsent.toRestore(session);
    assert.equal(both?.text, 'of the other\n\none');
    unsent.restored(both.id);
    assert.equal(restoredLater(), undefined);
  });

  it('are ignored if their file is damaged', () => {
    writeFileSync(temporary.folder(session).unsent, '{"no":"list"}');
    assert.equal(restoredLater(), undefined);
    writeFileSync(temporary.folder(session).unsent, '["torn');
    assert.equal(restoredLater(), undefined);
  });

  it('stay with their session if the file can’t be written', () => {
    unsent.follow('gone', true);
    unsent.giveBack(['one']);
    assert.equal(unsent.toRestore('gone')?.text, 'one');
    assert.match(errors.join(), /The waiting messages could not be saved/);
    unsent.follow(session, true);
    assert.equal(restored(), undefined);
    unsent.follow('gone', true);
    assert.equal(unsent.toRestore('gone')?.text, 'one');
  });
});
