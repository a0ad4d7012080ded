import assert from 'node:assert/strict';
import { countOrphans, tokensOf } from '../../../bench/retention/contextItem.ts';
import { inTenSteps } from '../../../bench/retention/rows/inTenSteps.ts';
import { assistant, call, result, user } from './messages.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

describe('a past compacted in ten steps', () => {
  const past = Array.from({ length: 40 }, (_, index) => [
    user(`Never rename function${String(index)}Name.`),
    call(`c${String(index)}`, { path: `src/part${String(index)}.ts` }),
    result(`c${String(index)}`, 'a line of output\n'.repeat(60)),
    assistant(`I read src/part${String(index)}.ts.`),
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
});
