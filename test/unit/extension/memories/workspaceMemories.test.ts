import assert from 'node:assert/strict';
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

describe('the memories of a workspace', () => {
  let temporary: TemporaryStore;
  let log: MemoryLog;
  let live: LiveSession;
  beforeEach(async () => {
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
      state: { get: (_key: string, none?: unknown) => none, update: () => Promise.resolve() } as never,
      workspace: () => 'file:///a',
    });
  }

  it('are saved and edited without secrets, in their file and in the log', async () => {
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
  });

  it('are not saved where secrets can’t be looked for', async () => {
    const own = memories({ find: () => Promise.reject(new Error('a fault')) });
    await assert.rejects(own.save({ type: 'fact', text: 'the password is hunter' }, live));
    assert.deepEqual(own.list(), []);
  });
});
