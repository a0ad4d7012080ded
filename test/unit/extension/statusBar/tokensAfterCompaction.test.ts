import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { tokensAfterCompaction } from '../../../../src/extension/statusBar/tokensAfterCompaction.ts';

describe('The size of the context after the next compaction', () => {
  it('is planned again when the strategy changes while a plan is made', async () => {
    const plan = (strategy: string): number | undefined =>
      tokensAfterCompaction(open, { settings: DEFAULT_SETTINGS, strategy }, 'beforeRequest');
    let plans = 0;
    const isPlanned = new Promise<void>((resolve) => {
      open = {
        live: { log: { isReadOnly: false }, session: {}, entries: [] },
        conversation: {
          compactor: {
            isRunning: false,
            asking: { isAgreed: false },
            *beforeRequest() {
              plans += 1;
              if (plans === 1) plan('window');
              yield;
              return { run: true, tokensAfter: plans * 100 };
            },
          },
          request: { model: 'm', window: () => ({}), toolTokens: () => 0 },
          gaugeChanged: resolve,
        },
      } as unknown as OpenSession;
    });
    assert.equal(plan('hybrid'), undefined);
    await isPlanned;
    assert.equal(plan('window'), 200);
  });

  let open: OpenSession;
});
