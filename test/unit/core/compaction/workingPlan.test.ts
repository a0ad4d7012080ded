import assert from 'node:assert/strict';
import { aimOfRequest, BARE_RECORD } from '../../../../src/core/compaction/decide/aim.ts';
import { planCompaction } from '../../../../src/core/compaction/plan/plan.ts';
import type { WorkingPlan } from '../../../../src/core/compaction/plan/workingPlan.ts';
import { STRATEGIES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { accountOf, SessionBuilder, smallSettings } from '../../../support/sessionBuilder.ts';

/** Returns a plan for twenty turns whose target is already met, so that no message is treated yet. */
function untouchedPlan(strategy: Strategy = STRATEGIES.hybrid): WorkingPlan {
  const { session } = new SessionBuilder().turns(20, 100);
  const view = { strategy, settings: smallSettings, usableTokens: 20_000 };
  const aim = { ...aimOfRequest(view, {}), targetTokens: 20_000 };
  return atOnce(planCompaction({ ...view, session, account: accountOf(), aim })).working;
}

describe('A plan with a group that is folded, restored and folded again', () => {
  it('has the same room for the notes as if the group was folded once', () => {
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

describe('The room for the record in a plan', () => {
  it('is the reserve for notes only if the strategy writes notes', () => {
    const { reserve } = untouchedPlan().request.aim.record;
    assert.ok(reserve > BARE_RECORD);
    assert.equal(untouchedPlan().recordReserve, reserve);
    assert.equal(untouchedPlan({ ...STRATEGIES.hybrid, hasNotes: false }).recordReserve, BARE_RECORD);
  });
});
