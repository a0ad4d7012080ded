import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type { RecallIndex } from '../../../../src/core/ports.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { countWords } from '../../../support/sessionBuilder.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const said = (text: string): Draft => ({
  kind: 'message',
  message: { role: 'user', parts: [{ type: 'text', text }] },
});

describe('An open session with a failing disk or index', () => {
  let temporary: TemporaryStore;
  let isFailing: boolean;
  beforeEach(() => {
    temporary = temporaryStore();
    isFailing = false;
  });
  afterEach(() => {
    temporary.remove();
  });

  async function openLive(changes: Parameters<TemporaryStore['window']>[0]): Promise<LiveSession> {
    return liveOver(await temporary.window(changes).create(), { count: countWords, now: 7 });
  }

  it('shows all entries of the log, even an entry that could not be flushed', async () => {
    const fdatasync = ((fd: number, done: fs.NoParamCallback) => {
      if (isFailing) done(diskError('EIO'));
      else fs.fdatasync(fd, done);
    }) as typeof fs.fdatasync;
    const live = await openLive({ fdatasync });
    isFailing = true;
    await assert.rejects(live.append(said('one')), { reason: 'unwritable' });
    isFailing = false;
    await live.append(said('two'));
    assert.deepEqual(live.entries, await live.log.readAll());
    assert.equal(live.entries.length, 2);
  });

  it('accepts entries again after a takeover if the log could not be reopened', async () => {
    const openSync: typeof fs.openSync = (path, ...options) => {
      if (isFailing && String(path).endsWith('log.jsonl')) throw diskError('EMFILE');
      return fs.openSync(path, ...options);
    };
    const renameSync: typeof fs.renameSync = (from, to) => {
      fs.renameSync(from, to);
      isFailing ||= String(to).endsWith('log.jsonl');
    };
    const live = await openLive({ openSync, renameSync });
    await live.append(said('one'));
    await assert.rejects(live.forget('m1'), { reason: 'unwritable' });
    isFailing = false;
    await assert.rejects(live.append(said('two')), { reason: 'corrupt', message: /Take the session over/ });
    await live.takeOver();
    await live.append(said('three'));
    assert.deepEqual(live.entries, await live.log.readAll());
    await live.close();
    assert.equal((await temporary.store.open(live.id)).isReadOnly, false);
  });

  it('releases the lock even if the index can’t be closed', async () => {
    const live = await openLive({});
    const close = (): Promise<void> => Promise.reject(new Error('no worker'));
    live.index = { close, add: () => undefined } as unknown as RecallIndex;
    await assert.rejects(live.close(), /no worker/);
    assert.equal((await temporary.store.open(live.id)).isReadOnly, false);
  });
});
