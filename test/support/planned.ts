import type { CompactionView } from '../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import { compact, type Compaction, type Skip } from '../../src/core/compaction/plan/compact.ts';
import { prepareInSteps, type Answered, type Prepared } from '../../src/core/compaction/plan/draft.ts';
import type { Plan } from '../../src/core/compaction/plan/plan.ts';
import { atOnce } from '../../src/core/steps.ts';

/** The compaction that there must be. */
export function planned(found: Compaction | Skip): Compaction {
  assert.ok(found.run, found.run ? '' : found.sentence);
  return found;
}

/** What a person who asks would get, worth it or not. */
export function considered(view: CompactionView, budgetTokens?: number): Prepared {
  const found = compact(view, { by: 'person', ...(budgetTokens === undefined ? {} : { budgetTokens }) });
  return found.run ? found : (found.considered ?? assert.fail(found.sentence));
}

/** Prepares a plan in one go. */
export function prepare(plan: Plan, answered: Answered = {}): Prepared {
  return atOnce(prepareInSteps(plan, answered));
}
