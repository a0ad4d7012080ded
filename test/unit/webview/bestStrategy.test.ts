import assert from 'node:assert/strict';
import type { ComparisonRow } from '../../../src/shared/panelView.ts';
import { bestStrategies, cheapestFirst, verdict } from '../../../src/webview/panel/bestStrategy.ts';

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

const names = (of: readonly ComparisonRow[]): readonly string[] => of.map(({ strategy }) => strategy);

const rows = [
  row('dear', { cost: 9, coveredSteps: 0.91 }),
  row('poor', { cost: 1, coveredSteps: 0.5 }),
  row('good', { cost: 4 }),
];

describe('the best strategy of a comparison', () => {
  it('is the cheapest strategy among those that cover the most or nearly the most steps', () => {
    assert.deepEqual(names(bestStrategies(rows)), ['good']);
    assert.deepEqual(names(cheapestFirst(rows)), ['poor', 'good', 'dear']);
  });

  it('is the strategy that sends the fewest tokens if no prices are known', () => {
    const unpriced = [row('wordy', { sentTokens: 2_000 }), row('brief', {})];
    assert.deepEqual(names(bestStrategies(unpriced)), ['brief']);
    assert.match(verdict(unpriced, 'brief'), /in use, brief, is best .*: 1k tokens sent/);
  });

  it('is compared with the strategy in use', () => {
    assert.equal(
      verdict(rows, 'dear'),
      'Best for this session is good: $4.00; the model had what it needed in 90 % of the steps. With dear, the strategy in use: $9.00; the model had what it needed in 91 % of the steps.',
    );
  });

  it('can be more than one strategy if the rounded costs or token counts are equal', () => {
    const alike = [row('brief', { sentTokens: 1_204_000 }), row('wordy', { sentTokens: 1_201_000 })];
    assert.deepEqual(names(bestStrategies(alike)), ['wordy', 'brief']);
    assert.match(
      verdict(alike, 'brief'),
      /^No strategy is better .* than brief, which is in use: 1.2M tokens sent; the model had/,
    );
    assert.match(
      verdict([...alike, ...[row('dear', { sentTokens: 3e6 })]], 'dear'),
      /is wordy or brief: 1\.2M tokens sent; with wordy, the model had .* With dear, the strategy in use: 3M/,
    );
  });

  it('does not exist if no strategy compacted anything', () => {
    assert.deepEqual(bestStrategies([row('any', { compactions: 0 })]), []);
  });
});
