import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  compact,
  due,
  type Compaction,
  type CompactionView,
  type Goal,
  type Skip,
} from '../../../../src/core/compaction/compact.ts';
import { CannotFitError } from '../../../../src/core/compaction/compactToFit.ts';
import type { CompactorDependencies } from '../../../../src/core/compaction/compactorPorts.ts';
import { decide } from '../../../../src/core/compaction/decide.ts';
import type { Prepared } from '../../../../src/core/compaction/draft.ts';
import { FollowingSummary } from '../../../../src/core/compaction/followingSummary.ts';
import { goalOfTier } from '../../../../src/core/compaction/goals.ts';
import { Planner } from '../../../../src/core/compaction/planner.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { goalInput, hasBatch, refusalOf, shareOf } from '../../../../src/core/compaction/situation.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { SummarizerHealth } from '../../../../src/core/compaction/summarizerHealth.ts';
import type { Tier } from '../../../../src/core/log/entry.ts';
import { sessionOf } from '../../../support/sessionArbitrary.ts';
import { accountOf, smallSettings } from '../../../support/sessionBuilder.ts';

const account = () => accountOf((text) => Math.ceil(text.length / 4));

const settings = fc.constantFrom(
  smallSettings,
  DEFAULT_SETTINGS,
  { ...smallSettings, evictionNote: false, minSavingTokens: 600 },
  { ...smallSettings, keepRecentMessages: 0, window: { turns: 2, batch: 1 } },
);

const views = fc.record({
  builder: sessionOf(25),
  settings,
  strategy: fc.constantFrom(...STRATEGY_NAMES).map((name) => STRATEGIES[name]),
  usableTokens: fc.integer({ min: 20, max: 6_000 }),
  /** Of the window, by the gauge; what is counted where there is none. */
  share: fc.constantFrom(undefined, undefined, 0.5, 0.8, 0.8, 0.9, 0.9, 0.96, 1.2),
  canRecall: fc.boolean(),
  summarizer: fc.constantFrom(undefined, 'ready', 'resting'),
  isLong: fc.boolean(),
  wasCompacted: fc.boolean(),
});

const goals: fc.Arbitrary<Goal> = fc.oneof(
  fc.record({
    by: fc.constant('itself' as const),
    reason: fc.constantFrom('threshold', 'threshold', 'overflow'),
    runningTier: fc.constantFrom<(Tier | 'manual' | undefined)[]>(
      undefined,
      undefined,
      'background',
      'manual',
      'emergency',
    ),
    restsThrough: fc.constantFrom<(Tier | 'none' | undefined)[]>(
      undefined,
      undefined,
      'none',
      'background',
      'emergency',
    ),
  }),
  fc
    .tuple(fc.option(fc.integer({ min: 20, max: 6_000 })), fc.option(fc.constant('Keep the tests.')))
    .map(([budgetTokens, instructions]): Goal => ({
      by: 'person',
      ...(budgetTokens === null ? {} : { budgetTokens }),
      ...(instructions === null ? {} : { instructions }),
    })),
);

type Told = { readonly reason: string } | Pick<Prepared, 'draft' | 'context' | 'tokensAfter'>;

/** What the policy of before does, in the order in which the compactor asked its parts. */
function before(view: CompactionView, goal: Goal, warnings: string[]): Told {
  const health = new SummarizerHealth();
  if (view.summarizer === 'resting') for (let failures = 0; failures < 3; failures += 1) health.failed();
  const { strategy, usableTokens, usedTokens, canRecall, summarizer, ...request } = view;
  const deps: CompactorDependencies = {
    view: () => ({
      request,
      strategy,
      usableTokens,
      usedTokens,
      isReadOnly: false,
      canRecall: canRecall !== false,
    }),
    append: () => Promise.reject(new Error('nothing is appended')),
    summarizer: () => (summarizer === undefined ? undefined : () => Promise.reject(new Error('not asked'))),
    saveMemories: () => Promise.resolve(),
    clock: { now: () => 0, monotonic: () => 0 },
    log: { info: () => undefined, warn: (text) => warnings.push(text), error: () => undefined },
    onChange: () => undefined,
  };
  const planner = new Planner(deps, health, new FollowingSummary(deps, health));
  if (goal.by === 'person') {
    try {
      const prepared = planner.asked({ strategy, ...goal });
      const refusal = refusalOf(prepared, 1);
      return refusal === undefined ? prepared : { reason: refusal };
    } catch (error) {
      if (error instanceof CannotFitError) return { reason: error.message };
      throw error;
    }
  }
  const planned = planner.view();
  const decision =
    goal.reason === 'overflow'
      ? ({ run: true, tier: 'emergency' } as const)
      : decide({
          share: shareOf(planned),
          strategy: planned.strategy,
          settings: view.settings,
          hasBatch: hasBatch(planned),
          isSummarizerResting: health.isResting,
          runningTier: goal.runningTier,
          restsThrough: goal.restsThrough,
          isClosing: false,
          isReadOnly: false,
        });
  if (!decision.run) return { reason: decision.reason };
  const isThreshold = decision.tier === 'emergency' && goal.reason === 'threshold';
  const reason = isThreshold ? 'emergency' : goal.reason;
  const prepared = planner.byItself(planned, goalOfTier(decision.tier, reason, goalInput(planned, reason)));
  const refusal = refusalOf(prepared, decision.tier === 'emergency' ? 1 : view.settings.minSavingTokens);
  return refusal === undefined ? prepared : { reason: refusal };
}

function toldOf(found: Compaction | Skip): Told {
  if (found.run) return told(found);
  return { reason: found.reason === 'cannot_fit' ? found.sentence : found.reason };
}

function told(of: Told): Told {
  return 'reason' in of ? of : { draft: of.draft, context: of.context, tokensAfter: of.tokensAfter };
}

describe('A compaction planned as one pure function', () => {
  it('is the one that planner, decision, goals and refusals came to before, on a thousand histories', () => {
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(views, goals, ({ builder, share, summarizer, isLong, wasCompacted, ...rest }, goal) => {
        const counts = account();
        const base = { ...rest, account: counts, ...(summarizer === undefined ? {} : { summarizer }) };
        if (isLong) builder.turns(12, 60);
        if (wasCompacted) {
          const first = compact({ ...base, session: builder.session, usedTokens: 0 }, { by: 'person' });
          if (first.run) builder.append(first.draft);
          builder.user('And then?');
          builder.says('This. '.repeat(60));
        }
        const usedTokens =
          share === undefined ? counts.ofContext(builder.context) : share * rest.usableTokens;
        const view: CompactionView = { ...base, session: builder.session, usedTokens };
        const warnings: string[] = [];
        const expected = before(view, goal, warnings);
        const found = compact(view, goal);
        assert.deepEqual(toldOf(found), told(expected));
        if (found.run)
          assert.deepEqual(
            found.shortfalls,
            warnings.filter((text) => !text.includes('needs recall')),
          );
        if (goal.by === 'itself' && !due(view, goal).run) assert.ok(!found.run);
        const outcome = found.run ? found.tier : found.reason;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
      { numRuns: 1_000 },
    );
    for (const outcome of ['manual', 'background', 'emergency', 'cannot_fit', 'no_eligible_batch'])
      assert.ok((outcomes.get(outcome) ?? 0) >= 1, `${outcome}: ${JSON.stringify([...outcomes])}`);
  }).timeout(180_000);
});
