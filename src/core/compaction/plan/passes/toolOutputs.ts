import { lengthOfUnit, type PlanUnit } from '../../units.ts';
import { callOf } from '../../../context/groups.ts';
import type { ReplacedMessage } from '../../../log/entry.ts';
import type { SessionMessage } from '../../../log/session.ts';
import { leastStubSaving } from '../../settings.ts';
import { shortArgumentsOf } from '../../../tools/shortArguments.ts';
import { stubOf } from '../../../tools/shortenedOutput.ts';
import { mapInSteps } from '../../../steps.ts';
import type { WorkingPlan, Pass } from '../workingPlan.ts';

interface Candidate {
  readonly message: SessionMessage;
  readonly stub: ReplacedMessage;
  readonly saving: number;
}

/**
 * Shortens large tool outputs and long arguments, oldest first, in one batch. Shortens nothing if the whole batch would
 * save too little. If `Aim.isBatch` is set, also shortens outputs beyond the eligible share, and does not stop at the
 * target. The reason is the provider's prompt cache: this run invalidates the cache anyway, and the next run then need
 * not change these outputs.
 */
export const toolOutputs: Pass = function* (plan) {
  const { settings, usableTokens, aim } = plan.request;
  const { minTokens } = settings.stubs;
  const ofUnit = (unit: PlanUnit): readonly Candidate[] => [
    ...argumentsOf(unit, plan, minTokens),
    ...resultsOf(unit, plan, minTokens),
  ];
  const candidates = (yield* mapInSteps(beforeNewest(plan), ofUnit, lengthOfUnit)).flat();
  if (savingOf(candidates) < leastStubSaving(settings, usableTokens)) return;
  yield* mapInSteps(candidates, ({ message, stub }) => {
    if (!plan.isMet || aim.isBatch === true) plan.replace(message, stub);
  });
};

/**
 * Replaces all large tool results before the newest messages by stubs. Does not change long arguments, because the
 * model may still need what it wrote recently.
 */
export const toolResults: Pass = function* (plan) {
  const { minTokens } = plan.request.settings.stubs;
  const stubIn = (unit: PlanUnit): void => {
    for (const { message, stub } of resultsOf(unit, plan, minTokens)) plan.replace(message, stub);
  };
  yield* mapInSteps(beforeNewest(plan), stubIn, lengthOfUnit);
};

/** Returns the open units before the newest `protectedTokens` tokens. */
function beforeNewest(plan: WorkingPlan): readonly PlanUnit[] {
  const { settings, aim } = plan.request;
  const open = new Set(plan.open({ withIneligible: aim.isBatch === true }));
  let seen = 0;
  let end = plan.units.length;
  while (end > 0 && seen < settings.stubs.protectedTokens) {
    end -= 1;
    const unit = plan.units[end];
    if (unit !== undefined) seen += plan.tokensOf(unit);
  }
  return plan.units.slice(0, end).filter((unit) => open.has(unit));
}

function argumentsOf(
  { group: { head } }: PlanUnit,
  plan: WorkingPlan,
  minTokens: number,
): readonly Candidate[] {
  return isWorthIt(head, plan, minTokens) ? candidate(head, shortArgumentsOf(head), plan) : [];
}

function resultsOf({ group }: PlanUnit, plan: WorkingPlan, minTokens: number): readonly Candidate[] {
  return group.results.flatMap((result) => {
    if (!isWorthIt(result, plan, minTokens)) return [];
    return candidate(result, stubOf(result, callOf(group, result.message.callId)), plan);
  });
}

function isWorthIt({ id }: SessionMessage, plan: WorkingPlan, minTokens: number): boolean {
  return plan.tokensOfMessage(id) >= minTokens && !plan.isReplaced(id);
}

function candidate(
  message: SessionMessage,
  stub: ReplacedMessage | undefined,
  plan: WorkingPlan,
): readonly Candidate[] {
  const saving = stub === undefined ? 0 : plan.savingOf(message, stub);
  return stub === undefined || saving <= 0 ? [] : [{ message, stub, saving }];
}

function savingOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { saving }) => sum + saving, 0);
}
