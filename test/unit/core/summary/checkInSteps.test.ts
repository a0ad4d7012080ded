import assert from 'node:assert/strict';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { createSummarize } from '../../../../src/core/summary/summarize.ts';
import { calls, numbered, result } from '../../../support/saidMessages.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { dependencies, fixMessages, GOOD_SUMMARY, requestOf } from '../../../support/summaryRequests.ts';

describe('a summary of a long session', () => {
  it('is asked for and checked in steps, more of them the longer the session, with the same result', async () => {
    const pausesFor = async (results: number): Promise<readonly [pauses: number, summary: unknown]> => {
      const read = Array.from({ length: results }, (_, at) => {
        const callId = `r${String(at)}`;
        const text = `${String(at)} ${'harbour lights\n'.repeat(200)}`;
        return [calls('read_file', { path: `src/${callId}.ts` }, callId), result(text, callId)];
      });
      const folded = [...fixMessages, ...numbered(...read.flat())].map((each, at) => ({
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
});
