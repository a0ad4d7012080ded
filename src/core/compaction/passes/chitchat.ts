import type { Pass } from './pass.ts';

/** Drops the person's confirmations that answer nothing. */
export const chitchat: Pass = (plan) => {
  for (const unit of plan.open()) {
    if (unit.class === 'chitchat') plan.fold(unit, 'evicted');
  }
};
