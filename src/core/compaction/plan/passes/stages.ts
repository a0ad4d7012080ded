import type { PlanUnit } from '../../units.ts';
import { DETAILED_STAGES } from '../../../context/record.ts';
import type { Stage } from '../../../log/foldState.ts';
import type { WorkingPlan, Pass } from '../workingPlan.ts';

/**
 * Folds finished stages into their digests, oldest first, until the target is reached. The newest `DETAILED_STAGES`
 * stages stay.
 */
export const oldStages: Pass = (plan) => {
  for (const stage of finished(plan).slice(0, -DETAILED_STAGES)) {
    if (plan.isMet) return;
    foldStage(plan, stage);
  }
};

/**
 * Makes all digests of finished stages brief, and folds the remaining stages, oldest first, until the target is
 * reached.
 */
export const recentStages: Pass = (plan) => {
  const all = finished(plan);
  for (const stage of all) {
    if (plan.isMet) return;
    foldStage(plan, stage);
    all.forEach(({ entry }) => plan.briefStages.add(entry.id));
  }
};

/**
 * Folds one batch of the oldest messages of the current stage, or of the session if no stage is finished. Stops earlier
 * if the target is reached. Without a target, does nothing if part of the stage was already folded and at most
 * `keepMessages` messages are in the context.
 */
export const foldOldestOfStage: Pass = (plan) => {
  const {
    settings: { staged },
    aim,
  } = plan.request;
  const last = finished(plan).at(-1)?.entry.last;
  const start = plan.units.findIndex((unit) => unit.messages.some(({ id }) => id === last)) + 1;
  const current = new Set(plan.units.slice(start));
  const hasNoTarget = aim.targetTokens === undefined;
  if (hasNoTarget && isBegun(current, plan) && plan.standingCount <= staged.keepMessages) return;
  let left = staged.batch;
  for (const unit of plan.open()) {
    if (!current.has(unit)) continue;
    if (plan.isMet || left <= 0) return;
    plan.fold(unit, 'summary');
    left -= unit.messages.length;
  }
};

/** Returns whether part of the stage was already folded. Ignores confirmations, because they are always dropped. */
function isBegun(stage: ReadonlySet<PlanUnit>, plan: WorkingPlan): boolean {
  return [...stage].some((unit) => unit.class !== 'chitchat' && plan.isFolded(unit));
}

/**
 * Folds messages as `evicted`, oldest first, until the target is reached. Keeps the newest `staged.keepMessages`
 * messages.
 */
export const keepNewest: Pass = (plan) => {
  const { staged } = plan.request.settings;
  let kept = 0;
  const leaving: PlanUnit[] = [];
  for (const unit of [...plan.units].reverse()) {
    if (plan.isFolded(unit)) continue;
    kept += unit.messages.length;
    if (kept > staged.keepMessages) leaving.push(unit);
  }
  const open = new Set(plan.open());
  for (const unit of leaving.reverse()) {
    if (plan.isMet) return;
    if (open.has(unit)) plan.fold(unit, 'evicted');
  }
};

function finished({ request }: WorkingPlan): readonly Stage[] {
  return request.session.stages.filter((stage) => !stage.isSuperseded);
}

function foldStage(plan: WorkingPlan, { entry }: Stage): void {
  const first = plan.units.findIndex((unit) => unit.messages.some(({ id }) => id === entry.first));
  const last = plan.units.findIndex((unit) => unit.messages.some(({ id }) => id === entry.last));
  if (first < 0 || last < first) return;
  const inStage = new Set(plan.units.slice(first, last + 1));
  for (const unit of plan.open()) {
    if (inStage.has(unit)) plan.fold(unit, 'digest');
  }
}
