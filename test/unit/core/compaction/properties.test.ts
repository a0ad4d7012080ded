import type { PlanRequest } from '../../../../src/core/compaction/plan/workingPlan.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { aimOfRequest, aimOfTier, type Aim } from '../../../../src/core/compaction/decide/aim.ts';
import type { Prepared } from '../../../../src/core/compaction/plan/draft.ts';
import { fit, type Unfitting } from '../../../../src/core/compaction/plan/fit.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES, STRATEGY_NAMES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { groupMessages, idsOf } from '../../../../src/core/context/groups.ts';
import { planSection, standingPlan } from '../../../../src/core/context/standingPlan.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import { digestText, recordText } from '../../../../src/core/context/record.ts';
import type { Tier } from '../../../../src/core/log/entry.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { sessionOf } from '../../../support/sessionArbitrary.ts';
import { accountOf, smallSettings, type SessionBuilder } from '../../../support/sessionBuilder.ts';
import { assertNewestRequest, assertReversible, assertSound } from '../../../support/validContext.ts';
import { VOLUME } from '../../../support/volume.ts';

/** An account that counts four characters as a token, which is fast. */
const account = () => accountOf((text) => Math.ceil(text.length / 4));

const settings = fc.constantFrom(
  smallSettings,
  DEFAULT_SETTINGS,
  { ...smallSettings, evictionNote: false },
  { ...smallSettings, keepRecentMessages: 0, window: { turns: 2, batch: 1 } },
);
const strategies = fc.constantFrom(...STRATEGY_NAMES).map((name) => STRATEGIES[name]);
const tiers = fc.constantFrom<Tier>('background', 'aggressive', 'emergency');

/** Prepares the compaction. Each sent message is measured as `moreForEach` tokens larger than the plan counts. */
function prepared(request: PlanRequest, moreForEach = 0): Prepared | Unfitting {
  const measure = (context: Prepared['context']): number =>
    request.account.ofContext(context) + moreForEach * context.length;
  return atOnce(fit({ ...request, usableTokens: 0, usedTokens: 0, measure }, request.aim));
}

/**
 * Returns the token count of everything that no compaction may change: system text, pinned groups, the newest request,
 * digests, the plan and the opening note.
 */
function leastTokens({ session, account: counts }: PlanRequest, moreForEach: number): number {
  const context = projectSession({ ...session, compactions: [] });
  const newest = session.messages.findLast(
    ({ id, message }) => personTextOf(message).trim() !== '' && !session.excludedIds.has(id),
  );
  const kept = new Set(
    groupMessages(session.messages)
      .map(idsOf)
      .filter((ids) => ids.some((id) => session.pinnedIds.has(id) || id === newest?.id))
      .flat(),
  );
  const fixed = context.filter(
    ({ treatment, entries }) => treatment === 'system' || entries.some((id) => kept.has(id)),
  );
  const told = [digestText(session.stages, []), planSection(standingPlan(session) ?? { items: [] })].filter(
    (text) => text !== '',
  );
  const record = told.length === 0 ? 20 : counts.ofText(recordText(told)) + 4;
  return counts.ofContext(fixed) + record + moreForEach * (fixed.length + 1);
}

function check(builder: SessionBuilder, request: PlanRequest, moreForEach = 0): void {
  const limit = request.aim.mustFitTokens;
  const result = prepared(request, moreForEach);
  if ('sentence' in result) {
    assert.ok(limit !== undefined && leastTokens(request, moreForEach) > limit, result.sentence);
    const [, parts = ''] = /These can’t be compacted: (.+?)\. /u.exec(result.sentence) ?? [];
    const named = parts.split(', ').map((part) => Number(/^\d+/u.exec(part)?.[0]));
    assert.equal(
      named.reduce((sum, tokens) => sum + tokens, 0),
      Number(/smaller than (\d+) tokens/u.exec(result.sentence)?.[1]),
      result.sentence,
    );
    return;
  }
  const tokens = result.tokensAfter + moreForEach * result.context.length;
  if (limit !== undefined) assert.ok(tokens <= limit, `${String(tokens)} of ${String(limit)}`);
  builder.append(result.draft);
  assertSound(builder.session);
  assertNewestRequest(builder.session);
  assert.deepEqual(
    builder.context,
    result.context.map((item) => ({ ...item, entries: item.entries.map(real) })),
  );
  builder.user('and then?');
  builder.says('Then this.');
  assertReversible(builder.entries);

  function real(id: string): string {
    return id === 'e0' ? (builder.session.compactions.at(-1)?.entry.id ?? '') : id;
  }
}

describe('For any session, a compaction', () => {
  it('gives a valid context and can be undone, with any strategy at any tier', () => {
    fc.assert(
      fc.property(
        sessionOf(25),
        fc.record({
          strategy: strategies,
          settings,
          tier: tiers,
          usableTokens: fc.integer({ min: 50, max: 8_000 }),
        }),
        (builder, { strategy, settings: set, tier, usableTokens }) => {
          const aim = aimOfTier(tier, 'threshold', { strategy, settings: set, usableTokens });
          check(builder, {
            session: builder.session,
            account: account(),
            strategy,
            settings: set,
            usableTokens,
            aim,
          });
        },
      ),
      { numRuns: 100 * VOLUME },
    );
  });

  it('meets any budget or reports what is too large', () => {
    fc.assert(
      fc.property(
        sessionOf(25),
        fc.record({
          strategy: strategies,
          settings,
          budgetTokens: fc.integer({ min: 20, max: 8_000 }),
          moreForEach: fc.constantFrom(0, 0, 1, 20, 200),
        }),
        (builder, { strategy, settings: set, budgetTokens, moreForEach }) => {
          const aim = aimFor(strategy, set, budgetTokens);
          const usableTokens = 8_000;
          const request = {
            session: builder.session,
            account: account(),
            strategy,
            settings: set,
            usableTokens,
            aim,
          };
          check(builder, request, moreForEach);
        },
      ),
      { numRuns: 100 * VOLUME },
    );
  });

  it('changes nothing when repeated after the target was met', () => {
    fc.assert(
      fc.property(
        sessionOf(20),
        strategies,
        fc.integer({ min: 200, max: 4_000 }),
        (builder, strategy, budgetTokens) => {
          const aim = aimFor(strategy, smallSettings, budgetTokens);
          const request = {
            session: builder.session,
            account: account(),
            strategy,
            settings: smallSettings,
            usableTokens: 8_000,
            aim,
          };
          const first = prepared(request);
          if ('sentence' in first) return;
          builder.append(first.draft);
          const { context } = builder;
          const second = prepared({ ...request, session: builder.session });
          assert.ok(!('sentence' in second));
          assert.equal(second.plan.working.treatedCount, 0);
          builder.append(second.draft);
          assert.deepEqual(
            builder.context.map(({ message }) => message),
            context.map(({ message }) => message),
          );
        },
      ),
      { numRuns: 100 * VOLUME },
    );
  });
});

function aimFor(strategy: Strategy, set: typeof DEFAULT_SETTINGS, budgetTokens: number): Aim {
  return aimOfRequest({ strategy, settings: set, usableTokens: budgetTokens }, { budgetTokens });
}
