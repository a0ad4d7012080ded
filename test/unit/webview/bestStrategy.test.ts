import assert from 'node:assert/strict';
import type { ComparisonRow } from '../../../src/shared/panelView.ts';
import { bestStrategy, cheapestFirst, verdict } from '../../../src/webview/panel/bestStrategy.ts';

function row(strategy: string, changes: Partial<ComparisonRow>): ComparisonRow {
  return {
    strategy,
    compactions: 2,
    sentTokens: 1_000,
    cachedTokens: 800,
    rewrittenTokens: 100,
    modelCalls: 1,
    peakTokens: 300,
    coveredSteps: 0.9,
    ...changes,
  };
}

const rows = [
  row('dear', { cost: 9, coveredSteps: 0.91 }),
  row('poor', { cost: 1, coveredSteps: 0.5 }),
  row('good', { cost: 4 }),
];

describe('the best strategy of a comparison', () => {
  it('is the cheapest of those that had what was needed in nearly the most steps, not the cheapest of all', () => {
    assert.equal(bestStrategy(rows)?.row.strategy, 'good');
    assert.deepEqual(
      cheapestFirst(rows).map(({ strategy }) => strategy),
      ['poor', 'good', 'dear'],
    );
  });

  it('is the one that sends least if no price is known', () => {
    const unpriced = [row('wordy', { sentTokens: 2_000 }), row('brief', {})];
    assert.equal(bestStrategy(unpriced)?.row.strategy, 'brief');
    assert.match(verdict(bestStrategy(unpriced)!, 'brief'), /in use, brief, is best .*: 1k tokens sent/);
  });

  it('is compared with the one in use', () => {
    assert.equal(
      verdict(bestStrategy(rows)!, 'dear'),
      'Best for this session is good: $4.00; it had what it needed in 90 % of the steps. The one in use, dear: $9.00, 91 %.',
    );
  });

  it('is undefined if nothing was compacted', () => {
    assert.equal(bestStrategy([row('any', { compactions: 0 })]), undefined);
  });
});
