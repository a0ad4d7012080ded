import { DETAILED_STAGES } from '../../context/record.ts';
import type { Stage } from '../../session/session.ts';
import type { PlanUnit, WorkingPlan } from '../workingPlan.ts';
import type { Pass } from './pass.ts';

/** Messages of the current stage that are folded at a time. */
const OLDEST_OF_STAGE = 20;
/** Messages that stay when nothing else was enough. */
const NEWEST_KEPT = 50;

/** Folds the oldest finished stages into their digests, one by one; the newest three stay. */
export const oldStages: Pass = (plan, { stages }) => {
  for (const stage of finished(stages).slice(0, -DETAILED_STAGES)) {
    if (plan.isMet) return;
    foldStage(plan, stage);
  }
};

/** Folds the finished stages that are left; from now on all digests are brief. */
export const recentStages: Pass = (plan, { stages }) => {
  const all = finished(stages);
  for (const stage of all) {
    if (plan.isMet) return;
    foldStage(plan, stage);
    all.forEach(({ entry }) => plan.briefStages.add(entry.id));
  }
};

/**
 * Folds the oldest twenty messages of the current stage; without stages, of the session. A run without a target does so
 * once: what is left then are the newest, of which another run would only take twenty more.
 */
export const foldOldestOfStage: Pass = (plan, { stages }) => {
  const last = finished(stages).at(-1)?.entry.last;
  const start = plan.units.findIndex((unit) => unit.messages.some(({ id }) => id === last)) + 1;
  const current = new Set(plan.units.slice(start));
  if (plan.targetTokens === undefined && isBegun(current, plan) && standingCount(plan) <= NEWEST_KEPT) return;
  let left = OLDEST_OF_STAGE;
  for (const unit of plan.open()) {
    if (!current.has(unit)) continue;
    if (plan.isMet || left <= 0) return;
    plan.fold(unit, 'summary');
    left -= unit.messages.length;
  }
};

/** Whether some of the stage was folded before; chitchat is dropped whatever becomes of the rest. */
function isBegun(stage: ReadonlySet<PlanUnit>, plan: WorkingPlan): boolean {
  return [...stage].some((unit) => unit.class !== 'chitchat' && plan.isFolded(unit));
}

function standingCount(plan: WorkingPlan): number {
  return plan.units.reduce((sum, unit) => sum + (plan.isFolded(unit) ? 0 : unit.messages.length), 0);
}

/** The last resort of long projects: only the newest fifty messages stay. */
export const keepNewest: Pass = (plan) => {
  let kept = 0;
  const leaving: PlanUnit[] = [];
  for (const unit of [...plan.units].reverse()) {
    if (plan.isFolded(unit)) continue;
    kept += unit.messages.length;
    if (kept > NEWEST_KEPT) leaving.push(unit);
  }
  const open = new Set(plan.open());
  for (const unit of leaving.reverse()) {
    if (plan.isMet) return;
    if (open.has(unit)) plan.fold(unit, 'evicted');
  }
};

function finished(stages: readonly Stage[]): readonly Stage[] {
  return stages.filter((stage) => !stage.isSuperseded);
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
