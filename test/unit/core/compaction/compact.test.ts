import type { CompactionView, Goal } from '../../../../src/core/compaction/compactionView.ts';
import { due } from '../../../../src/core/compaction/decide/due.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact } from '../../../../src/core/compaction/plan/compact.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import { planned } from '../../../support/planned.ts';
import { sessionOf } from '../../../support/sessionArbitrary.ts';
import { accountOf, SessionBuilder, smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';
import { VOLUME } from '../../../support/volume.ts';

function viewOf(builder: SessionBuilder, usableTokens: number, strategy = STRATEGIES.hybrid): CompactionView {
  const account = accountOf();
  const usedTokens = account.ofContext(builder.context);
  return { session: builder.session, account, settings: smallSettings, strategy, usableTokens, usedTokens };
}

const goals = fc.constantFrom<Goal[]>(
  { by: 'automatic', reason: 'threshold' },
  { by: 'automatic', reason: 'overflow' },
  { by: 'person' },
  { by: 'person', budgetTokens: 300 },
);

describe('A planned compaction', () => {
  it('is deterministic, leaves the session unchanged, and is made automatically only if a run is due', () => {
    fc.assert(
      fc.property(
        sessionOf(20),
        goals,
        fc.constantFrom(...STRATEGY_NAMES),
        fc.integer({ min: 50, max: 2_000 }),
        (builder, goal, name, usableTokens) => {
          const view = viewOf(builder, usableTokens, STRATEGIES[name]);
          const before = structuredClone(view.session);
          const [first, second] = [compact(view, goal), compact(view, goal)];
          assert.deepEqual(view.session, before);
          assert.equal(first.run, second.run);
          if (first.run && second.run) assert.deepEqual(first.draft, second.draft);
          else assert.deepEqual({ ...first, considered: 0 }, { ...second, considered: 0 });
          if (goal.by === 'automatic' && first.run) assert.ok(due(view, goal).run);
        },
      ),
      { numRuns: 60 * VOLUME },
    );
  });

  it('predicts the context and the token count after the commit', () => {
    const builder = new SessionBuilder().turns(40, 30);
    const found = planned(compact(viewOf(builder, 1_000), { by: 'person', budgetTokens: 400 }));
    builder.append(found.draft);
    assert.deepEqual(
      projectSession(builder.session).map(({ message }) => message),
      found.context.map(({ message }) => message),
    );
    assert.equal(found.tokensAfter, accountOf().ofContext(builder.context));
  });

  it('equals the preview for the same tier if the person agreed to the run, and a preview follows the person’s wishes', () => {
    const builder = new SessionBuilder().turns(40, 30);
    const view = { ...viewOf(builder, 3_200), settings: { ...smallSettings, when: 'ask' as const } };
    const agreed = planned(compact(view, { by: 'automatic', reason: 'threshold', isAgreed: true }));
    const looked = planned(compact(view, { by: 'person', tier: 'background' }));
    assert.deepEqual([looked.tier, looked.draft], [agreed.tier, agreed.draft]);
    const all = planned(compact(view, { by: 'person' }));
    assert.ok(all.tokensAfter < looked.tokensAfter, 'a run without a tier did not remove more tokens');
    const wishes = { byMessage: new Map([['m1', 'stays' as const]]) };
    const kept = planned(compact(view, { by: 'person', tier: 'background', wishes }));
    assert.ok(kept.context.some(({ entries }) => entries[0] === 'm1' && entries.length === 1));
  });

  it('in an emergency fits the window even if the target can’t be reached', () => {
    const builder = new SessionBuilder().turns(10, 20);
    builder.pin(builder.user(wordsOf(880)));
    builder.user('And now?');
    const found = planned(compact(viewOf(builder, 1_000), { by: 'automatic', reason: 'threshold' }));
    assert.equal(found.tier, 'emergency');
    assert.ok(found.tokensAfter <= 1_000 && found.tokensAfter > 850);
    assert.match(found.shortfalls[0] ?? '', /850 may be used.*pinned/u);
  });

  it('makes the context as small as possible if even the smallest context is larger than the window', () => {
    const builder = new SessionBuilder().turns(10, 20);
    builder.pin(builder.user(wordsOf(1_200)));
    builder.user('And now?');
    const found = planned(compact(viewOf(builder, 1_000), { by: 'automatic', reason: 'threshold' }));
    assert.equal(found.shortfalls.length, 2);
    assert.equal(
      found.draft.folded.flatMap(({ ids }) => ids).length,
      20 - smallSettings.keepRecentMessages + 2,
    );
  });

  it('is refused if the requested budget can’t be met, and the reason names what is too large', () => {
    const builder = new SessionBuilder().turns(3, 20);
    builder.user(wordsOf(500));
    const found = compact(viewOf(builder, 1_000), { by: 'person', budgetTokens: 300 });
    assert.ok(!found.run && found.reason === 'cannot_fit' && found.considered === undefined);
    assert.match(found.sentence, /the budget is 300\. These can’t be compacted: /u);
  });

  it('does not run if it would free nothing, but the rejected plan is returned', () => {
    const found = compact(viewOf(new SessionBuilder().turns(1), 1_000), { by: 'person' });
    assert.ok(!found.run);
    assert.equal(found.reason, 'no_eligible_batch');
    assert.deepEqual(found.considered?.draft.folded, []);
  });
});
