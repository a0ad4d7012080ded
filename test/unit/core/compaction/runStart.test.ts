import assert from 'node:assert/strict';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings } from '../../../support/sessionBuilder.ts';

describe('The entry for the start of a run', () => {
  it('contains the tier, strategy, reason and figures of the run', async () => {
    const engine = new EngineHarness({ strategy: STRATEGIES.summarize });
    const note = (text: string): string => engine.builder.append({ kind: 'note', source: 'test', text });
    const live = Array.from({ length: smallSettings.liveObservations }, (_, run) => `run ${String(run + 4)}`);
    const [one = ''] = ['run 1', 'run 2', 'run 3', ...live].map(note);
    engine.builder.turns(4, 20);
    engine.builder.compaction({ folded: [{ ids: ['m1', 'm2'], as: 'summary' }], foldedNotes: [one] });
    engine.builder.turns(34, 20);
    engine.reportedTokens = 760;
    await engine.compactor.check();
    const [started] = engine.runs;
    assert.deepEqual(started, {
      v: 1,
      id: 'e17',
      at: 0,
      kind: 'run',
      state: 'started',
      tier: 'background',
      strategy: 'summarize',
      reason: 'threshold',
      usedTokens: 760,
      cursor: 2,
      batchMessages: engine.newest.folded.flatMap(({ ids }) => ids).length,
      firstRecent: 'm73',
      pendingNotes: 2,
    });
  });

  it('names no recent message if no message stays', async () => {
    const engine = new EngineHarness({ settings: { ...smallSettings, keepRecentMessages: 0 } });
    engine.builder.turns(40, 20);
    await engine.compactor.compactNow();
    assert.equal(engine.runs[0]?.firstRecent, undefined);
    assert.equal(engine.runs[0]?.batchMessages, engine.newest.folded.flatMap(({ ids }) => ids).length);
  });
});
