import assert from 'node:assert/strict';
import { aimOfRequest } from '../../../../src/core/compaction/decide/aim.ts';
import { planCompaction } from '../../../../src/core/compaction/plan/plan.ts';
import { squeeze } from '../../../../src/core/compaction/plan/passes/lastResort.ts';
import type { WorkingPlan } from '../../../../src/core/compaction/plan/workingPlan.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { accountOf, SessionBuilder, smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const BUDGET = 1_600;

/**
 * Returns what is left of the newest answer and the newest tool result if each of them is larger than the whole budget.
 */
function leftOfNewest(output: string): { readonly said: string; readonly printed: string } {
  const builder = new SessionBuilder();
  builder.turns(20, 100);
  builder.user('Make it.');
  const [, printed] = builder.tool('bash', { command: 'make' }, output);
  const said = builder.says(wordsOf(4_000, 'of'));
  builder.user('And now?');
  const strategy = STRATEGIES.hybrid;
  const settings = { ...smallSettings, keepRecentMessages: 20, recentShare: 1 };
  const usableTokens = 20_000;
  const aim = aimOfRequest({ strategy, settings, usableTokens }, { budgetTokens: BUDGET });
  const account = accountOf();
  const { working } = atOnce(
    planCompaction({ session: builder.session, account, strategy, settings, usableTokens, aim }),
  );
  const left = (id: string): string => {
    const treatment = working.replaced.get(id);
    return treatment?.as === 'excerpt' ? treatment.text : '';
  };
  return { said: left(said), printed: left(printed) };
}

describe('If folding the older messages is enough, the last resort', () => {
  it('uses only part of the tokens that are reserved for the notes', () => {
    const builder = new SessionBuilder();
    builder.user(wordsOf(2_000, 'of'));
    builder.turns(20, 100);
    builder.user('And now?');
    const settings = { ...smallSettings, keepRecentMessages: 1, recordTokens: 2_500 };
    const view = { strategy: STRATEGIES.hybrid, settings, usableTokens: 20_000 };
    const planned = (mustFitTokens: number): WorkingPlan => {
      const aim = { ...aimOfRequest(view, {}), targetTokens: 20_000, mustFitTokens };
      return atOnce(planCompaction({ ...view, session: builder.session, account: accountOf(), aim })).working;
    };
    const allButOne = planned(20_000);
    const older = allButOne.inLeavingOrder();
    for (const unit of older.slice(0, -1)) allButOne.fold(unit, 'summary');
    const squeezed = planned(allButOne.tokens - 1);
    squeeze(squeezed);
    assert.equal(squeezed.folded.size, older.length);
    assert.ok(squeezed.plannedRecord < squeezed.recordReserve);
  });
});

describe('If the newest messages are too large, the last resort', () => {
  it('cuts an assistant’s message to at most half of the budget, and a tool output to at most a quarter', () => {
    const left = leftOfNewest(wordsOf(4_000, 'of'));
    const [said, printed] = [left.said, left.printed].map((text) => accountOf().ofText(text)) as [
      number,
      number,
    ];
    assert.ok(said > BUDGET * 0.25 && said <= BUDGET * 0.5, String(said));
    assert.ok(printed > BUDGET * 0.12 && printed <= BUDGET * 0.25, String(printed));
  });

  it('keeps the error line from the omitted middle of an output if the command failed', () => {
    const [before, behind] = [wordsOf(2_000, 'of'), wordsOf(2_000, 'of')];
    const output = (ended: string): string => `${before}\na.go:2:1: unused name\n${behind}\n${ended}`;
    const failed = leftOfNewest(output('exit status 2')).printed;
    assert.match(failed, /lines left out · recall m\d+ …\]\na\.go:2:1: unused name\n…\n/u);
    assert.doesNotMatch(leftOfNewest(output('Done in 3s')).printed, /unused name/u);
  });
});
