import assert from 'node:assert/strict';
import { budgetTokensOf, parseBudgets } from '../../../bench/retention/budget.ts';
import { parseOptions } from '../../../bench/retention/options.ts';

describe('budgets', () => {
  it('are a number of tokens or a share of the past', () => {
    const budgets = parseBudgets('3000,10%');
    assert.deepEqual(
      budgets.map(({ label }) => label),
      ['3000', '10%'],
    );
    assert.deepEqual(
      budgets.map((budget) => budgetTokensOf(budget, 65_432)),
      [3000, 6543],
    );
  });

  for (const text of ['', '0', '-5', '4k', '3000,,10%']) {
    it(`are rejected if one of them is not a positive amount: "${text}"`, () => {
      assert.throws(() => parseBudgets(text), /is no budget/);
    });
  }
});

describe('the command line', () => {
  it('uses the corpus if no folder is named', () => {
    assert.deepEqual(parseOptions([], '/corpus').paths, ['/corpus']);
    assert.deepEqual(parseOptions(['/own'], '/corpus').paths, ['/own']);
    assert.throws(() => parseOptions([], undefined), /LONGTHREAD_CORPUS/);
  });

  it('accepts the name of a part, and rejects an unknown name with the list of parts', () => {
    assert.equal(parseOptions(['--part', 'heldout'], '/c').part, 'heldout');
    assert.throws(() => parseOptions(['--part', 'half'], '/c'), /tuning, heldout, all/);
  });

  it('leaves out the peers if --no-peers is given', () => {
    assert.equal(parseOptions([], '/c').withPeers, true);
    assert.equal(parseOptions(['--no-peers'], '/c').withPeers, false);
  });

  it('measures costs only with --costs', () => {
    assert.equal(parseOptions([], '/c').withCosts, false);
    assert.equal(parseOptions(['--costs'], '/c').withCosts, true);
  });

  it('rejects a limit that is not a number', () => {
    assert.throws(() => parseOptions(['--limit', 'many'], '/c'), /--limit/);
  });
});
