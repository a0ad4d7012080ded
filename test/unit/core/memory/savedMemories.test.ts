import assert from 'node:assert/strict';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { dependencies, GOOD_SUMMARY, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { createSummarize } from '../../../../src/core/summary/summarize.ts';
import { textOf } from '../../../../src/core/log/message.ts';

const saving = (...memories: readonly unknown[]): { readonly calls: readonly string[] } => ({
  calls: memories.map((memory) => JSON.stringify(memory)),
});
const withTools = { supportsTools: true };

describe('memories that the summarizing model saves', () => {
  it('are kept with type, text and source, and then it writes the summary', async () => {
    const memory = { type: 'preference', text: 'Never touch session.ts.', source: 'm1' };
    const model = new ScriptedModel([saving(memory), GOOD_SUMMARY], withTools);
    const { memories, text } = await summarizeWith(model);
    assert.deepEqual(memories, [memory]);
    assert.equal(text, GOOD_SUMMARY);
    assert.deepEqual(
      model.requests[0]?.tools.map(({ name }) => name),
      ['memory_save'],
    );
    assert.equal(textOf(model.requests[1]?.messages.at(-1) ?? { role: 'system', parts: [] }), 'Saved.');
  });

  it('may come beside the text', async () => {
    const answer = { text: GOOD_SUMMARY, ...saving({ type: 'fact', text: 'The expiry is 3600 ms.' }) };
    const { memories, figures } = await summarizeWith(new ScriptedModel([answer], withTools));
    assert.deepEqual(memories, [{ type: 'fact', text: 'The expiry is 3600 ms.' }]);
    assert.equal(figures.calls, 1);
  });

  it('are dropped where nothing bears them out, each is kept once, and an unknown source is left out', async () => {
    const answer = {
      text: GOOD_SUMMARY,
      ...saving(
        { type: 'fact', text: 'The database runs on port 5432.' },
        { type: 'preference', text: 'The user wants emoji everywhere.' },
        { type: 'fact', text: 'The expiry is 3600 ms.', source: 'm77' },
        { type: 'observation', text: 'the expiry  is 3600 ms' },
      ),
    };
    const { memories } = await summarizeWith(new ScriptedModel([answer], withTools));
    assert.deepEqual(memories, [{ type: 'fact', text: 'The expiry is 3600 ms.' }]);
  });

  it('are at most twenty, of at most 300 characters', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      type: 'observation',
      text: `${'abcdefghij'.slice(0, (index % 10) + 1)}${'x'.repeat(index)} ${'some words '.repeat(60)}`,
    }));
    const { memories } = await summarizeWith(
      new ScriptedModel([{ text: GOOD_SUMMARY, ...saving(...many) }], withTools),
    );
    assert.equal(memories.length, 20);
    assert.ok(memories.every(({ text }) => text.length <= 300));
  });

  it('that can’t be read are refused to the model', async () => {
    const bad = {
      calls: ['{"type":', '"text"', '{"type":"rumour","text":"x"}', '{"type":"fact","text":""}'],
    };
    const model = new ScriptedModel([bad, GOOD_SUMMARY], withTools);
    assert.deepEqual((await summarizeWith(model)).memories, []);
    assert.match(model.read(1), /Not saved/);
  });

  it('of another tool save nothing', async () => {
    const model = new ScriptedModel([{ calls: ['{}'], tool: 'bash' }, GOOD_SUMMARY], withTools);
    assert.deepEqual((await summarizeWith(model)).memories, []);
  });

  it('don’t keep the model from writing for ever: the third time it is asked without the tool', async () => {
    const model = new ScriptedModel([saving({ type: 'fact', text: 'The expiry is 3600 ms.' })], withTools);
    await assert.rejects(summarizeWith(model, requestOf()), { reason: 'empty' });
    assert.deepEqual(
      model.requests.map(({ tools }) => tools.length),
      [1, 1, 0],
    );
  });

  for (const [memoryRounds, tools] of [
    [0, [0]],
    [1, [1, 0]],
    [4, [1, 1, 1, 1, 0]],
  ] as const) {
    it(`may be saved in ${String(memoryRounds)} calls where that is set`, async () => {
      const model = new ScriptedModel([saving({ type: 'fact', text: 'The expiry is 3600 ms.' })], withTools);
      const summarize = createSummarize(dependencies(model, { memoryRounds }));
      await assert.rejects(summarize(requestOf(), neverCancelled), { reason: 'empty' });
      assert.deepEqual(
        model.requests.map((request) => request.tools.length),
        tools,
      );
      assert.equal(model.read(0).includes('memory_save'), memoryRounds > 0);
    });
  }
});
