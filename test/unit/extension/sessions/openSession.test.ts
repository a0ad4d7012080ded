import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import {
  closeOnFailure,
  createSession,
  openSession,
  recallTexts,
  type ConversationSetup,
} from '../../../../src/extension/sessions/openSession.ts';
import type { Services } from '../../../../src/extension/services.ts';
import { userEntries } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('the texts to index for recall', () => {
  it('do not contain a forgotten message', () => {
    const entries = userEntries(3);
    const forgotten = forgottenIn(entries, 'm2');
    const after = entries.map((entry) => withoutText(entry, forgotten));
    assert.deepEqual(
      [entries, after].map((log) => atOnce(recallTexts({ session: foldSession(log) })).map(({ id }) => id)),
      [
        ['m1', 'm2', 'm3'],
        ['m1', 'm3'],
      ],
    );
  });
});

/** Writes strings. For bytes, fails as if the disk were full. */
const refusing = ((fd: number, data: string | Buffer) => {
  if (typeof data !== 'string') throw diskError('ENOSPC');
  return fs.writeSync(fd, data);
}) as typeof fs.writeSync;

/** Returns services with which a session can be created. */
function working({ root, store }: TemporaryStore, changes: object = {}): Services {
  const nothing = (): undefined => undefined;
  return {
    store,
    sessionsFolder: path.join(root, 'sessions'),
    counter: { warmUp: () => Promise.resolve() },
    clock: { now: () => 0, monotonic: () => 0 },
    logger: { info: nothing, warn: nothing, error: nothing },
    workspace: nothing,
    workerPath: (bundle: string) => bundle,
    ...changes,
  } as unknown as Services;
}

describe('opening a session', () => {
  const failing = { counter: { warmUp: () => Promise.reject(new Error('no worker')) } };
  const setup = (() => ({})) as unknown as ConversationSetup;

  it('leaves no lock behind if opening fails', async () => {
    const temporary = temporaryStore();
    try {
      const id = await written(temporary, userEntries(1));
      const log = await temporary.store.open(id);
      const opening = openSession(log, { services: failing as unknown as Services, setup });
      await assert.rejects(opening, /no worker/);
      const again = await temporary.window().open(id);
      assert.equal(again.isReadOnly, false);
      await again.close();
    } finally {
      temporary.remove();
    }
  });

  it('leaves no files of a new session if opening fails', async () => {
    const temporary = temporaryStore();
    try {
      await assert.rejects(createSession({ services: working(temporary, failing), setup }), /no worker/);
      const unset = (): never => assert.fail('no settings');
      await assert.rejects(createSession({ services: working(temporary), setup: unset }), /no settings/);
      assert.deepEqual(fs.readdirSync(path.join(temporary.root, 'sessions')), []);
    } finally {
      temporary.remove();
    }
  });

  it('leaves no files of a new session that can’t be written, unless it has entries or waiting messages', async () => {
    const temporary = temporaryStore();
    try {
      const store = temporary.window({ writeSync: refusing });
      const services = working(temporary, { store });
      const made: string[] = [];
      const waiting = (({ id }: { id: string }) => {
        made.push(id);
        fs.writeFileSync(temporary.folder(id).unsent, '["wait"]');
        return {};
      }) as unknown as ConversationSetup;
      await assert.rejects(createSession({ services, setup }), /the disk is full/);
      await assert.rejects(createSession({ services, setup: waiting }), /the disk is full/);
      assert.deepEqual(fs.readdirSync(path.join(temporary.root, 'sessions')), made);
      const full = await createSession({ services: working(temporary), setup });
      await full.live.close();
      temporary.store.discard(full.id);
      assert.deepEqual((await temporary.store.open(full.id)).report.problems, []);
    } finally {
      temporary.remove();
    }
  });

  it('reports the first error even if closing also fails', async () => {
    let closed = 0;
    const opened = { close: () => Promise.reject(new Error(`close ${String(++closed)}`)) };
    await assert.rejects(
      closeOnFailure(opened, () => Promise.reject(new Error('the disk is full'))),
      /the disk is full/,
    );
    assert.equal(await closeOnFailure(opened, () => Promise.resolve('done')), 'done');
    assert.equal(closed, 1);
  });
});
