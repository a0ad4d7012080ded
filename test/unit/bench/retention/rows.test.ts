import assert from 'node:assert/strict';
import type { CountedMessage } from '../../../bench/retention/cuts.ts';
import { countOrphans, tokensOf, type ContextItem } from '../../../bench/retention/contextItem.ts';
import { mostFrequentBag, randomBag } from '../../../bench/retention/rows/bags.ts';
import { firstAndNewest, observationMasking, truncation } from '../../../bench/retention/rows/baselines.ts';
import type { Row } from '../../../bench/retention/rows/row.ts';
import { assistant, call, result, user } from './messages.ts';

const count = (text: string): number => text.length;

async function run(
  row: Row,
  past: readonly CountedMessage[],
  budgetTokens: number,
): Promise<readonly ContextItem[]> {
  return row.compact({ past, budgetTokens, count, seed: 7 });
}

const texts = (items: readonly ContextItem[]): readonly string[] => items.map(({ content }) => content);

describe('In the retention benchmark,', () => {
  const past = [
    user('first request'),
    call('a', {}),
    result('a', 'long output'),
    assistant('done'),
    user('next'),
  ];

  it('the row “truncation” keeps the newest groups that fit in full', async () => {
    assert.deepEqual(texts(await run(truncation, past, 8)), ['next']);
    assert.deepEqual(texts(await run(truncation, past, 16)), ['done', 'next']);
    assert.deepEqual(texts(await run(truncation, past, 35)), ['done', 'next']);
    assert.deepEqual(texts(await run(truncation, past, 40)), ['', 'long output', 'done', 'next']);
  });

  it('the row “first + newest” keeps the first request and the newest groups', async () => {
    assert.deepEqual(texts(await run(firstAndNewest, past, 40)), ['first request', 'done', 'next']);
  });

  it('the row “observation masking” keeps the text of only the newest five results', async () => {
    const calls = Array.from({ length: 7 }, (_, index) => [
      call(`c${String(index)}`, {}),
      result(`c${String(index)}`, `output ${String(index)}`),
    ]);
    const results = (await run(observationMasking, calls.flat(), 1000)).filter(({ role }) => role === 'tool');
    assert.deepEqual(
      texts(results).map((text) => text.startsWith('output ')),
      [...[false, false], ...[true, true, true, true, true]],
    );
    assert.equal(countOrphans(await run(observationMasking, calls.flat(), 1000)), 0);
  });

  it('the row “truncation” leaves no call without a result', async () => {
    assert.equal(countOrphans(await run(truncation, [call('a', {}), user('go on')], 1000)), 0);
  });

  it('the rows “random bag” and “most-frequent bag” contain as many facts as fit the budget', async () => {
    const named = [user('aName bName bName'), result('r', 'bName cName cName src/dd/ee.ts')];
    const all = await run(randomBag, named, 1000);
    assert.deepEqual(all[0]?.content.split('\n').sort(), ['aName', 'bName', 'cName', 'src/dd/ee.ts']);
    const frequent = await run(mostFrequentBag, named, 15);
    assert.deepEqual(frequent[0]?.content.split('\n'), ['bName', 'cName']);
    assert.ok(tokensOf(frequent, count) <= 15);
  });

  it('the row “random bag” is the same on every run with the same seed', async () => {
    const named = [user(Array.from({ length: 50 }, (_, index) => `fact${String(index)}Name`).join(' '))];
    assert.deepEqual(await run(randomBag, named, 200), await run(randomBag, [...named], 200));
  });
});
