import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { tokensAfterCompaction } from '../../../../src/extension/statusBar/tokensAfterCompaction.ts';

describe('The size of the context after the next compaction', () => {
  it('is computed again if the strategy changes during the computation', async () => {
    const isPlanned = Promise.withResolvers<undefined>();
    let plans = 0;
    const compactor = {
      isRunning: false,
      asking: { isAgreed: false },
      *beforeRequest() {
        plans += 1;
        if (plans === 1) tokensWith('window');
        yield;
        return { run: true, tokensAfter: plans * 100 };
      },
    };
    const open = {
      live: { log: { isReadOnly: false }, session: {}, entries: [] },
      conversation: {
        compactor,
        request: { model: 'm', window: () => ({}), toolTokens: () => 0 },
        gaugeChanged: isPlanned.resolve,
      },
    } as unknown as OpenSession;
    const tokensWith = (strategy: string): number | undefined =>
      tokensAfterCompaction(open, { settings: DEFAULT_SETTINGS, strategy }, 'beforeRequest');
    assert.equal(tokensWith('hybrid'), undefined);
    await isPlanned.promise;
    assert.equal(tokensWith('window'), 200);
  });
});
