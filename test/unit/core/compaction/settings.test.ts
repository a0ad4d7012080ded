import type { CompactionView, Goal, RunConditions } from '../../../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import type { Tier } from '../../../../src/core/log/entry.ts';
import { accountOf, SessionBuilder } from '../../../support/sessionBuilder.ts';
import {
  aimOfRequest,
  aimOfTier,
  recordTokens,
  type Aim,
} from '../../../../src/core/compaction/decide/aim.ts';
import { alignPasses } from '../../../../src/core/compaction/commit/completion.ts';
import { isTierAbove, tierOf, due } from '../../../../src/core/compaction/decide/due.ts';
import {
  DEFAULT_SETTINGS,
  leastRunSaving,
  leastStubSaving,
  settingsConflicts,
  type CompactionSettings,
} from '../../../../src/core/compaction/settings.ts';
import { isStrategyName, STRATEGIES, withRecall } from '../../../../src/core/compaction/strategies.ts';

const { hybrid, rolling, staged, window } = STRATEGIES;

describe('Contradicting settings', () => {
  it('do not occur among the defaults', () => {
    assert.deepEqual(settingsConflicts(DEFAULT_SETTINGS), []);
  });

  const cases: readonly (readonly [Partial<CompactionSettings>, RegExp])[] = [
    [
      { target: 0.75 },
      /^compaction\.target \(0\.75\) must be below compaction\.backgroundThreshold \(0\.75\)\.$/u,
    ],
    [
      { thresholds: { background: 0.9, aggressive: 0.85, emergency: 0.95 } },
      /background threshold must be below/u,
    ],
    [
      { rolling: { trigger: 0.8, target: 0.8, keepMessages: 10 } },
      /^rolling\.target \(0\.8\) must be below/u,
    ],
    [
      { staged: { ...DEFAULT_SETTINGS.staged, trigger: 0.5, target: 0.6 } },
      /^staged\.target \(0\.6\) must be below staged\.trigger/u,
    ],
  ];
  for (const [changes, sentence] of cases) {
    it(`like ${JSON.stringify(changes)} are reported with the violated condition`, () => {
      const problems = settingsConflicts({ ...DEFAULT_SETTINGS, ...changes }).map(
        ({ sentence: told }) => told,
      );
      assert.ok(
        problems.some((problem) => sentence.test(problem)),
        problems.join('\n'),
      );
    });
  }

  it('are reported together, one sentence for each contradiction', () => {
    const rolling = { ...DEFAULT_SETTINGS.rolling, target: 1 };
    const problems = settingsConflicts({ ...DEFAULT_SETTINGS, target: 0.9, rolling });
    assert.equal(problems.length, 2);
  });
});

describe('The minimum savings of a compaction and of shortened outputs', () => {
  for (const [usable, ofRun, ofStubs] of [
    [200_000, 1_000, 2_000],
    [40_000, 1_000, 2_000],
    [20_000, 1_000, 1_000],
    [8_000, 400, 400],
  ] as const) {
    it(`are ${ofRun} and ${ofStubs} tokens if ${usable} tokens are usable`, () => {
      const least = [leastRunSaving(DEFAULT_SETTINGS, usable), leastStubSaving(DEFAULT_SETTINGS, usable)];
      assert.deepEqual(least, [ofRun, ofStubs]);
    });
  }
});

describe('The planned tokens of the record', () => {
  it('are 4 % of the window, but at least 2,000 and at most 8,000, unless recordTokens is set', () => {
    const tokens = [10_000, 100_000, 1_000_000].map((usable) => recordTokens(DEFAULT_SETTINGS, usable));
    assert.deepEqual(tokens, [2_000, 4_000, 8_000]);
    assert.equal(recordTokens({ ...DEFAULT_SETTINGS, recordTokens: 500 }, 100_000), 500);
  });
});

describe('The tier of a context', () => {
  const tierAt = (share: number, strategy = hybrid) => tierOf(share, strategy, DEFAULT_SETTINGS);

  it('rises at 75 %, 85 % and 95 % of the usable window', () => {
    assert.deepEqual(
      [0.74, 0.75, 0.84, 0.85, 0.94, 0.95, 3].map((share) => tierAt(share)),
      [undefined, 'background', 'background', 'aggressive', 'aggressive', 'emergency', 'emergency'],
    );
  });

  it('is background from the strategy’s own trigger on, and emergency at 95 % unless the trigger is 95 %', () => {
    assert.deepEqual(
      [0.94, 0.95, 1].map((share) => tierAt(share, rolling)),
      [undefined, 'background', 'background'],
    );
    assert.deepEqual(
      [0.84, 0.85, 0.94, 0.95].map((share) => tierAt(share, staged)),
      [undefined, 'background', 'background', 'emergency'],
    );
    assert.deepEqual(
      [0.94, 0.95].map((share) => tierAt(share, window)),
      [undefined, 'emergency'],
    );
  });

  it('determines which share of the messages a run may change, and the strategy determines the target', () => {
    const aimAt = (tier: Tier, strategy = hybrid, settings = DEFAULT_SETTINGS): Aim =>
      aimOfTier(tier, 'threshold', { strategy, settings, usableTokens: 100 });
    const tiers = ['background', 'aggressive', 'emergency'] as const;
    assert.deepEqual(
      tiers.map((tier) => aimAt(tier).eligibleShare),
      [0.5, 0.5, 1],
    );
    const halved = {
      ...DEFAULT_SETTINGS,
      eligibleShares: { background: 0.3, aggressive: 0.4, emergency: 0.5 },
    };
    assert.equal(aimAt('emergency', hybrid, halved).eligibleShare, 0.5);
    const view = { strategy: hybrid, settings: halved, usableTokens: 100 };
    assert.equal(aimOfRequest(view, {}).eligibleShare, 1);
    assert.equal(aimAt('background', rolling).eligibleShare, 1);
    assert.deepEqual(
      [hybrid, rolling, staged, window].map((strategy) => aimAt('background', strategy).targetTokens),
      [40, 80, 84, undefined],
    );
  });

  it('is above a lower tier, but not above itself', () => {
    assert.deepEqual(
      [isTierAbove('emergency', 'background'), isTierAbove('background', 'background')],
      [true, false],
    );
  });
});

describe('A requested budget', () => {
  const recordOf = (set?: number): Aim['record'] => {
    const settings = { ...DEFAULT_SETTINGS, ...(set === undefined ? {} : { recordTokens: set }) };
    return aimOfRequest({ strategy: hybrid, settings, usableTokens: 100_000 }, { budgetTokens: 1_000 })
      .record;
  };
  const records: readonly (readonly [set: number | undefined, reserve: number, most: number])[] = [
    [undefined, 800, 1_000],
    [300, 300, 300],
    [900, 800, 900],
    [5_000, 800, 1_000],
  ];
  for (const [set, reserve, most] of records) {
    it(`of 1,000 tokens reserves ${reserve} tokens for the record and allows at most ${most}, if recordTokens is ${set ?? 'not set'}`, () => {
      const { usual, ...record } = recordOf(set);
      assert.deepEqual(record, { reserve, most, isReservedFirst: true });
      assert.equal(usual, set ?? 2_000);
    });
  }
});

describe('An automatic check', () => {
  const talk = new SessionBuilder().turns(61).session;
  const table: readonly (readonly [string, Partial<CompactionView> & RunConditions, string])[] = [
    ['starts a run at the tier of the context', {}, 'background'],
    ['starts no run below the first threshold', { usedTokens: 10 }, 'below_threshold'],
    [
      'starts a run of the strategy `window` after a batch of turns left the window',
      { usedTokens: 10, strategy: window },
      'background',
    ],
    [
      'starts no run of the strategy `window` before a batch of turns left the window',
      { usedTokens: 10, strategy: window, session: new SessionBuilder().turns(60).session },
      'below_threshold',
    ],
    [
      'starts no run of the strategy `window` while the summarizing model is paused',
      { usedTokens: 10, strategy: window, summarizer: 'resting' },
      'summarizer_resting',
    ],
    [
      'starts an emergency run of the strategy `window` even while the summarizing model is paused',
      { usedTokens: 96, strategy: window, summarizer: 'resting' },
      'emergency',
    ],
    [
      'starts a run of the strategy `hybrid` even while the summarizing model is paused',
      { summarizer: 'resting' },
      'background',
    ],
    ['starts no run while another run is in progress', { runningTier: 'background' }, 'already_in_flight'],
    [
      'starts no aggressive run while a background run is in progress',
      { usedTokens: 90, runningTier: 'background' },
      'already_in_flight',
    ],
    [
      'starts an emergency run even while a requested run is in progress',
      { usedTokens: 96, runningTier: 'manual' },
      'emergency',
    ],
    [
      'starts no second emergency run while an emergency run is in progress',
      { usedTokens: 96, runningTier: 'emergency' },
      'already_in_flight',
    ],
    ['starts no run at a postponed tier', { restsThrough: 'background' }, 'deferred_by_user'],
    ['starts no run below a postponed tier', { restsThrough: 'aggressive' }, 'deferred_by_user'],
    ['starts a run above a postponed tier', { usedTokens: 90, restsThrough: 'background' }, 'aggressive'],
    ['starts a run at the first tier if this tier is not postponed', { restsThrough: 'none' }, 'background'],
    [
      'starts a run in an emergency even if the emergency tier is postponed',
      { usedTokens: 96, restsThrough: 'emergency' },
      'emergency',
    ],
  ];
  for (const [what, { runningTier, restsThrough, ...changes }, expected] of table) {
    it(what, () => {
      const goal: Goal = { by: 'automatic', reason: 'threshold', runningTier, restsThrough };
      const view: CompactionView = {
        ...{ session: talk, account: accountOf(), settings: DEFAULT_SETTINGS, strategy: hybrid },
        ...{ usableTokens: 100, usedTokens: 80 },
        ...changes,
      };
      const decision = due(view, goal);
      assert.equal(decision.run ? decision.tier : decision.reason, expected);
    });
  }

  it('starts a run at the emergency tier after a refused request, even if few tokens are used', () => {
    const decision = due(
      {
        ...{ session: talk, account: accountOf(), settings: DEFAULT_SETTINGS, strategy: hybrid },
        ...{ usableTokens: 100, usedTokens: 1 },
      },
      { by: 'automatic', reason: 'overflow' },
    );
    assert.deepEqual(decision, { run: true, tier: 'emergency' });
  });
});

describe('Strategies', () => {
  it('are recognized by name', () => {
    assert.deepEqual(['hybrid', 'toString', 'x'].map(isStrategyName), [true, false, false]);
  });

  it('that need recall are replaced by hybrid if the model can’t recall', () => {
    assert.equal(withRecall(rolling, false), hybrid);
    assert.deepEqual([withRecall(rolling, true), withRecall(staged, false)], [rolling, staged]);
  });
});

describe('The figures of the passes', () => {
  const pass = (tokensBefore: number, tokensAfter: number) => ({
    name: 'x',
    tokensBefore,
    tokensAfter,
    treated: 1,
  });

  it('begin with the tokens before the compaction and end with the tokens after the compaction', () => {
    const passes = [pass(100, 80), pass(80, 50)];
    assert.deepEqual(alignPasses({ passes, tokensBefore: 110, tokensAfter: 61 }), [
      pass(110, 90),
      pass(90, 61),
    ]);
    assert.deepEqual(alignPasses({ passes: [], tokensBefore: 1, tokensAfter: 1 }), []);
  });
});
