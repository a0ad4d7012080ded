import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { SessionStore } from '../../../../src/adapters/store/sessionStore.ts';
import { userEntry } from '../../../support/sampleEntries.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

/** An owner counts as alive while it renews its lock, unless its process is known to have ended. */
describe('the lock of a session', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  for (const skewMs of [20_001, -20_001, 3_600_000, -3_600_000, 1e12]) {
    it(`stays with its owner when another window’s clock differs by ${String(skewMs)} ms`, async () => {
      const first = await temporary.store.create();
      const now = (): number => temporary.environment.now() + skewMs;
      const elapsedMs = (): number => temporary.environment.elapsedMs() + 7 * skewMs;
      const other = new SessionStore(temporary.root, { ...temporary.environment, now, elapsedMs });
      const second = await other.open(first.sessionId);
      assert.equal(second.isReadOnly, true);
      for (let look = 0; look < 20; look++) {
        temporary.advance(5_000);
        await second.refresh();
        assert.equal(second.readOnlyCause, 'openElsewhere');
      }
      await assert.rejects(second.takeOver(), { reason: 'locked' });
      await first.append(userEntry('m1'));
    });
  }

  it('stays with an owner whose clock stops, or is set back or forward', async () => {
    let time = 1_000_000;
    const store = new SessionStore(temporary.root, { ...temporary.environment, now: () => time });
    const first = await store.create();
    const second = await temporary.window().open(first.sessionId);
    for (const set of [0, 0, -86_400_000, 0, 0, 5_000_000, 0]) {
      time += set;
      temporary.advance(5_000);
      await second.refresh();
      assert.equal(second.readOnlyCause, 'openElsewhere');
    }
    await first.append(userEntry('m1'));
  });

  it('stays with a window of an older version as long as that window renews the lock', async () => {
    const log = await temporary.store.create();
    await log.close();
    const path = temporary.folder(log.sessionId).lock;
    const renew = (): void => {
      fs.writeFileSync(path, JSON.stringify({ token: 'old', renewedAt: temporary.environment.now() }));
    };
    renew();
    const second = await temporary.window().open(log.sessionId);
    temporary.sleep(20_000);
    renew();
    await assert.rejects(second.takeOver(), { reason: 'locked' });
    temporary.sleep(20_001);
    await second.takeOver();
  });

  it('can be taken immediately if the owner’s process on this machine ended', async () => {
    const ended = { process: { machine: 'here', pid: 7 }, isRunning: (pid: number) => pid !== 7 };
    const died = new SessionStore(temporary.root, { ...temporary.environment, ...ended });
    const log = await died.create();
    const at = (machine: string): Promise<{ readonly isReadOnly: boolean }> =>
      new SessionStore(temporary.root, {
        ...{ ...temporary.environment, ...ended },
        process: { machine, pid: 8 },
      }).open(log.sessionId);
    assert.equal((await at('there')).isReadOnly, true);
    assert.equal((await at('here')).isReadOnly, false);
  });
});
