import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { Gauge } from '../../../../src/core/context/gauge.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { sessionFigures } from '../../../../src/extension/statusBar/gaugeOf.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const gaugeAt = (share: number): Gauge => ({
  usedTokens: share * 1_000,
  window: { totalTokens: 2_000, usableTokens: 1_000, isAssumed: false },
  share,
  isEstimated: false,
  categories: [],
  pendingTokens: 0,
});

interface Opened {
  readonly session: OpenSession;
  readonly planned: () => number;
  /** The current model, its usable window in tokens, and the highest tier at which automatic compaction is paused. */
  readonly now: { model: string; usableTokens: number; restsThrough: string | undefined };
  /** Resolves when the gauge’s listeners are notified. */
  readonly told: () => Promise<void>;
}

function opened(
  built: ViewedSession,
  { price = undefined as object | undefined, isReadOnly = false, isRunning = false } = {},
): Opened {
  let planned = 0;
  const { session, entries, account } = built;
  const live = { session, entries, account, log: { isReadOnly } };
  const now: Opened['now'] = { model: 'm', usableTokens: 1_000, restsThrough: undefined };
  const listeners: (() => void)[] = [];
  const conversation = {
    request: {
      price,
      get model() {
        return now.model;
      },
      window: () => ({ usableTokens: now.usableTokens }),
      toolTokens: () => 0,
    },
    compactor: {
      isRunning,
      asking: { isAgreed: false },
      get restsThrough() {
        return now.restsThrough;
      },
      *beforeRequest() {
        yield;
        return { run: true, tokensAfter: 400 + (planned += 1) };
      },
    },
    gaugeChanged: () => {
      listeners.splice(0).forEach((each) => {
        each();
      });
    },
  };
  return {
    session: { live, conversation } as unknown as OpenSession,
    planned: () => planned,
    now,
    told: () => new Promise((resolve) => listeners.push(resolve)),
  };
}

const INPUT = {
  ...{ baseUrl: undefined, settings: DEFAULT_SETTINGS, strategy: 'hybrid' },
  ...{ now: 2_000, cacheMs: 300_000 },
};

describe('the figures of a session', () => {
  const built = new ViewedSession();
  built.asks('one two three');
  built.answers('four five');

  it('contain the growth per turn and the cost of the next request', () => {
    const { session } = opened(built);
    const { growthTokens, nextCost, compactsTo } = sessionFigures(session, gaugeAt(0.5), INPUT);
    assert.ok((growthTokens ?? 0) >= 5);
    assert.deepEqual([nextCost, compactsTo], [undefined, undefined]);
    const priced = opened(built, { price: { input: 2, output: 8 } });
    assert.equal(sessionFigures(priced.session, gaugeAt(0.5), INPUT).nextCost, (500 * 2) / 1_000_000);
  });

  it('contain the cost of another model’s answers only if the endpoint’s address is known', () => {
    const other = new ViewedSession();
    const usage = { inputTokens: 1_000, outputTokens: 10 };
    const message = { role: 'assistant', parts: [], finish: 'stop', usage, model: 'gpt-4o' } as const;
    other.add({ kind: 'message', message });
    const { session } = opened(other, { price: { input: 2, output: 8 } });
    const spentAt = (url: string | undefined) =>
      sessionFigures(session, gaugeAt(0.5), { ...INPUT, baseUrl: url }).spent;
    assert.deepEqual([spentAt(undefined)?.cost, spentAt(undefined)?.isPartial], [undefined, true]);
    assert.ok((spentAt('https://api.openai.com/v1')?.cost ?? 0) > 0);
  });

  it('contain the size of the compacted context if the context does not fit into the window', async () => {
    const { session, planned, told } = opened(built, { price: { input: 2, output: 8 } });
    const change = told();
    assert.equal(sessionFigures(session, gaugeAt(3), INPUT).compactsTo, undefined);
    assert.equal(planned(), 0);
    await change;
    for (let look = 0; look < 3; look += 1) {
      const { compactsTo, nextCost } = sessionFigures(session, gaugeAt(3), INPUT);
      assert.deepEqual([compactsTo, nextCost], [401, (401 * 2) / 1_000_000]);
    }
    assert.equal(planned(), 1);
  });

  it('contain a new size of the compacted context after each change that affects the compaction', async () => {
    const { session, planned, now, told } = opened(built);
    const comesTo = async (input = INPUT): Promise<number | undefined> => {
      const change = told();
      assert.equal(sessionFigures(session, gaugeAt(3), input).compactsTo, undefined);
      await change;
      return sessionFigures(session, gaugeAt(3), input).compactsTo;
    };
    assert.equal(await comesTo(), 401);
    now.model = 'other';
    assert.equal(await comesTo(), 402);
    now.usableTokens = 500;
    assert.equal(await comesTo(), 403);
    now.restsThrough = 'aggressive';
    assert.equal(await comesTo(), 404);
    assert.equal(await comesTo({ ...INPUT, strategy: 'staged' }), 405);
    assert.equal(await comesTo({ ...INPUT, settings: { ...DEFAULT_SETTINGS, target: 0.2 } }), 406);
    assert.equal(planned(), 6);
  });

  it('contain past costs, which are not computed again while the log is unchanged', () => {
    const { session } = opened(built, { price: { input: 2, output: 8 } });
    const spent = () => sessionFigures(session, gaugeAt(0.5), INPUT).spent;
    assert.equal(spent(), spent());
  });

  it('contain no size of the compacted context if the session is read-only or being compacted', async () => {
    const { session, told } = opened(built);
    const change = told();
    sessionFigures(session, gaugeAt(3), INPUT);
    await change;
    assert.equal(sessionFigures(session, gaugeAt(3), INPUT).compactsTo, 401);
    for (const held of [{ isReadOnly: true }, { isRunning: true }])
      assert.equal(sessionFigures(opened(built, held).session, gaugeAt(3), INPUT).compactsTo, undefined);
  });
});
