import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { nodeStoreEnvironment } from '../../../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../../../src/adapters/store/sessionStore.ts';
import type { SessionInfoEntry } from '../../../../src/core/log/sessionInfo.ts';
import { userEntry } from '../../../support/sampleEntries.ts';
import { diskError, temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const info = (title: string): SessionInfoEntry => ({
  v: 1,
  id: `e-${title}`,
  at: 5,
  kind: 'session',
  title,
  workspace: 'file:///w',
});

describe('the store of sessions', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  /** Stores a closed session with this title and one message, and returns its id. */
  async function session(title: string): Promise<string> {
    const log = await temporary.store.create();
    await log.append(info(title));
    await log.append(userEntry('m1'));
    await log.close();
    temporary.sleep(1000);
    return log.sessionId;
  }

  it('lists sessions, the last used session first', async () => {
    const a = await session('Alpha');
    const b = await session('Beta');
    const logBytes = fs.statSync(temporary.folder(a).log).size;
    const expected = { workspace: 'file:///w', messageCount: 1, isOpen: false, logBytes };
    assert.deepEqual(await temporary.store.list(), [
      {
        id: b,
        title: 'Beta',
        createdAt: 1_001_000,
        lastUsedAt: 1_001_000,
        ...expected,
        logBytes: logBytes - 2,
      },
      { id: a, title: 'Alpha', createdAt: 1_000_000, lastUsedAt: 1_000_000, ...expected },
    ]);
  });

  it('lists a session’s links to a chat and to other sessions', async () => {
    const log = await temporary.store.create();
    const agents = [{ conversationId: 'c1' }, { parent: 's1' }, { continues: 's2' }];
    for (const [at, agent] of agents.entries())
      await log.append({ v: 1, id: `e${String(at)}`, at: 5, kind: 'session', agent });
    await log.close();
    const expected = { conversationId: 'c1', parent: 's1', continues: 's2' };
    assert.deepEqual((await temporary.store.list())[0]?.agent, expected);
    fs.rmSync(temporary.folder(log.sessionId).meta);
    assert.deepEqual((await temporary.store.list())[0]?.agent, expected);
  });

  it('lists only sessions, and nothing in an empty folder', async () => {
    assert.deepEqual(await temporary.store.list(), []);
    await session('Alpha');
    fs.mkdirSync(temporary.folder('empty').path);
    fs.writeFileSync(temporary.folder('a file').path, '');
    assert.equal((await temporary.store.list()).length, 1);
  });

  for (const [name, text] of Object.entries({
    missing: undefined,
    invalid: '{"title":',
    'based on more bytes than the log has': '{"messageCount":9,"logBytes":99999}',
  })) {
    it(`rebuilds metadata that is ${name}`, async () => {
      const id = await session('Alpha');
      const path = temporary.folder(id).meta;
      if (text === undefined) fs.rmSync(path);
      else fs.writeFileSync(path, text);
      const [summary] = await temporary.store.list();
      assert.deepEqual([summary?.title, summary?.messageCount, summary?.createdAt], ['Alpha', 1, 5]);
    });
  }

  it('lists another window’s session as open, with the current title and message count', async () => {
    const log = await temporary.store.open(await session('Alpha'));
    await log.append(info('Renamed'));
    await log.append(userEntry('m2'));
    const [summary] = await temporary.window().list();
    assert.deepEqual([summary?.title, summary?.messageCount, summary?.isOpen], ['Renamed', 2, true]);
  });

  it('lists sessions in two windows while one of them writes', async () => {
    const log = await temporary.store.open(await session('Alpha'));
    const other = temporary.window();
    const lists = Array.from({ length: 20 }, async (_, i) => {
      await log.append(userEntry(`m${String(i + 2)}`));
      await log.flush();
      return Promise.all([temporary.store.list(), other.list()]);
    });
    for (const [ours, theirs] of await Promise.all(lists)) {
      assert.equal(ours[0]?.title, 'Alpha');
      assert.equal(theirs[0]?.title, 'Alpha');
    }
    assert.equal((await other.list())[0]?.messageCount, 21);
  });

  const absurd: Readonly<Record<string, object>> = {
    'a negative count': { messageCount: -3 },
    'a huge count': { messageCount: 1e308 },
    'a fractional count': { messageCount: 0.5 },
    'more messages than the log has room for': { messageCount: 1_000_000 },
    'a negative size': { logBytes: -5 },
    'a fractional size': { logBytes: 1.5 },
    'a size beyond the log’s end': { logBytes: 1_000_000_000 },
    'a size that ends within a line': { logBytes: 71 },
    'a time in a thousand years': { lastUsedAt: 33_000_000_000_000 },
    'a time that no date can represent': { createdAt: 1e300 },
    'a negative time': { lastUsedAt: -1e300 },
  };
  for (const [what, values] of Object.entries(absurd)) {
    it(`uses the log if the metadata contains ${what}`, async () => {
      const id = await session('Alpha');
      const path = temporary.folder(id).meta;
      const [before] = await temporary.store.list();
      const mirror = JSON.parse(fs.readFileSync(path, 'utf8')) as object;
      fs.writeFileSync(path, JSON.stringify({ ...mirror, ...values }));
      const [told] = await temporary.store.list();
      assert.deepEqual(
        [told?.id, told?.title, told?.messageCount, told?.logBytes],
        [id, before?.title, before?.messageCount, before?.logBytes],
      );
      assert.ok([told?.createdAt, told?.lastUsedAt].every((at = 0) => at >= 0 && at <= 1_100_000));
      const log = await temporary.store.open(id);
      await log.append(userEntry('more'));
      await log.close();
      const after = JSON.parse(fs.readFileSync(path, 'utf8')) as { messageCount: number };
      assert.equal(after.messageCount, (before?.messageCount ?? 0) + 1);
    });
  }

  it('rebuilds metadata that has infinite numbers or is not a JSON object', async () => {
    const id = await session('Alpha');
    for (const text of [
      '{"messageCount":1e999,"logBytes":0}',
      '{"messageCount":0,"logBytes":1e999}',
      '[]',
      '1e999',
    ]) {
      fs.writeFileSync(temporary.folder(id).meta, text);
      assert.equal((await temporary.store.list())[0]?.title, 'Alpha', text);
    }
  });

  it('treats an entry with a time in the future as written now', async () => {
    const log = await temporary.store.create();
    await log.close();
    const { log: path, meta } = temporary.folder(log.sessionId);
    fs.rmSync(meta, { force: true });
    fs.writeFileSync(path, `${JSON.stringify({ ...userEntry('m1'), at: 8e15 })}\n`);
    assert.equal((await temporary.store.list())[0]?.lastUsedAt, temporary.environment.now());
  });

  it('moves a deleted session to the trash, and restores it', async () => {
    const id = await session('Alpha');
    temporary.store.delete(id);
    assert.deepEqual(await temporary.store.list(), []);
    await assert.rejects(temporary.store.open(id), { reason: 'notFound' });
    assert.deepEqual(temporary.store.trash.list(), [{ id, deletedAt: 1_001_000 }]);
    temporary.store.trash.restore(id);
    assert.deepEqual(temporary.store.trash.list(), []);
    assert.equal((await temporary.store.list())[0]?.title, 'Alpha');
  });

  it('removes the copies of workspace files immediately when a session is deleted', async () => {
    const id = await session('Alpha');
    const { kept } = temporary.folder(id);
    fs.mkdirSync(kept);
    fs.writeFileSync(`${kept}/copy`, 'bytes');
    temporary.store.delete(id);
    temporary.store.trash.restore(id);
    assert.equal(fs.existsSync(temporary.folder(id).log), true);
    assert.equal(fs.existsSync(kept), false);
  });

  it('does not delete an open session', async () => {
    const log = await temporary.store.create();
    for (const store of [temporary.window(), temporary.store])
      assert.throws(() => store.delete(log.sessionId), { reason: 'locked' });
    await log.append(userEntry('m1'));
  });

  it('restores the last deleted session if several have the same id', async () => {
    const id = await session('Alpha');
    temporary.store.delete(id);
    temporary.sleep(5);
    fs.mkdirSync(temporary.folder(id).path);
    fs.writeFileSync(
      temporary.folder(id).log,
      `${JSON.stringify({ v: 1, id: 'e1', at: 1, kind: 'session', title: 'Beta' })}\n`,
    );
    temporary.store.delete(id);
    // This time has fewer digits, so the order would be wrong if times were compared as texts.
    fs.mkdirSync(temporary.store.trash.pathOf({ id, deletedAt: 999 }));
    assert.deepEqual(
      temporary.store.trash.list().map(({ deletedAt }) => deletedAt),
      [1_001_005, 1_001_000, 999],
    );
    temporary.store.trash.restore(id);
    assert.deepEqual(
      [(await temporary.store.list())[0]?.title, temporary.store.trash.list()],
      [
        'Beta',
        [
          { id, deletedAt: 1_001_000 },
          { id, deletedAt: 999 },
        ],
      ],
    );
  });

  it('restores no session that is missing in the trash or whose folder already exists', async () => {
    assert.throws(() => temporary.store.trash.restore('gone'), { reason: 'notFound' });
    const id = await session('Alpha');
    temporary.store.delete(id);
    fs.mkdirSync(temporary.folder(id).path);
    assert.throws(() => temporary.store.trash.restore(id), { reason: 'unwritable' });
  });

  it('shows the title of a session in the trash, or no title if the log is gone', async () => {
    const id = await session('Alpha');
    temporary.store.delete(id);
    const [trashed] = await temporary.store.trashed();
    assert.deepEqual([trashed?.id, trashed?.title, trashed?.messageCount], [id, 'Alpha', 1]);
    fs.rmSync(temporary.store.trash.pathOf(trashed!), { recursive: true });
    fs.mkdirSync(temporary.store.trash.pathOf(trashed!));
    assert.equal((await temporary.store.trashed())[0]?.title, undefined);
  });

  it('removes a session from the trash only if the deletion was at least the given time ago', async () => {
    const [a, b] = [await session('Alpha'), await session('Beta')];
    temporary.store.delete(a);
    temporary.sleep(10_000);
    temporary.store.delete(b);
    temporary.store.trash.empty(10_000);
    assert.deepEqual(
      temporary.store.trash.list().map(({ id }) => id),
      [b],
    );
    temporary.store.trash.empty(0);
    assert.deepEqual(temporary.store.trash.list(), []);
  });

  it('finds no session for an id that leads out of the folder of sessions', async () => {
    for (const id of ['..', '../sessions', 'a/b', '']) {
      await assert.rejects(async () => temporary.store.open(id), { reason: 'notFound' });
      assert.throws(() => temporary.store.delete(id), { reason: 'notFound' });
    }
  });

  it('reports an error if the disk refuses a change', async () => {
    const id = await session('Alpha');
    const refuse = (): never => {
      throw diskError('EACCES');
    };
    const window = temporary.window({ mkdirSync: refuse, renameSync: refuse, rmSync: refuse });
    await assert.rejects(window.create(), { reason: 'unwritable', message: /permission was refused/ });
    assert.throws(() => window.delete(id), { reason: 'unwritable' });
    temporary.store.delete(id);
    for (const { trash } of [window, temporary.window({ readdirSync: refuse })]) {
      assert.throws(() => trash.restore(id), { reason: 'unwritable' });
      assert.throws(() => trash.empty(0), { reason: 'unwritable' });
    }
  });

  it('works with the real clock and real session ids', async () => {
    const store = new SessionStore(temporary.root, nodeStoreEnvironment);
    const [a, b] = [await store.create(), await store.create()];
    assert.notEqual(a.sessionId, b.sessionId);
    await a.append(userEntry('m1'));
    await a.flush();
    await a.close();
    await b.close();
    assert.equal((await store.list()).length, 2);
  });
});
