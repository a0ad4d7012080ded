import assert from 'node:assert/strict';
import { aimOfRequest, BARE_RECORD } from '../../../../src/core/compaction/decide/aim.ts';
import { planCompaction } from '../../../../src/core/compaction/plan/plan.ts';
import type { WorkingPlan } from '../../../../src/core/compaction/plan/workingPlan.ts';
import { STRATEGIES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { accountOf, SessionBuilder, smallSettings } from '../../../support/sessionBuilder.ts';

/** Returns the plan of a compaction of twenty turns. The target size is already met, so no message is treated yet. */
function untouchedPlan(strategy: Strategy = STRATEGIES.hybrid): WorkingPlan {
  const { session } = new SessionBuilder().turns(20, 100);
  const view = { strategy, settings: smallSettings, usableTokens: 20_000 };
  const aim = { ...aimOfRequest(view, {}), targetTokens: 20_000 };
  return atOnce(planCompaction({ ...view, session, account: accountOf(), aim })).working;
}

describe('Folding a restored group of messages again', () => {
  it('reserves as many tokens for the notes as the first fold', () => {
    const plan = untouchedPlan();
    const [unit = assert.fail('nothing can be folded')] = plan.inLeavingOrder();
    plan.fold(unit, 'summary');
    const { plannedRecord, tokens } = plan;
    plan.unfold(unit);
    assert.ok(plan.plannedRecord < plannedRecord);
    plan.fold(unit, 'summary');
    assert.deepEqual([plan.plannedRecord, plan.tokens], [plannedRecord, tokens]);
  });
});

describe('A compaction plan', () => {
  it('reserves tokens for notes in the record only if the strategy writes notes', () => {
    const { reserve } = untouchedPlan().request.aim.record;
    assert.ok(reserve > BARE_RECORD);
    assert.equal(untouchedPlan().recordReserve, reserve);
    assert.equal(untouchedPlan({ ...STRATEGIES.hybrid, hasNotes: false }).recordReserve, BARE_RECORD);
  });
});
