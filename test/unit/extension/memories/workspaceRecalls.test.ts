import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { WorkspaceRecalls, noteRecalls } from '../../../../src/extension/memories/workspaceRecalls.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { considered } from '../../../support/planned.ts';
import { accountOf, SessionBuilder } from '../../../support/sessionBuilder.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const FILE = 'src/part20/index.ts';

const countRoughly = (text: string): number => Math.ceil(text.length / 4);

/** The editor's state of a workspace, which is kept when a window closes. */
class FakeMemento {
  readonly #values = new Map<string, unknown>();

  get(key: string): never {
    return this.#values.get(key) as never;
  }

  update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, structuredClone(value));
    return Promise.resolve();
  }
}

/**
 * Returns the notes of a session in which forty files were written. FILE is in the middle of the session, and the notes
 * are too small for all forty files.
 */
function notesWith(oftenRecalled: ReadonlySet<string>): string {
  const builder = new SessionBuilder();
  builder.user('Sort the parts.');
  for (let part = 0; part < 40; part += 1) {
    const path = `src/part${String(part)}/index.ts`;
    builder.tool('write_file', { path, content: `export const part${String(part)}Size = 1;` }, 'Written.');
  }
  builder.user('Go on.');
  const strategy = STRATEGIES.hybrid;
  const settings = { ...DEFAULT_SETTINGS, keepRecentMessages: 0, recordTokens: 200 };
  const { session } = builder;
  const window = { usableTokens: 100_000, usedTokens: 0 };
  const view = { session, account: accountOf(countRoughly), strategy, settings, oftenRecalled, ...window };
  return considered(view).notes?.text ?? '';
}

describe('a name recalled in a workspace', () => {
  let state: FakeMemento;

  beforeEach(() => {
    state = new FakeMemento();
  });

  it('is in the list of often recalled names after the second recall', async () => {
    await new WorkspaceRecalls(state).note([FILE]);
    assert.deepEqual([...new WorkspaceRecalls(state).often], []);
    await new WorkspaceRecalls(state).note([FILE]);
    assert.deepEqual([...new WorkspaceRecalls(state).often], [FILE]);
  });

  it('is in the next notes after the second recall, even if earlier notes omitted the name', async () => {
    const recalls = new WorkspaceRecalls(state);
    assert.ok(!notesWith(recalls.often).includes(FILE));
    await recalls.note([FILE]);
    await recalls.note([FILE]);
    assert.ok(notesWith(recalls.often).includes(FILE));
  });

  it('counts only if the name is the path of a file', async () => {
    const recalls = new WorkspaceRecalls(state);
    for (let time = 0; time < 2; time += 1)
      await recalls.note([FILE, 'tideTable', '4711', '"high water"', '3f9a1c7']);
    assert.deepEqual([...recalls.often], [FILE]);
  });

  it('is removed when the person forgets a text that contains the name', async () => {
    const recalls = new WorkspaceRecalls(state);
    for (let time = 0; time < 2; time += 1) await recalls.note([FILE, 'src/other.ts']);
    await recalls.forget(`It was in ${FILE}.`);
    assert.deepEqual([...recalls.often], ['src/other.ts']);
  });

  it('is dropped after 200 other names were recalled', async () => {
    const recalls = new WorkspaceRecalls(state);
    for (let time = 0; time < 2; time += 1) await recalls.note([FILE]);
    await recalls.note(Array.from({ length: 200 }, (_, at) => `src/file${String(at)}.ts`));
    assert.deepEqual([...recalls.often], []);
  });

  it('is counted from zero if the stored state is damaged', async () => {
    await state.update('longthread.recalled', 'nonsense');
    assert.deepEqual([...new WorkspaceRecalls(state).often], []);
  });
});

describe('a recall in a session', () => {
  let store: TemporaryStore;
  const warnings: string[] = [];
  const logger = {
    info: () => undefined,
    warn: (text: string) => void warnings.push(text),
    error: () => undefined,
  };

  beforeEach(() => {
    store = temporaryStore();
    warnings.length = 0;
  });

  afterEach(() => {
    store.remove();
  });

  async function openSession(): Promise<LiveSession> {
    return liveOver(await store.store.create(), { count: (text) => text.length, logger });
  }

  it('counts for all sessions of the workspace', async () => {
    const recalls = new WorkspaceRecalls(new FakeMemento());
    for (let time = 0; time < 2; time += 1) {
      const live = await openSession();
      noteRecalls(live, recalls, logger);
      await live.append({ kind: 'recall', by: 'model', target: 'm1', facts: [FILE] });
      await live.close();
    }
    assert.deepEqual([...recalls.often], [FILE]);
  });

  it('succeeds even if the count can’t be stored', async () => {
    const broken = { get: () => undefined, update: () => Promise.reject(new Error('disk full')) };
    const live = await openSession();
    noteRecalls(live, new WorkspaceRecalls(broken), logger);
    await live.append({ kind: 'recall', by: 'person', target: 'm1', facts: [FILE] });
    await live.close();
    assert.deepEqual(warnings, ['a recall was not counted: disk full']);
  });
});
