import assert from 'node:assert/strict';
import { countOrphans, tokensOf, type ContextItem } from '../../../bench/retention/contextItem.ts';
import { SINGLE_ROW } from '../../../bench/retention/rows/drift.ts';
import { engineRows } from '../../../bench/retention/rows/engine.ts';
import { inTenSteps, stepsOf } from '../../../bench/retention/rows/inTenSteps.ts';
import { assistant, call, result, user } from './messages.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

describe('a past compacted in ten steps', () => {
  const past = Array.from({ length: 40 }, (_, index) => [
    user(`Never rename function${String(index)}Name.`),
    call(`c${String(index)}`, { path: `src/part${String(index)}.ts` }),
    result(`c${String(index)}`, `${'a line of output\n'.repeat(60)}Always print with tabs.`),
    assistant(`You must never delete old files. I read src/part${String(index)}.ts.`),
  ]).flat();

  it('keeps to the budget and splits no call from its result', async () => {
    const context = await inTenSteps.compact({ past, budgetTokens: 3000, count, seed: 1 });
    assert.ok(context.length > 0);
    assert.ok(tokensOf(context, count) <= 3000);
    assert.equal(countOrphans(context), 0);
  });

  it('ends with the newest message as it is', async () => {
    const context = await inTenSteps.compact({ past, budgetTokens: 3000, count, seed: 1 });
    assert.ok(context.at(-1)?.content.endsWith('I read src/part39.ts.'));
  });

  it('says of a long past byte for byte what a single compaction says: the notes are taken from the log', async () => {
    const single = engineRows.find(({ name }) => name === SINGLE_ROW);
    assert.ok(single !== undefined);
    for (const budgetTokens of [1000, 1500, 2000]) {
      const task = { past, budgetTokens, count, seed: 1 };
      assert.deepEqual(spoken(await inTenSteps.compact(task)), spoken(await single.compact(task)));
    }
  });

  it('attributes to the person what the person said alone, however often it was compacted', async () => {
    const context = await inTenSteps.compact({ past, budgetTokens: 8000, count, seed: 1 });
    const record = context.map(({ content }) => content).find((text) => text.includes('## Rules')) ?? '';
    const [, constraints = ''] = /## Rules\n(.*?)(?:\n\n|\n##|$)/s.exec(record) ?? [];
    const lines = constraints.split('\n');
    assert.ok(lines.length > 5);
    for (const line of lines) assert.match(line, /Never rename function\d+Name\./);
  });

  it('goes on past a call that was interrupted and has no result', () => {
    const interrupted = [user('Begin.'), call('lost', {}), ...past];
    assert.equal(stepsOf(interrupted).length, 10);
  });
});

function spoken(context: readonly ContextItem[]): readonly string[] {
  return context.map(({ role, content }) => `${role}: ${content}`);
}
