import assert from 'node:assert/strict';
import { countOrphans, tokensOf } from '../../../bench/retention/contextItem.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { inTenSteps, stepsOf } from '../../../bench/retention/rows/inTenSteps.ts';
import { assistant, call, result, user } from './messages.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

describe('a ten-step compaction', () => {
  const past = Array.from({ length: 40 }, (_, index) => [
    user(`Never rename function${String(index)}Name.`),
    call(`c${String(index)}`, { path: `src/part${String(index)}.ts` }),
    result(`c${String(index)}`, `${'a line of output\n'.repeat(60)}Always print with tabs.`),
    assistant(`You must never delete old files. I read src/part${String(index)}.ts.`),
  ]).flat();

  /** The same past with more content than there is room for. */
  const telling = past.map((each, index) => {
    const words = Array.from({ length: 60 }, (_, word) => `berth${String(index)}of${String(word)}`);
    return index % 4 === 3 ? assistant(`You must never delete old files. ${words.join(' ')}.`) : each;
  });

  it('keeps the context within the budget, and separates no call from its result', async () => {
    const context = await inTenSteps.compact({ past, budgetTokens: 3000, count, seed: 1 });
    assert.ok(context.length > 0);
    assert.ok(tokensOf(context, count) <= 3000);
    assert.equal(countOrphans(context), 0);
  });

  it('leaves the newest message at the end of the context', async () => {
    const context = await inTenSteps.compact({ past, budgetTokens: 3000, count, seed: 1 });
    assert.ok(context.at(-1)?.content.endsWith('I read src/part39.ts.'));
  });

  it('describes a long session only with words of the log', async () => {
    for (const budgetTokens of [1000, 2000]) {
      const context = await inTenSteps.compact({ past: telling, budgetTokens, count, seed: 1 });
      const [, story = ''] = /## Story\n([\s\S]*?)(?:\n\n|\n##)/.exec(context[0]?.content ?? '') ?? [];
      const lines = story.split('\n');
      assert.ok(lines.length > 5, String(budgetTokens));
      for (const line of lines) {
        const [, id = '', words = ''] = /^m(\d+)[^:]*: (.*)$/.exec(line) ?? [];
        const said = telling[Number(id) - 1]?.message;
        const text = said === undefined ? '' : textOf(said);
        for (const piece of words.split(' …')) assert.ok(text.includes(piece.trim()), line);
      }
    }
  });

  it('lists only the person’s words as rules', async () => {
    const context = await inTenSteps.compact({ past: telling, budgetTokens: 3000, count, seed: 1 });
    const record = context.map(({ content }) => content).find((text) => text.includes('## Rules')) ?? '';
    const [, constraints = ''] = /## Rules\n(.*?)(?:\n\n|\n##|$)/s.exec(record) ?? [];
    const lines = constraints.split('\n');
    assert.ok(lines.length > 5);
    for (const line of lines) assert.match(line, /Never rename function\d+Name\./);
  });

  it('has all ten steps even if an interrupted tool call has no result', () => {
    const interrupted = [user('Begin.'), call('lost', {}), ...past];
    assert.equal(stepsOf(interrupted).length, 10);
  });
});
