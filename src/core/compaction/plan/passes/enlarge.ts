import type { PlanUnit } from '../../units.ts';
import { LEAST_EXCERPT } from '../../../text/excerpt.ts';
import type { WorkingPlan } from '../workingPlan.ts';
import { excerptOf, failureOf } from './lastResort.ts';

/**
 * Fills free room with messages that the plan folded or shortened, newest first. A folded group is restored in full or
 * with its largest message cut to an excerpt. A shortened message is restored in full or as a longer excerpt.
 */
export function enlargeNewest(plan: WorkingPlan, freeTokens: number): void {
  let free = freeTokens;
  for (const unit of plan.units.toReversed()) {
    if (free < LEAST_EXCERPT) return;
    if (unit.isFixed || unit.wish !== undefined) continue;
    const before = plan.tokensOf(unit);
    if (plan.folded.get(unit.group.head.id) !== undefined) unfold(plan, unit, free);
    else enlarge(plan, unit, free);
    free -= plan.tokensOf(unit) - before;
  }
}

function unfold(plan: WorkingPlan, unit: PlanUnit, free: number): void {
  if (plan.leftOut.has(unit.group.head.id) || unit.class === 'chitchat') return;
  const whole = unit.messages.map((message) => ({ message, tokens: plan.initial.tokensOf(message.id) }));
  const excess = whole.reduce((sum, { tokens }) => sum + tokens, 0) - free;
  const [largest] = whole.toSorted((a, b) => b.tokens - a.tokens);
  if (largest === undefined || (excess > 0 && largest.tokens - excess < LEAST_EXCERPT)) return;
  const as = plan.folded.get(unit.group.head.id) ?? 'summary';
  plan.unfold(unit);
  if (excess <= 0) return;
  const { message, tokens } = largest;
  const excerpt = excerptOf(plan, message, tokens - excess, failureOf(unit.group, message));
  if (plan.savingOf(message, excerpt) >= excess) plan.replace(message, excerpt);
  else plan.fold(unit, as);
}

function enlarge(plan: WorkingPlan, unit: PlanUnit, free: number): void {
  let left = free;
  for (const message of unit.messages.toReversed()) {
    const short = plan.replaced.get(message.id);
    const before = plan.tokensOfMessage(message.id);
    if (short === undefined || left < LEAST_EXCERPT) continue;
    if (plan.initial.tokensOf(message.id) - before <= left) plan.restore(message.id);
    else {
      const most = before + left;
      const excerpt = excerptOf(plan, message, most, failureOf(unit.group, message));
      const longer = -plan.savingOf(message, excerpt);
      if (longer > 0 && longer <= left) plan.replace(message, excerpt);
    }
    left -= plan.tokensOfMessage(message.id) - before;
  }
}
