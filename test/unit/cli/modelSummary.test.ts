import assert from 'node:assert/strict';
import {
  finishHeadless,
  prepareHeadless,
  type HeadlessOptions,
  type HeadlessResult,
} from '../../../src/cli/compactMessages.ts';
import { environmentModel } from '../../../src/cli/environmentModel.ts';
import { withModelSummary } from '../../../src/cli/summarizeHeadless.ts';
import { UsageError } from '../../../src/cli/usage.ts';
import { neverCancelled } from '../../../src/core/cancellation.ts';
import { ChatError } from '../../../src/core/ports.ts';
import { importedEntries } from '../../../src/core/session/importSession.ts';
import { foldSession } from '../../../src/core/session/session.ts';
import { chunk, DONE, startFaultyEndpoint, streams } from '../../support/faultyEndpoint.ts';
import { ScriptedModel, type ScriptedReply } from '../../support/scriptedModel.ts';
import { fixMessages, GOOD_SUMMARY, quarterCount } from '../../support/summaryRequests.ts';

const options: HeadlessOptions = {
  windowTokens: 20_000,
  budgetTokens: 3_000,
  strategy: 'summarize',
  count: quarterCount,
};
const said = foldSession(importedEntries(Array.from({ length: 12 }, () => fixMessages).flat(), 0));

async function compacted(model: ScriptedModel, session = said): Promise<HeadlessResult> {
  return finishHeadless(await withModelSummary(prepareHeadless(session, options), model, options), options);
}

const answering = (...replies: readonly ScriptedReply[]): ScriptedModel =>
  new ScriptedModel(replies, { window: 20_000 });

describe('A summary on the command line', () => {
  it('is the model’s, of what was folded', async () => {
    const model = answering(GOOD_SUMMARY);
    const { context, event } = await compacted(model);
    assert.match(model.read(0), /refresh loop/);
    assert.match(JSON.stringify(context), /The next step is to run the tests/);
    assert.equal(event.proseFailed, undefined);
  });

  it('is asked of no model where nothing was folded', async () => {
    const model = answering(GOOD_SUMMARY);
    const { event } = await compacted(model, foldSession(importedEntries(fixMessages.slice(0, 1), 0)));
    assert.equal(model.requests.length, 0);
    assert.equal(event.proseFailed, undefined);
  });

  it('is left out with the reason where the model fails', async () => {
    const { context, event } = await compacted(
      answering(new ChatError('unauthorized', 'The key is wrong.', false)),
    );
    assert.match(event.proseFailed ?? '', /The key is wrong/);
    assert.ok(context.length > 0);
  });
});

describe('The model of the environment', () => {
  it('is the one named, at its address, with its key', async () => {
    const endpoint = await startFaultyEndpoint(streams(chunk({ content: 'Hi.' }), chunk({}, 'stop'), DONE));
    try {
      const model = await environmentModel({
        LONGTHREAD_ENDPOINT: endpoint.baseUrl,
        LONGTHREAD_MODEL: 'some-model',
        LONGTHREAD_API_KEY: 'made-up',
      });
      const request = {
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
        tools: [],
      } as const;
      let text = '';
      for await (const delta of model.stream(request, neverCancelled))
        text += delta.type === 'text' ? delta.text : '';
      assert.equal(text, 'Hi.');
      const asked = endpoint.seen.at(-1);
      assert.equal(asked?.body['model'], 'some-model');
      assert.equal(asked.headers.authorization, 'Bearer made-up');
    } finally {
      await endpoint.close();
    }
  });

  it('is asked for by what is missing, and by what is wrong with its address', async () => {
    const address = 'http://127.0.0.1:1/v1';
    for (const environment of [{}, { LONGTHREAD_ENDPOINT: address }, { LONGTHREAD_MODEL: 'm' }]) {
      await assert.rejects(
        environmentModel(environment),
        (error) =>
          error instanceof UsageError && /needs LONGTHREAD_ENDPOINT and LONGTHREAD_MODEL/.test(error.message),
      );
    }
    await assert.rejects(
      environmentModel({ LONGTHREAD_ENDPOINT: 'file:///a', LONGTHREAD_MODEL: 'm' }),
      (error) => error instanceof UsageError && /^LONGTHREAD_ENDPOINT: /.test(error.message),
    );
  });
});
