import assert from 'node:assert/strict';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { createSummarize } from '../../../../src/core/summary/summarize.ts';
import { assistant, calls, numbered, result } from '../../../support/saidMessages.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { dependencies, fixMessages, GOOD_SUMMARY, requestOf } from '../../../support/summaryRequests.ts';

const longSession = (results: number) =>
  numbered(
    ...Array.from({ length: results }, (_, at) => {
      const callId = `r${String(at)}`;
      const text = `${String(at)} ${'harbour lights\n'.repeat(200)}`;
      return [calls('read_file', { path: `src/${callId}.ts` }, callId), result(text, callId)];
    }).flat(),
  );

describe('a summary of a long session', () => {
  it('is the same with and without pauses, and has more pauses in a longer session', async () => {
    const pausesFor = async (results: number): Promise<readonly [pauses: number, summary: unknown]> => {
      const folded = [...fixMessages, ...longSession(results)].map((each, at) => ({
        ...each,
        id: `m${String(at + 1)}`,
      }));
      const made = async (pause?: () => Promise<void>): Promise<unknown> => {
        const model = new ScriptedModel([GOOD_SUMMARY]);
        const { lines, figures } = await createSummarize(dependencies(model, pause && { pause }))(
          requestOf({ folded }),
          neverCancelled,
        );
        return { lines, struck: figures.struck, added: figures.added };
      };
      let pauses = 0;
      const summary = await made(() => {
        pauses += 1;
        return Promise.resolve();
      });
      assert.deepEqual(summary, await made());
      return [pauses, summary];
    };
    const [few] = await pausesFor(100);
    const [many] = await pausesFor(400);
    assert.ok(many - few >= 50, `${String(few)} and ${String(many)} pauses`);
  });

  it('ends at the next pause after a cancellation', async () => {
    const cancellation = new Cancellation();
    const model = new ScriptedModel([GOOD_SUMMARY]);
    let pauses = 0;
    const pause = (): Promise<void> => {
      if (model.requests.length > 0) cancellation.cancel();
      if (cancellation.signal.aborted) pauses += 1;
      return Promise.resolve();
    };
    const request = requestOf({ folded: [...fixMessages, ...longSession(200)] });
    await assert.rejects(createSummarize(dependencies(model, { pause }))(request, cancellation.signal), {
      name: 'SummaryError',
      reason: 'cancelled',
    });
    assert.equal(pauses, 1);
  });

  it('has additional pauses if the model checks the summary', async () => {
    const pausesWith = async (checksItself: boolean): Promise<number> => {
      let pauses = 0;
      const pause = (): Promise<void> => {
        pauses += 1;
        return Promise.resolve();
      };
      const model = new ScriptedModel([GOOD_SUMMARY, '1 true']);
      const deps = { ...dependencies(model, { pause }), checksItself };
      await createSummarize(deps)(
        requestOf({ folded: [...fixMessages, ...longSession(400)] }),
        neverCancelled,
      );
      return pauses;
    };
    const [without, including] = [await pausesWith(false), await pausesWith(true)];
    assert.ok(including > without, `${String(without)} and ${String(including)} pauses`);
  });

  it('has pauses while the tokens of the session are counted', async () => {
    let [counted, most] = [0, 0];
    const pause = (): Promise<void> => {
      counted = 0;
      return Promise.resolve();
    };
    const count = (text: string): number => {
      counted += text.length;
      most = Math.max(most, counted);
      return Math.ceil(text.length / 4);
    };
    const tooLong = new ChatError('contextOverflow', 'Too long.', false);
    const answer = (reply: string | ChatError) => () => {
      counted = 0;
      return reply;
    };
    const model = new ScriptedModel([answer(tooLong), answer(GOOD_SUMMARY)], { window: 20_000 });
    const said = Array.from({ length: 400 }, (_, at) =>
      assistant(`${String(at)} ${'harbour lights '.repeat(200)}`),
    );
    const request = requestOf({ folded: [...fixMessages, ...numbered(...said)] });
    await createSummarize(dependencies(model, { pause, count }))(request, neverCancelled);
    assert.ok(model.requests.length > 1);
    assert.ok(most < 400_000, `${String(most)} characters at once`);
  });
});
