import assert from 'node:assert/strict';
import { countOrphans, tokensOf, type ContextItem } from '../../../bench/retention/contextItem.ts';
import { scoreOf } from '../../../bench/retention/score.ts';

/** Counts each character as a token, so that sums can be computed by hand. */
const count = (text: string): number => text.length;
const made = (content: string): ContextItem => ({ role: 'user', content, treatment: 'notes' });
const calling = (id: string): ContextItem => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: '{"text":"aName\\nbName"}' } }],
  treatment: 'verbatim',
});
const answer = (id: string): ContextItem => ({
  role: 'tool',
  content: 'ok',
  tool_call_id: id,
  treatment: 'verbatim',
});

const needs = {
  facts: new Map([
    ['aName', 'identifier'],
    ['bName', 'identifier'],
    ['src/x/y.ts', 'path'],
  ] as const),
  pairs: [['aName', 'bName']] as const,
};
const ground = { isInPast: () => true, userTexts: [] };

describe('the tokens of a context', () => {
  it('include contents, tool names, arguments, and four tokens for each message', () => {
    const [contents, name, args] = [5 + 2, 3, 23];
    const items = [made('12345'), calling('c'), answer('c')];
    assert.equal(tokensOf(items, count), contents + name + args + 3 * 4);
  });
});

describe('the score of a context', () => {
  it('is the number of facts and pairs that the context contains', () => {
    const score = scoreOf([made('aName and bName')], { needs, ground, budgetTokens: 19, count });
    assert.equal(score.held, 2);
    assert.equal(score.pairsHeld, 1);
    assert.deepEqual(score.heldByKind, { identifier: 2 });
  });

  it('includes facts in the arguments of calls', () => {
    const score = scoreOf([calling('c'), answer('c')], { needs, ground, budgetTokens: 100, count });
    assert.deepEqual([score.held, score.pairsHeld], [2, 1]);
  });

  it('is zero if the context is one token over budget', () => {
    const score = scoreOf([made('aName and bName')], { needs, ground, budgetTokens: 18, count });
    assert.deepEqual([score.isOverBudget, score.held, score.pairsHeld], [true, 0, 0]);
  });
});

describe('orphans (calls without results and results without calls)', () => {
  const cases: readonly (readonly [name: string, items: readonly ContextItem[], orphans: number])[] = [
    ['none for a call with its result', [calling('a'), answer('a'), made('x')], 0],
    ['a result without a call', [made('x'), answer('a')], 1],
    ['a call without a result', [calling('a'), made('x')], 1],
    ['two for a call whose result comes too late', [calling('a'), made('x'), answer('a')], 2],
    ['a call at the end', [calling('a')], 1],
  ];
  for (const [name, items, orphans] of cases) {
    it(`are counted: ${name}`, () => {
      assert.equal(countOrphans(items), orphans);
    });
  }
});
