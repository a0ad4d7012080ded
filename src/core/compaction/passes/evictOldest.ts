import type { Pass } from './pass.ts';

/** Lets the oldest groups leave the context; at least so many messages as the setting says stay. */
export const evictOldest: Pass = (plan, { settings }) => {
  let standing = plan.units
    .filter((unit) => !plan.isFolded(unit))
    .reduce((sum, unit) => sum + unit.messages.length, 0);
  for (const unit of plan.open()) {
    if (plan.isMet || standing - unit.messages.length < settings.rolling.keepMessages) return;
    plan.fold(unit, 'evicted');
    standing -= unit.messages.length;
  }
};
