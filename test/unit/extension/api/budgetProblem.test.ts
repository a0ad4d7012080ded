import assert from 'node:assert/strict';
import { budgetProblem } from '../../../../src/extension/api/checkedInput.ts';

describe('another extension’s token budget for a compaction', () => {
  for (const budget of [undefined, 1, 50_000, Number.MAX_SAFE_INTEGER]) {
    it(`may be ${String(budget)}`, () => {
      assert.equal(budgetProblem(budget), undefined);
    });
  }

  for (const budget of [Number.NaN, -1, 0, 1.5, Infinity, -Infinity, '5000', null]) {
    it(`may not be the ${typeof budget} ${String(budget)}`, () => {
      assert.match(
        budgetProblem(budget as number) ?? '',
        /^budgetTokens is .*whole number of tokens, 1 or more\.$/,
      );
    });
  }
});
