import assert from 'node:assert/strict';
import type { SetupParts } from '../../../../src/extension/setup/setupParts.ts';
import { summarizer } from '../../../../src/extension/setup/summarizer.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';

function partsWith(summaryEnabled: boolean, summaryModel?: ScriptedModel): SetupParts {
  const current = { memoryRounds: 0, summaryPrompt: '', summaryEnabled };
  return {
    services: { counter: { countSmall: () => 1 }, clock: { now: () => 0, monotonic: () => 0 } },
    models: { summaryModel },
    settings: { current },
  } as unknown as SetupParts;
}

describe('the summarizer for the notes of a compaction', () => {
  it('exists only if summary.enabled is on and a model is connected', () => {
    const model = new ScriptedModel(['A story.']);
    assert.notEqual(summarizer(partsWith(true, model))(), undefined);
    assert.equal(summarizer(partsWith(false, model))(), undefined);
    assert.equal(summarizer(partsWith(true))(), undefined);
  });
});
