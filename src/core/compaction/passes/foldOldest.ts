import type { Pass } from './pass.ts';

/** Folds the oldest groups into notes and summary, in the order in which their classes yield. */
export const foldOldest: Pass = (plan) => {
  for (const unit of plan.yielding()) {
    if (plan.isMet) return;
    plan.fold(unit, 'summary');
  }
};
