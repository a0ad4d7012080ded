import type { Pass } from './pass.ts';

/** Folds the oldest groups into notes and summary. */
export const foldOldest: Pass = (plan) => {
  for (const unit of plan.open()) {
    if (plan.isMet) return;
    plan.fold(unit, 'summary');
  }
};
