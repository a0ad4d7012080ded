import assert from 'node:assert/strict';
import { MemoryStore } from '../../../../src/adapters/store/memoryStore.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { memoryCompanion } from '../../../../src/extension/memories/memoryCompanion.ts';
import { WorkspaceMemories } from '../../../../src/extension/memories/workspaceMemories.ts';
import { WorkspaceRecalls } from '../../../../src/extension/memories/workspaceRecalls.ts';
import {
  ObservationBuffer,
  observationCompanion,
} from '../../../../src/extension/observations/observationBuffer.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

/** The editor's state of a workspace. */
class FakeState {
  readonly values = new Map<string, unknown>();
  get(key: string, fallback?: unknown): never {
    return (this.values.get(key) ?? fallback) as never;
  }
  async update(key: string, value: unknown): Promise<void> {
    await new Promise(setImmediate);
    this.values.set(key, value);
  }
}

describe('the memories of a workspace', () => {
  let temporary: TemporaryStore;
  let log: MemoryLog;
  let live: LiveSession;
  let state: FakeState;
  let own: WorkspaceMemories;

  beforeEach(async () => {
    temporary = temporaryStore();
    log = new MemoryLog();
    state = new FakeState();
    const clock = { now: () => 7, monotonic: () => 0 };
    const redactor = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
    live = await liveOver(log, { count: () => 10, now: 7 });
    own = new WorkspaceMemories({
      store: new MemoryStore(temporary.root, temporary.environment),
      redactor,
      clock,
      state,
      workspace: () => 'file:///a',
    });
  });
  afterEach(() => {
    temporary.remove();
  });

  const told = (): readonly unknown[] =>
    log.entries.flatMap((entry) => (entry.kind === 'memory' ? [[entry.op, entry.type, entry.text]] : []));

  it('are logged in the session after each change', async () => {
    await own.save({ type: 'fact', text: 'Tabs.', source: 'm1' }, live);
    await own.save({ type: 'fact', text: 'tabs' }, live);
    const [saved = assert.fail()] = own.list();
    assert.deepEqual([saved.at, saved.sessionId, saved.source], [7, live.id, 'm1']);
    await own.edit(saved, 'Spaces.', live);
    await own.delete({ ...saved, text: 'Spaces.' }, live);
    assert.deepEqual(told(), [
      ['save', 'fact', 'Tabs.'],
      ['edit', 'fact', 'Spaces.'],
      ['delete', 'fact', 'Spaces.'],
    ]);
    assert.deepEqual(own.list(), []);
  });

  it('are changed without a log entry if no session can be written', async () => {
    await own.save({ type: 'fact', text: 'Tabs.' }, live);
    const [saved = assert.fail()] = own.list();
    log.readOnlyCause = 'openElsewhere';
    await own.edit(saved, 'Spaces.', live);
    await own.edit(saved, 'Both.', undefined);
    assert.deepEqual(
      own.search('both', 1).map(({ text }) => text),
      ['Both.'],
    );
    await own.delete(saved, live);
    await own.delete(saved, undefined);
    assert.deepEqual([own.list(), told().length], [[], 1]);
  });

  it('are deleted when the source message is forgotten', async () => {
    await own.save({ type: 'fact', text: 'Tabs.', source: 'm1' }, live);
    await own.save({ type: 'fact', text: 'Spaces.', source: 'm2' }, live);
    await own.forgetFrom('m1', live);
    assert.deepEqual(
      own.list().map(({ text }) => text),
      ['Spaces.'],
    );
  });

  it('are offered at most eight at a time, without dismissed ones, and never in a read-only session', async () => {
    for (let at = 0; at < 12; at++) {
      const text = `Never touch src/part${at}.ts.`;
      await live.append({ kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } });
    }
    const ids = live.session.messages.map(({ id }) => id);
    await live.append({ ...emptyCompaction, folded: [{ ids, as: 'summary' }] });
    const offers = (): readonly string[] => own.offers(live).map(({ text }) => text);
    const before = offers();
    assert.equal(before.length, 8);
    await own.dismiss(before[0] ?? '');
    assert.equal(offers().includes(before[0] ?? ''), false);
    assert.equal(offers().length, 8);
    log.readOnlyCause = 'openElsewhere';
    assert.deepEqual(offers(), []);
  });

  it('have a list of the newest 500 offers that the person dismissed', async () => {
    state.values.set(
      'longthread.dismissedMemories',
      Array.from({ length: 500 }, (_, at) => `d${at}`),
    );
    await own.dismiss('new');
    const kept = state.values.get('longthread.dismissedMemories') as readonly string[];
    assert.equal(kept.length, 500);
    for (const text of ['d0', 'd1', 'new']) await own.offer({ type: 'fact', text }, live);
    assert.deepEqual(own.offers(live), [{ type: 'fact', text: 'd0' }]);
  });

  it('are sent with a message within a token budget, unless the context already contains them', async () => {
    const memory = (text: string) => ({ id: text, type: 'fact' as const, text, at: 1, sessionId: 's' });
    const memories = [memory('the harbour has tides'), memory('the harbour has ships')];
    const companion = (mostTokens: number) =>
      memoryCompanion(memories, { text: 'harbour tides', live, mostTokens });
    const part = companion(1_000) ?? assert.fail('no memories are sent with the message');
    assert.deepEqual([part.origin, part.label], ['client', 'memory']);
    assert.deepEqual(part.text.split('\n'), [
      'Remembered from earlier sessions in this workspace:',
      '- fact: the harbour has tides',
      '- fact: the harbour has ships',
    ]);
    assert.equal(companion(0), undefined);
    const first = { ...part, text: part.text.split('\n').slice(0, 2).join('\n') };
    await live.append({
      kind: 'message',
      message: { role: 'user', parts: [{ type: 'text', text: '- fact: the harbour has ships' }, first] },
    });
    assert.deepEqual(companion(1_000)?.text.split('\n').slice(1), ['- fact: the harbour has ships']);
  });
});

describe('a recalled name', () => {
  it('is counted once for each recall, and is dropped after 200 newer names or when forgotten', async () => {
    const state = new FakeState();
    const recalls = new WorkspaceRecalls(state);
    const names = (count: number, mark: string): string[] =>
      Array.from({ length: count }, (_, at) => `src/${mark}${at}.ts`);
    await recalls.note(['src/one.ts', 'src/one.ts']);
    assert.equal(recalls.often.size, 0, 'a name that occurs twice in one recall was counted twice');
    await recalls.note(['src/one.ts']);
    await recalls.note(names(199, 'a'));
    assert.deepEqual([...recalls.often], ['src/one.ts']);
    await recalls.note(['src/one.ts']);
    await recalls.note(names(199, 'b'));
    assert.deepEqual([...recalls.often], ['src/one.ts']);
    await recalls.note(['src/more.ts']);
    assert.deepEqual([...recalls.often], []);
    await recalls.note(['src/more.ts']);
    await recalls.forget('It was in src/more.ts.');
    assert.deepEqual([...recalls.often], [], 'the forgotten name still counts');
  });
});

describe('observations of the editor', () => {
  it('are replaced only by a later observation from the same source', async () => {
    const buffer = new ObservationBuffer();
    for (const source of ['editor', 'test', 'editor'] as const)
      buffer.add({ source, at: 0, text: `${source} ran` }, 'a.ts');
    const written: string[] = [];
    const given = await buffer.writeAll({
      mask: async (notes) => Promise.resolve(notes),
      write: async ({ text }) => {
        await new Promise(setImmediate);
        written.push(text);
      },
    });
    assert.deepEqual(written, ['test ran', 'editor ran']);
    assert.equal(given.length, 2);
    assert.equal(observationCompanion(given, 1)?.text.split('\n')[1], '- editor: editor ran');
    assert.equal(observationCompanion(given, 1)?.label, 'note');
  });
});
