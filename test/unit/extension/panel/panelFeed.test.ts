import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { PendingTokens } from '../../../../src/extension/sessions/pendingTokens.ts';
import { PanelFeed } from '../../../../src/extension/panel/panelFeed.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { StrategyRegistry } from '../../../../src/extension/strategyRegistry.ts';
import type { ViewParts } from '../../../../src/extension/parts.ts';
import type { PanelDelta, PanelSnapshot } from '../../../../src/shared/panelView.ts';
import { applyDelta } from '../../../../src/shared/stateDelta.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const memory = { id: 'y', type: 'fact' as const, text: 'tabs', at: 1, sessionId: 's1' };
let offered = 'spaces';
const parts = {
  settings: { current: { compaction: DEFAULT_SETTINGS, idle: { compacts: true, cacheMs: 300_000 } } },
  services: { clock: { now: () => 0 } },
  strategies: new StrategyRegistry(),
  pending: new PendingTokens(),
  agentSessions: { has: () => false },
  memories: { list: () => [memory], offers: () => [{ type: 'fact', text: offered }] },
} as unknown as ViewParts;

/** Returns a session, kept in memory, with the parts that the panel uses. */
function opened(built: ViewedSession, isReadOnly = false, takesWishes = false): OpenSession {
  const window = { totalTokens: 2_000, usableTokens: 1_000, isAssumed: false };
  const gauge = { usedTokens: 10, window, share: 0.01, isEstimated: false, categories: [] };
  const live = {
    get entries() {
      return built.entries;
    },
    get session() {
      return built.session;
    },
    get context() {
      return built.context;
    },
    account: built.account,
    log: { isReadOnly, takesWishes, readOnlyCause: isReadOnly ? 'openElsewhere' : undefined },
  };
  const conversation = {
    request: { gauge: () => gauge, window: () => window, toolSchemas: [{}, {}], toolTokens: () => 90 },
    compactor: { step: undefined, forecast: () => undefined, asking: { question: undefined }, following: {} },
  };
  return { id: 's1', live, conversation } as unknown as OpenSession;
}

function feedOver(session: OpenSession | undefined): { feed: PanelFeed; sent: PanelDelta[] } {
  const sent: PanelDelta[] = [];
  return { feed: new PanelFeed({ parts, session, send: (delta) => sent.push(delta) }), sent };
}

describe('the feed of the panel', () => {
  it('contains the session, the memories and all strategies', () => {
    const built = new ViewedSession();
    built.add({ kind: 'session', title: 'Tides' });
    built.asks('Hello');
    const snapshot = feedOver(opened(built)).feed.snapshot();
    assert.deepEqual(
      [
        snapshot.sessionId,
        snapshot.title,
        snapshot.readOnlyReason,
        snapshot.strategy,
        snapshot.gauge?.usedTokens,
      ],
      ['s1', 'Tides', undefined, DEFAULT_SETTINGS.strategy, 10],
    );
    assert.deepEqual(
      snapshot.context.map(({ id, label }) => [id, label]),
      [
        ['tools', '2 tool descriptions'],
        ['m1', 'Hello'],
      ],
    );
    assert.deepEqual([snapshot.memories.length, snapshot.memoryOffers.length], [1, 1]);
    assert.equal(snapshot.strategies.length, parts.strategies.names.length);
  });

  it('contains memories but no data of a session, and sends nothing, if no session is open', () => {
    const { feed, sent } = feedOver(undefined);
    const { sessionId, title, gauge, timeline, context, stages, recalls, memories, memoryOffers } =
      feed.snapshot();
    assert.deepEqual([sessionId, title, gauge], ['', '', undefined]);
    assert.deepEqual([timeline, context, stages, recalls, memoryOffers], [[], [], [], [], []]);
    assert.equal(memories.length, 1);
    feed.update(new Set(['message']));
    assert.deepEqual(sent, []);
  });

  it('says why the session can’t be changed', () => {
    const { feed } = feedOver(opened(new ViewedSession(), true));
    assert.match(feed.snapshot().readOnlyReason ?? '', /another window/);
  });

  it('contains the notice “Claude Code runs this session” instead of a read-only reason', () => {
    const { readOnlyReason, ledNote = '' } = feedOver(
      opened(new ViewedSession(), true, true),
    ).feed.snapshot();
    assert.equal(readOnlyReason, undefined);
    assert.match(
      ledNote,
      /^Claude Code runs this session; .* with its next request\. Secrets are not masked in Claude Code\.$/,
    );
  });

  for (const [kinds, told] of [
    [[], []],
    [['message'], ['context']],
    [['stage'], ['context', 'stages']],
    [['rewind'], ['context', 'stages', 'memoryOffers']],
    [['recall'], ['context', 'recalls']],
    [['memory'], ['context', 'memoryOffers']],
    [
      ['compaction', 'message'],
      ['context', 'memoryOffers'],
    ],
    [['undo'], ['context', 'memoryOffers']],
    [['session'], ['context', 'title']],
  ] as const) {
    const title =
      told.length === 0
        ? 'sends no field if there are no'
        : `sends only ${told.map((field) => `“${field}”`).join(' and ')} after`;
    it(`${title} new entries${kinds.length === 0 ? '' : ` of kind ${kinds.join(', ')}`}`, () => {
      const built = new ViewedSession();
      const { feed, sent } = feedOver(opened(built));
      feed.snapshot();
      built.asks('something that the context has from now on');
      built.add({
        kind: 'stage',
        title: 'Read',
        by: 'person',
        first: 'm1',
        last: 'm1',
        messageCount: 1,
        detailed: '',
        brief: '',
      });
      built.add({ kind: 'recall', by: 'person', facts: [], query: 'a' });
      built.add({ kind: 'session', title: 'Tides' });
      offered = kinds.join(' ');
      feed.update(new Set<Entry['kind']>(kinds));
      assert.deepEqual(
        sent.map(({ field }) => field),
        told,
      );
    });
  }

  it('sends the written part of a model’s notes once, and removes the part when the model is done', () => {
    const session = opened(new ViewedSession());
    const { feed, sent } = feedOver(session);
    assert.equal(feed.snapshot().writing, undefined);
    const writing = { compaction: 'e1', text: 'The tides' };
    Object.assign(session.conversation.compactor, { following: { writing } });
    feed.update(new Set());
    feed.update(new Set());
    Object.assign(session.conversation.compactor, { following: {} });
    feed.update(new Set());
    const field = { type: 'field', field: 'writing' } as const;
    assert.deepEqual(sent, [{ ...field, value: writing }, field]);
  });

  it('sends only the differences after new messages', () => {
    const built = new ViewedSession();
    for (let i = 0; i < 5_000; i++) built.asks(`message ${String(i)}`);
    const { feed, sent } = feedOver(opened(built));
    let shown: PanelSnapshot = feed.snapshot();
    built.answers('One more.');
    built.add({ kind: 'pin', target: 'm4', on: true });
    feed.update(new Set(['message', 'pin']));
    built.asks('And another.');
    feed.update(new Set(['message']));
    for (const delta of sent) shown = applyDelta(shown, delta);
    assert.deepEqual(
      shown.context,
      feed.snapshot().context,
      'the deltas do not lead to the context of a new snapshot',
    );
    const told = JSON.stringify(sent.filter(({ field }) => field === 'context'));
    assert.ok(told.length < 15_000, `${String(told.length)} ${told.slice(0, 300)}`);
  });

  it('sends only the added and removed items instead of the whole timeline', () => {
    const built = new ViewedSession();
    const session = opened(built);
    const { feed, sent } = feedOver(session);
    const patches = (): readonly unknown[] =>
      sent.splice(0).map((delta) => (delta.type === 'list' ? Object.keys(delta.patch) : delta.field));
    feed.snapshot();
    built.add({ kind: 'model', model: 'tiny' });
    feed.update(new Set());
    assert.deepEqual(patches(), [['added']]);
    Object.assign(session.conversation.compactor, { step: 'summary' });
    feed.update(new Set());
    Object.assign(session.conversation.compactor, { step: undefined });
    feed.update(new Set());
    feed.update(new Set());
    assert.deepEqual(patches(), [['added'], 'gauge', ['removed'], 'gauge']);
  });
});
