import type { CompactionView } from '../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import { compact, type Compaction, type Skip } from '../../src/core/compaction/plan/compact.ts';
import { prepareInSteps, type Answered, type Prepared } from '../../src/core/compaction/plan/draft.ts';
import type { Plan } from '../../src/core/compaction/plan/plan.ts';
import { atOnce } from '../../src/core/steps.ts';

/** Returns the compaction. Fails if there is no compaction. */
export function planned(found: Compaction | Skip): Compaction {
  assert.ok(found.run, found.run ? '' : found.sentence);
  return found;
}

/** Returns the plan for a compaction that a person requests, even if this plan is not worth committing. */
export function considered(view: CompactionView, budgetTokens?: number): Prepared {
  const found = compact(view, { by: 'person', ...(budgetTokens === undefined ? {} : { budgetTokens }) });
  return found.run ? found : (found.considered ?? assert.fail(found.sentence));
}

/** Prepares a plan without pauses. */
export function prepare(plan: Plan, answered: Answered = {}): Prepared {
  return atOnce(prepareInSteps(plan, answered));
}
