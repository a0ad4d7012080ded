import { isPrompt, foldableTurns } from '../../units.ts';
import { mapInSteps } from '../../../steps.ts';
import type { WorkingPlan, Pass } from '../workingPlan.ts';

/** Drops confirmations by the person that do not answer a question. */
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
 * Also folds prompts whose answers have all been folded, because a prompt without its answers would look like an open
 * request. The notes keep each of these prompts with its address.
 */
export function foldStranded(plan: WorkingPlan): void {
  const open = new Set(plan.open());
  // The next unit is the first later unit that stays in the context. `isPromptNext` says whether the next unit is a
  // prompt. `isFoldedBetween` says whether a unit between the current unit and the next unit is folded.
  let [isPromptNext, isFoldedBetween] = [false, false];
  for (const unit of plan.units.toReversed()) {
    const isStranded = isPrompt(unit.group) && isPromptNext && isFoldedBetween;
    if (isStranded && open.has(unit)) plan.fold(unit, 'summary');
    if (plan.isFolded(unit)) isFoldedBetween = true;
    else [isPromptNext, isFoldedBetween] = [isPrompt(unit.group), false];
  }
}

/**
 * Folds the oldest groups with the treatment `evicted` until the target is reached. Keeps at least
 * `rolling.keepMessages` messages.
 */
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
 * Keeps the newest turns, and folds whole batches of older turns into the running summary. The turn in progress does
 * not count: with a window of 50 and a batch of 10, the first ten turns are folded when turn 61 begins.
 * `keepRecentMessages` does not apply.
 */
export const foldTurns: Pass = (plan) => {
  const { first, count } = foldableTurns(plan.units, plan.initial.isFolded, plan.request.settings);
  for (const unit of plan.open({ withRecent: true })) {
    if (unit.turn >= first && unit.turn < first + count) plan.fold(unit, 'summary');
  }
};
