import assert from 'node:assert/strict';
import { paybackOf } from '../../../../src/core/compaction/commit/payback.ts';
import type { CompactionEvent } from '../../../../src/core/log/entry.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';

const PRICE = { input: 3, cachedInput: 0.3, output: 15 };
const BEFORE = [
  { id: 'm1', tokens: 50_000 },
  { id: 'm2', tokens: 40_000 },
  { id: 'm3', tokens: 10_000 },
];
const event = (changes: Partial<CompactionEvent>): CompactionEvent => ({
  ...emptyCompaction.event,
  ...changes,
});
const summary = {
  model: 'm',
  calls: 1,
  inputTokens: 0,
  outputTokens: 0,
  durationMs: 0,
  struck: [],
  added: [],
};

function rounded(value: number): number {
  return Number(value.toFixed(6));
}

describe('The payback of a compaction', () => {
  it('is reached when the savings of later requests cover the extra cost of the context that is no longer cached', () => {
    const halved = event({ tokensBefore: 100_000, tokensAfter: 40_000 });
    const compaction = {
      ...emptyCompaction,
      event: halved,
      folded: [{ ids: ['m1'], as: 'summary' as const }],
    };
    const { once, eachRequest, requests } = paybackOf(compaction, () => BEFORE, PRICE);
    assert.deepEqual([rounded(once), rounded(eachRequest), requests], [0.108, 0.018, 6]);
  });

  it('includes the cost of a model’s summary', () => {
    const told = event({ tokensBefore: 100_000, tokensAfter: 40_000, summary: { ...summary, cost: 0.018 } });
    const compaction = { ...emptyCompaction, event: told, folded: [{ ids: ['m1'], as: 'summary' as const }] };
    assert.equal(paybackOf(compaction, () => BEFORE, PRICE).requests, 7);
  });

  it('is reached sooner if only messages near the end are shortened, because everything before them stays cached', () => {
    const shortened = event({ tokensBefore: 100_000, tokensAfter: 65_000 });
    const replaced = [{ id: 'm2', as: 'stub' as const, text: '[stub]' }];
    const { once, requests } = paybackOf(
      { ...emptyCompaction, event: shortened, replaced },
      () => BEFORE,
      PRICE,
    );
    assert.deepEqual([rounded(once), requests], [0.0405, 4]);
  });

  it('is immediate without a price for cached input', () => {
    const halved = event({ tokensBefore: 100_000, tokensAfter: 40_000 });
    const { once, requests } = paybackOf(
      { ...emptyCompaction, event: halved, folded: [{ ids: ['m1'], as: 'summary' }] },
      () => BEFORE,
      { input: 3, output: 15 },
    );
    assert.deepEqual([once, requests], [0, 0]);
  });

  it('is never reached if no tokens were freed', () => {
    const grown = event({ tokensBefore: 10, tokensAfter: 12 });
    assert.equal(paybackOf({ ...emptyCompaction, event: grown }, () => [], PRICE).requests, undefined);
  });
});
