import { isPrompt, foldableTurns } from '../../units.ts';
import { mapInSteps } from '../../../steps.ts';
import type { WorkingPlan, Pass } from '../workingPlan.ts';

/** Drops the person's confirmations that answer no question. */
export const chitchat: Pass = (plan) => {
  for (const unit of plan.open()) {
    if (unit.class === 'chitchat') plan.fold(unit, 'evicted');
  }
};

/** Folds groups into notes and summary, in the order of `LEAVING_ORDER`, until the target is reached. */
export const foldOldest: Pass = function* (plan) {
  const units = plan.inLeavingOrder();
  yield;
  yield* mapInSteps(units, (unit) => {
    if (!plan.isMet) plan.fold(unit, 'summary');
  });
};

/**
 * Folds also prompts whose answers have all been folded, since alone they would look like open requests. The notes keep
 * them, each with its address.
 */
export function foldStranded(plan: WorkingPlan): void {
  const open = new Set(plan.open());
  // Of the later units: whether the first that stays is a prompt, and whether one before it is folded.
  let [isPromptNext, isFoldedBetween] = [false, false];
  for (const unit of plan.units.toReversed()) {
    const isStranded = isPrompt(unit.group) && isPromptNext && isFoldedBetween;
    if (isStranded && open.has(unit)) plan.fold(unit, 'summary');
    if (plan.isFolded(unit)) isFoldedBetween = true;
    else [isPromptNext, isFoldedBetween] = [isPrompt(unit.group), false];
  }
}

/** Folds the oldest groups as evicted, but keeps at least as many messages as the setting says. */
export const evictOldest: Pass = (plan) => {
  const { keepMessages } = plan.request.settings.rolling;
  let standing = plan.standingCount;
  for (const unit of plan.open()) {
    if (plan.isMet || standing - unit.messages.length < keepMessages) return;
    plan.fold(unit, 'evicted');
    standing -= unit.messages.length;
  }
};

/**
 * Keeps the newest turns, and folds whole batches of older ones into the running summary. The turn in progress does not
 * count: with a window of 50 and a batch of 10, the first ten turns are folded once turn 61 begins.
 * `keepRecentMessages` does not apply.
 */
export const foldTurns: Pass = (plan) => {
  const { first, count } = foldableTurns(plan.units, plan.initial.isFolded, plan.request.settings);
  for (const unit of plan.open({ withRecent: true })) {
    if (unit.turn >= first && unit.turn < first + count) plan.fold(unit, 'summary');
  }
};
