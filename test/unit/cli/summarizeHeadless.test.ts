import assert from 'node:assert/strict';
import {
  finishHeadless,
  prepareHeadless,
  type HeadlessOptions,
  type HeadlessResult,
  withModelSummary,
} from '../../../src/cli/compactMessages.ts';
import { importedEntries } from '../../../src/core/log/ids.ts';
import { foldSession } from '../../../src/core/log/session.ts';
import { ChatError } from '../../../src/core/ports.ts';
import { ScriptedModel } from '../../support/scriptedModel.ts';
import { fixMessages, GOOD_SUMMARY, quarterCount } from '../../support/summaryRequests.ts';

const options: HeadlessOptions = {
  windowTokens: 20_000,
  budgetTokens: 3_000,
  strategy: 'summarize',
  count: quarterCount,
};
const said = foldSession(importedEntries(Array.from({ length: 12 }, () => fixMessages).flat(), 0));

async function compacted(model: ScriptedModel): Promise<HeadlessResult> {
  return finishHeadless(await withModelSummary(prepareHeadless(said, options), model, options), options);
}

describe('A model’s summary without an editor', () => {
  it('covers the messages that left the context', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY]);
    const { context, event } = await compacted(model);
    assert.match(model.read(0), /refresh loop/);
    assert.match(JSON.stringify(context), /The next step is to run the tests/);
    assert.equal(event.proseFailed, undefined);
  });

  it('is not requested if no message left the context', async () => {
    const few = foldSession(importedEntries(fixMessages.slice(0, 1), 0));
    const prepared = prepareHeadless(few, options);
    const model = new ScriptedModel(['never']);
    assert.equal(await withModelSummary(prepared, model, options), prepared);
    assert.equal(model.requests.length, 0);
  });

  it('is left out if the model fails, and the event gives the reason', async () => {
    const model = new ScriptedModel([new ChatError('unauthorized', 'The key was refused.', false)]);
    const prepared = prepareHeadless(said, options);
    assert.ok(prepared.newlyFolded.length > 0);
    const { draft } = await withModelSummary(prepared, model, options);
    assert.match(draft.event.proseFailed ?? '', /The key was refused/u);
    assert.deepEqual(draft.folded, prepared.draft.folded);
  });

  it('is requested again after the pause that the model requires', async () => {
    const busy = new ChatError('rateLimited', 'Later.', true, { retryAfterMs: 7_000 });
    const model = new ScriptedModel([busy, GOOD_SUMMARY]);
    const askedBeforePause: number[] = [];
    const sleep = (ms: number): Promise<void> => {
      // Any other duration is a time limit, which is never reached here. A pause of 0 ms ends immediately.
      if (ms !== 7_000 && ms !== 0) return new Promise(() => undefined);
      if (ms === 7_000) askedBeforePause.push(model.requests.length);
      return Promise.resolve();
    };
    const { draft } = await withModelSummary(prepareHeadless(said, options), model, { ...options, sleep });
    // The third request asks the model to check its own sentences.
    assert.deepEqual([askedBeforePause, model.requests.length], [[1], 3]);
    assert.equal(draft.event.proseFailed, undefined);
  });
});
