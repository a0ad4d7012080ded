import assert from 'node:assert/strict';
import type { Prepared } from '../../../../src/core/compaction/plan/draft.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { considered } from '../../../support/planned.ts';
import { accountOf, SessionBuilder, smallSettings } from '../../../support/sessionBuilder.ts';

/**
 * Plans a compaction for a budget. `sent` converts the plan's token count to the count of tokens that are sent.
 * Returns the compaction and the number of plans that were made.
 */
function fitted(
  budgetTokens: number,
  sent: (tokens: number) => number,
): { readonly prepared: Prepared; readonly tries: number } {
  const account = accountOf();
  const strategy = STRATEGIES.summarize;
  const settings = smallSettings;
  const { session } = new SessionBuilder().turns(60, 20);
  let tries = 0;
  const measure = (context: Prepared['context']): number => {
    tries += 1;
    return sent(account.ofContext(context));
  };
  return {
    prepared: considered(
      { session, account, strategy, settings, measure, usableTokens: budgetTokens, usedTokens: 0 },
      budgetTokens,
    ),
    tries,
  };
}

describe('A plan', () => {
  for (const more of [120, 200, 300]) {
    it(`is repeated with a smaller target if the context takes ${String(more)} tokens more than planned`, () => {
      const { prepared, tries } = fitted(600, (tokens) => tokens + more);
      assert.ok(tries > 1);
      assert.deepEqual(
        prepared.draft.event.passes.map(({ name }) => name),
        ['foldOldest', 'record'],
      );
      assert.ok(prepared.tokensAfter + more <= 600);
      assert.ok(prepared.tokensAfter + more > 500, String(prepared.tokensAfter + more));
    });
  }

  it('is found by bisection in at most 13 tries if only a context of at most half the budget fits', () => {
    const { prepared, tries } = fitted(600, (tokens) => (tokens > 300 ? 607 : tokens));
    assert.ok(prepared.tokensAfter <= 300 && prepared.tokensAfter > 250, String(prepared.tokensAfter));
    assert.ok(tries <= 13, String(tries));
  });

  it('is made only once if the context is within the budget', () => {
    assert.equal(fitted(600, (tokens) => tokens).tries, 1);
  });
});
