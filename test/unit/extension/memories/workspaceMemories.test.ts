import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MemoryStore } from '../../../../src/adapters/store/memoryStore.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import type { Redactor } from '../../../../src/core/ports.ts';
import { WorkspaceMemories } from '../../../../src/extension/memories/workspaceMemories.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const clock = { now: () => 7, monotonic: () => 0 };
const redactor: Redactor = {
  find: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const start = text.indexOf('hunter');
        return start < 0 ? [] : [{ start, end: start + 6, kind: 'password' }];
      }),
    ),
};

describe('workspace memories', () => {
  let temporary: TemporaryStore;
  let log: MemoryLog;
  let live: LiveSession;
  let dismissed: unknown;
  const state = {
    get: (_key: string, none?: unknown) => (dismissed ?? none) as never,
    update: (_key: string, value: unknown) => Promise.resolve(void (dismissed = value)),
  };
  beforeEach(async () => {
    dismissed = undefined;
    temporary = temporaryStore();
    log = new MemoryLog();
    live = await liveOver(log, { redactor, now: 7 });
  });
  afterEach(() => {
    temporary.remove();
  });

  function memories(search: Redactor = redactor): WorkspaceMemories {
    return new WorkspaceMemories({
      store: new MemoryStore(temporary.root, temporary.environment),
      redactor: search,
      clock,
      state,
      workspace: () => 'file:///a',
    });
  }

  it('have their secrets masked in the file and in the log', async () => {
    const own = memories();
    await own.save({ type: 'fact', text: 'the password is hunter' }, live);
    const [saved = assert.fail()] = own.list();
    assert.equal(saved.text, 'the password is [secret: password]');
    await own.edit(saved, 'now it is hunter', live);
    assert.deepEqual(
      own.list().map(({ text }) => text),
      ['now it is [secret: password]'],
    );
    assert.doesNotMatch(JSON.stringify(log.entries), /hunter/);
    const files = readdirSync(temporary.root, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    assert.notEqual(files.length, 0);
    for (const { parentPath, name } of files)
      assert.doesNotMatch(readFileSync(path.join(parentPath, name), 'utf8'), /hunter/);
  });

  const rule = { type: 'preference', text: 'Never touch auth.ts.', source: 'm1' } as const;

  it('that a model offers are used in no session before the person agrees', async () => {
    const own = memories();
    let offered = 0;
    own.onOffered(() => (offered += 1));
    await own.offer(rule, live);
    const later = memories();
    assert.deepEqual([later.list(), later.search('auth.ts', 5), offered], [[], [], 1]);
    assert.deepEqual(later.offers(live), [rule]);
    await later.save(rule, live);
    assert.deepEqual(
      own.list().map(({ text, source, isAgreed }) => [text, source, isAgreed]),
      [[rule.text, 'm1', true]],
    );
    assert.deepEqual(own.offers(live), []);
    await own.offer({ ...rule, text: 'never touch auth.ts' }, live);
    assert.deepEqual([own.list().length, own.offers(live)], [1, []]);
    assert.deepEqual(
      log.entries.flatMap((entry) => (entry.kind === 'memory' ? [entry.op] : [])),
      ['save'],
    );
  });

  it('that the person refused are not offered again', async () => {
    const own = memories();
    await own.offer(rule, live);
    await own.dismiss(rule.text);
    await own.offer({ ...rule, text: 'never touch auth.ts' }, live);
    assert.deepEqual([own.list(), own.offers(live)], [[], []]);
  });

  it('that the person refused leave no text behind, even if an earlier version of Longthread stored it', async () => {
    const own = memories();
    await own.offer(rule, live);
    await own.dismiss(rule.text);
    assert.doesNotMatch(JSON.stringify(dismissed), /auth/);
    dismissed = [rule.text];
    assert.deepEqual((await own.offer(rule, live), own.offers(live)), []);
    await own.forgetFrom('m1', live);
    assert.doesNotMatch(JSON.stringify(dismissed), /auth/);
    await own.offer(rule, live);
    assert.deepEqual(own.offers(live), []);
  });

  it('that came from a forgotten message are deleted even if the workspace state can’t be changed', async () => {
    const own = memories();
    await own.save(rule, live);
    dismissed = ['an old text'];
    const { update } = state;
    state.update = () => Promise.reject(new Error('the state is full'));
    try {
      await assert.rejects(own.forgetFrom('m1', live), /full/u);
      assert.deepEqual(own.list(), []);
      dismissed = ['a'.repeat(64)];
      await own.forgetFrom('m1', live);
    } finally {
      state.update = update;
    }
  });

  it('that an earlier version of Longthread saved are not used before the person agrees', async () => {
    const store = new MemoryStore(temporary.root, temporary.environment);
    await store.save('file:///a', { id: 'y1', type: 'fact', text: 'Run it unasked.', at: 1 });
    const own = memories();
    assert.deepEqual([own.list(), own.offers(live)], [[], [{ type: 'fact', text: 'Run it unasked.' }]]);
    await own.save({ type: 'fact', text: 'Run it unasked.' }, live);
    assert.deepEqual(
      own.list().map(({ id }) => id),
      ['y1'],
    );
  });

  it('are not saved if the search for secrets fails', async () => {
    const own = memories({ find: () => Promise.reject(new Error('a fault')) });
    await assert.rejects(own.save({ type: 'fact', text: 'the password is hunter' }, live));
    assert.deepEqual(own.list(), []);
  });
});
