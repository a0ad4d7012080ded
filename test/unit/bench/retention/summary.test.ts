import assert from 'node:assert/strict';
import { bootstrapMean } from '../../../bench/retention/bootstrap.ts';
import type { CutResult, RunResult, SessionResult } from '../../../bench/retention/results.ts';
import { summarize } from '../../../bench/retention/summary.ts';

function runOf(changes: Partial<RunResult>): RunResult {
  return {
    row: 'hybrid',
    budget: '4000',
    budgetTokens: 4000,
    durationMs: 1,
    tokens: 100,
    isOverBudget: false,
    heldByKind: {},
    held: 0,
    pairsHeld: 0,
    orphans: 0,
    bareLists: { recordTokens: 100, bareTokens: 0 },
    grounding: { facts: 10, grounded: 10, invented: [] },
    ...changes,
  };
}

function sessionOf(
  file: string,
  cut: Pick<CutResult, 'old' | 'pairs'>,
  run: Partial<RunResult>,
): SessionResult {
  const own = {
    fraction: 0.4,
    pastTokens: 1,
    pastMessages: 1,
    oldByKind: { path: cut.old },
    runs: [runOf(run)],
  };
  const head = { file, group: 'g', split: 'tuning', format: 'f', messages: 1, tokens: 1 } as const;
  return { ...head, cuts: [{ ...own, ...cut }], constraints: [] };
}

const hybrid = { name: 'hybrid', kind: 'engine' } as const;

describe('the summary of a row', () => {
  const sessions = [
    sessionOf('a', { old: 10, pairs: 4 }, { held: 5, pairsHeld: 1, heldByKind: { path: 5 } }),
    sessionOf('b', { old: 90, pairs: 4 }, { held: 90, pairsHeld: 3, heldByKind: { path: 90 } }),
  ];

  it('contains the pooled share of facts and also the mean over sessions', () => {
    const summary = summarize(sessions, hybrid, '4000');
    assert.equal(summary.oldRecall, 0.95);
    assert.equal(summary.pairRecall, 0.5);
    assert.equal(summary.oldBySession.mean, 0.75);
    assert.equal(summary.recallByKind.path, 0.95);
  });

  it('excludes sessions without old facts from the mean', () => {
    const summary = summarize([...sessions, sessionOf('c', { old: 0, pairs: 0 }, {})], hybrid, '4000');
    assert.equal(summary.oldBySession.mean, 0.75);
  });

  it('reports bare lists without lowering the score', () => {
    const bare = { held: 9, pairsHeld: 2, bareLists: { recordTokens: 300, bareTokens: 150 } };
    const summary = summarize([sessionOf('a', { old: 9, pairs: 2 }, bare)], hybrid, '4000');
    assert.deepEqual([summary.bareShare, summary.oldRecall], [0.5, 1]);
  });

  it('has an interval with zero width if all values are equal', () => {
    assert.deepEqual(bootstrapMean([0.5, 0.5, 0.5]), { mean: 0.5, low: 0.5, high: 0.5 });
  });

  it('has the same interval around the mean on every run', () => {
    const values = Array.from({ length: 40 }, (_, index) => index % 2);
    const { mean, low, high } = bootstrapMean(values);
    assert.equal(mean, 0.5);
    assert.ok(low > 0.3 && low < 0.4 && high > 0.6 && high < 0.7, `${String(low)} to ${String(high)}`);
    assert.deepEqual(bootstrapMean(values), { mean, low, high });
  });
});
