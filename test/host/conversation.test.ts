import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { CompactionInfo, ContextMessage, LongthreadApi } from '../../src/extension/api/api.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

/** The size of a window in which a few questions about the sample project pass the threshold. */
const WINDOW_TOKENS = 14_000;

/** The size of a window that is so large that no further compaction starts automatically. */
const ROOMY_TOKENS = 100_000;

const settings = {
  contextWindow: WINDOW_TOKENS,
  'compaction.backgroundThreshold': 0.5,
  'compaction.target': 0.45,
  'compaction.backgroundShare': 0.9,
  'compaction.keepRecentMessages': 4,
  'stubs.minTokens': 60,
  'stubs.protectedTokens': 100,
};

const questions = [
  'Never change test/harbour.test.ts. Read src/harbour.ts and src/visit.ts.',
  'Where is formatTime used?',
  'Walk through everything in src in detail.',
  'Read src/berths.ts and src/time.ts.',
  'Where is collide used?',
  'Walk through the whole project again.',
];

describe('a growing conversation', () => {
  let api: LongthreadApi;
  let demo: DemoEndpoint;
  let sessionId = '';
  const events: CompactionInfo[] = [];
  const subscriptions: vscode.Disposable[] = [];
  const texts = (): readonly string[] => api.getContext().map(({ text }) => text);
  const stubs: ContextMessage[] = [];
  const noteStubs = (): void => {
    stubs.push(...api.getContext().filter(({ role, treatment }) => role === 'tool' && treatment === 'stub'));
  };

  before(async () => {
    api = await longthreadApi();
    demo = await startDemoEndpoint({ windowTokens: 200_000, pauseMs: 0 });
    await set(settings);
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    subscriptions.push(
      api.onDidCompact((event) => {
        events.push(event);
        noteStubs();
      }),
    );
    await run('newSession');
  });

  after(async () => {
    await set(
      Object.fromEntries(
        [...Object.keys(settings), 'endpoint.url', 'model'].map((name) => [name, undefined]),
      ),
    );
    for (const subscription of subscriptions) subscription.dispose();
    await demo.close();
  });

  it('contains tool results, but needs no compaction, after the first question', async () => {
    await run('ask', questions[0]);
    const roles = api.getContext().map(({ role }) => role);
    assert.deepEqual(roles.slice(0, 2), ['system', 'user']);
    assert.ok(roles.includes('tool'), `roles: ${roles.join(' ')}`);
    assert.ok(texts().some((text) => text.includes('export class Harbour')));
    assert.equal(api.shouldCompact().reason, 'below_threshold');
  });

  it('is compacted in the background at the threshold while the person sends messages', async () => {
    for (const question of questions.slice(1)) await run('ask', question);
    const [event] = events;
    assert.ok(event, `no compaction: ${JSON.stringify(api.shouldCompact())}`);
    sessionId = event.sessionId;
    assert.deepEqual([event.reason, event.tier, event.strategy], ['threshold', 'background', 'hybrid']);
    assert.ok(event.tokensAfter < event.tokensBefore);
    assert.ok(event.passes.some(({ treated }) => treated > 0));
  });

  it('keeps the person’s rule word for word', () => {
    assert.ok(texts().some((text) => text.includes('Never change test/harbour.test.ts')));
  });

  it('gives the model the original text of a shortened result', async () => {
    const [stub] = stubs;
    const address = /recall (m\d+)/.exec(stub?.text ?? '')?.[1];
    assert.ok(stub && address, `no stub among ${JSON.stringify(events.map(({ passes }) => passes))}`);
    await set({ contextWindow: ROOMY_TOKENS });
    await run('ask', `What did ${address} say?`);
    const original = texts().find((text) => text.startsWith(`[original of ${address},`));
    assert.ok(original, 'the result of recall is not in the context');
    assert.ok(original.length > stub.text.length);
  });

  it('has each compaction in its history', async () => {
    // The event of a compaction comes some milliseconds after the entry, when the new context was computed.
    await until('an event', () => events.length >= api.getCompactionHistory().length);
    const history = api.getCompactionHistory();
    assert.deepEqual(
      history.map(({ id }) => id),
      events.map(({ id }) => id),
    );
  });

  it('has the same context as before, byte for byte, when a compaction is undone', async () => {
    await run('ask', questions[2]);
    const before = JSON.stringify(api.getContext());
    await run('compactNow');
    assert.ok(JSON.stringify(api.getContext()) !== before, 'nothing was compacted');
    await run('undoCompaction');
    assert.ok(JSON.stringify(api.getContext()) === before, 'the context is not the same as before');
    assert.equal(api.getCompactionHistory().at(-1)?.state, 'undone');
  });

  it('has the same context and history when it is opened from the disk again', async () => {
    const before = JSON.stringify([api.getContext(), api.getCompactionHistory()]);
    await run('newSession');
    assert.deepEqual(api.getContext(), []);
    await run('sessions', sessionId);
    const after = JSON.stringify([api.getContext(), api.getCompactionHistory()]);
    assert.ok(after === before, 'the context or the history is not the same as before');
  });
});
