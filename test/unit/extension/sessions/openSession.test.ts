import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import type { ConversationSetup, OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { begin, openSession, orClosed, recallTexts } from '../../../../src/extension/sessions/openSession.ts';
import type { Services } from '../../../../src/extension/services.ts';
import { userEntries } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, written } from '../../../support/temporaryStore.ts';

describe('what recall is to hold', () => {
  it('has a text less once one was forgotten: an index that still has it is known by its count', () => {
    const entries = userEntries(3);
    const forgotten = forgottenIn(entries, 'm2');
    const after = entries.map((entry) => withoutText(entry, forgotten));
    assert.deepEqual(
      [entries, after].map((log) => recallTexts({ session: foldSession(log) }).map(({ id }) => id)),
      [
        ['m1', 'm2', 'm3'],
        ['m1', 'm3'],
      ],
    );
  });
});

/** A disk that has room for names alone. */
const refusing = ((fd: number, data: string | Buffer) => {
  if (typeof data !== 'string') throw diskError('ENOSPC');
  return fs.writeSync(fd, data);
}) as typeof fs.writeSync;

describe('opening a session', () => {
  const failing = { counter: { warmUp: () => Promise.reject(new Error('no worker')) } };

  it('that fails leaves no lock behind, so that the next try can write', async () => {
    const temporary = temporaryStore();
    try {
      const id = await written(temporary, userEntries(1));
      const log = await temporary.store.open(id);
      const setup = (() => ({})) as unknown as ConversationSetup;
      const opening = openSession(log, { services: failing as unknown as Services, setup });
      await assert.rejects(opening, /no worker/);
      const again = await temporary.window().open(id);
      assert.equal(again.isReadOnly, false);
      await again.close();
    } finally {
      temporary.remove();
    }
  });

  it('that can not begin leaves nothing of it, but what waits there to be sent', async () => {
    const temporary = temporaryStore();
    try {
      const { store } = temporary;
      const log = await temporary.window({ writeSync: refusing }).create();
      const [entry] = userEntries(1);
      const live = { append: () => log.append(entry!), close: () => log.close() };
      const beginning = (): Promise<unknown> =>
        begin({ id: log.sessionId, live } as unknown as OpenSession, { entry: { kind: 'session' }, store });
      const { unsent, path } = temporary.folder(log.sessionId);
      fs.writeFileSync(unsent, '["wait"]');
      await assert.rejects(beginning(), /the disk is full/);
      assert.ok(fs.existsSync(path));
      fs.rmSync(unsent);
      await assert.rejects(beginning(), /closed here/);
      assert.equal(fs.existsSync(path), false);
      const written = await store.create();
      await written.append(entry!);
      await written.close();
      store.discard(written.sessionId);
      assert.deepEqual((await store.open(written.sessionId)).report.problems, []);
    } finally {
      temporary.remove();
    }
  });

  it('tells what failed, not what closing made of it, and closes nothing that worked', async () => {
    let closed = 0;
    const opened = { close: () => Promise.reject(new Error(`close ${String(++closed)}`)) };
    await assert.rejects(
      orClosed(opened, () => Promise.reject(new Error('the disk is full'))),
      /the disk is full/,
    );
    assert.equal(await orClosed(opened, () => Promise.resolve('done')), 'done');
    assert.equal(closed, 1);
  });
});
