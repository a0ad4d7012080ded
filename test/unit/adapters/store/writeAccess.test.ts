import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Lock } from '../../../../src/adapters/store/lock.ts';
import { Locks } from '../../../../src/adapters/store/lockTakeover.ts';
import { damageRefusal, readOnlyRefusal } from '../../../../src/adapters/store/readOnlyRefusal.ts';
import { WriteAccess } from '../../../../src/adapters/store/writeAccess.ts';
import type { ReadOnlyCause } from '../../../../src/core/ports.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('the reason why a session is read-only', () => {
  let temporary: TemporaryStore;
  let path: string;
  beforeEach(() => {
    temporary = temporaryStore();
    path = join(temporary.root, 'lock');
  });
  afterEach(() => {
    temporary.remove();
  });

  const access = (onLost = (): void => undefined): WriteAccess =>
    new WriteAccess(new Locks(temporary.environment), path, onLost);
  const held = async (): Promise<Lock> =>
    (await new Locks(temporary.environment).acquire(path)) ?? assert.fail();

  it('changes when another window closes or opens the session', async () => {
    const other = await held();
    const own = access();
    const causes: (ReadOnlyCause | undefined)[] = [own.cause];
    own.updateCause();
    causes.push(own.cause);
    await other.release();
    own.updateCause();
    causes.push(own.cause);
    await held();
    own.updateCause();
    causes.push(own.cause);
    assert.deepEqual(causes, ['openElsewhere', 'openElsewhere', 'released', 'openElsewhere']);
  });

  it('stays the same if the disk or another program is the cause, or if the window that took over is still open', async () => {
    let losses = 0;
    const own = access(() => (losses += 1));
    own.refuse();
    own.updateCause();
    assert.equal(own.cause, 'unwritable');
    own.lose('changed');
    own.updateCause();
    assert.deepEqual([own.cause, losses], ['changed', 1]);
    own.lose('takenOver');
    await held();
    own.updateCause();
    assert.equal(own.cause, 'takenOver');
  });

  it('is undefined while this window has the lock, and “closed” afterwards', async () => {
    const own = access();
    assert.equal(own.isOwn, false);
    assert.equal(await own.take(() => Promise.resolve()), true);
    own.updateCause();
    assert.deepEqual([own.cause, own.isOwn], [undefined, true]);
    own.assertOwn();
    await own.release();
    await held();
    own.updateCause();
    assert.equal(own.cause, 'closed');
    assert.throws(() => {
      own.assertOwn();
    }, /was closed here/);
  });

  it('stays the same, and the lock is released, if preparing the session for writing fails', async () => {
    const own = access();
    await assert.rejects(
      own.take(() => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.deepEqual([own.cause, fs.existsSync(path)], ['openElsewhere', false]);
    await held();
    assert.equal(await own.take(() => assert.fail('it is held')), false);
  });
});

describe('the reason why a session can’t be written', () => {
  for (const [cause, reason, sentence] of [
    ['takenOver', 'lockLost', /taken over by another window; nothing was written\.$/],
    [
      'unwritable',
      'unwritable',
      /: its file can’t be written; check the file’s permissions and the free disk space\.$/,
    ],
    [
      'changed',
      'corrupt',
      /: another program changed its file\. Take the session over to continue with the changed file\.$/,
    ],
    ['openElsewhere', 'locked', /: it is open in another window\.$/],
    ['ledElsewhere', 'locked', /: another agent runs it\.$/],
    ['keptElsewhere', 'locked', /: it belongs to another agent\.$/],
    ['closed', 'locked', /was closed here; nothing was written\./],
    ['released', 'locked', /: take the session over to write here\.$/],
  ] as const) {
    it(`is reported: ${cause}`, () => {
      const refusal = readOnlyRefusal(cause);
      assert.equal(refusal.reason, reason);
      assert.match(refusal.message, sentence);
    });
  }

  it('is reported with what another program did to the file', () => {
    assert.match(damageRefusal('cut short').message, /was cut short by another program while it was open/);
    assert.equal(damageRefusal('deleted').reason, 'corrupt');
  });
});
