import assert from 'node:assert/strict';
import type { Gauge } from '../../../../src/core/context/gauge.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { sessionFigures } from '../../../../src/extension/statusBar/sessionFigures.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const gaugeAt = (share: number): Gauge => ({
  usedTokens: share * 1_000,
  window: { totalTokens: 2_000, usableTokens: 1_000, isAssumed: false },
  share,
  isEstimated: false,
  categories: [],
});

function opened(
  built: ViewedSession,
  { price = undefined as object | undefined, isReadOnly = false, isRunning = false } = {},
): { readonly session: OpenSession; readonly planned: () => number } {
  let planned = 0;
  const live = {
    session: built.session,
    entries: built.entries,
    account: built.account,
    log: { isReadOnly },
  };
  const beforeRequest = () => {
    planned += 1;
    return { tokensAfter: 400 };
  };
  const conversation = { request: { price, model: 'm' }, compactor: { isRunning, beforeRequest } };
  return { session: { live, conversation } as unknown as OpenSession, planned: () => planned };
}

describe('where a session is going', () => {
  const built = new ViewedSession();
  built.asks('one two three');
  built.answers('four five');

  it('is the growth of its turns; money is told where there is a price', () => {
    const { session } = opened(built);
    const { growthTokens, nextCost, compactsTo } = sessionFigures(session, gaugeAt(0.5), undefined);
    assert.ok((growthTokens ?? 0) >= 5);
    assert.deepEqual([nextCost, compactsTo], [undefined, undefined]);
    const priced = opened(built, { price: { input: 2, output: 8 } });
    assert.equal(sessionFigures(priced.session, gaugeAt(0.5), undefined).nextCost, (500 * 2) / 1_000_000);
  });

  it('is told wherever the model answers: what another one cost there is known by its address alone', () => {
    const other = new ViewedSession();
    const usage = { inputTokens: 1_000, outputTokens: 10 };
    const message = { role: 'assistant', parts: [], finish: 'stop', usage, model: 'gpt-4o' } as const;
    other.add({ kind: 'message', message });
    const { session } = opened(other, { price: { input: 2, output: 8 } });
    const spentAt = (url: string | undefined) => sessionFigures(session, gaugeAt(0.5), url).spent;
    assert.deepEqual([spentAt(undefined)?.cost, spentAt(undefined)?.isPartial], [undefined, true]);
    assert.ok((spentAt('https://api.openai.com/v1')?.cost ?? 0) > 0);
  });

  it('is what the context comes down to where it does not fit, planned once as long as nothing is said', () => {
    const { session, planned } = opened(built, { price: { input: 2, output: 8 } });
    for (let look = 0; look < 3; look += 1) {
      const { compactsTo, nextCost } = sessionFigures(session, gaugeAt(3), undefined);
      assert.deepEqual([compactsTo, nextCost], [400, (400 * 2) / 1_000_000]);
    }
    assert.equal(planned(), 1);
  });

  it('is not planned where nothing can be compacted now', () => {
    for (const held of [{ isReadOnly: true }, { isRunning: true }])
      assert.equal(sessionFigures(opened(built, held).session, gaugeAt(3), undefined).compactsTo, undefined);
  });
});
