import { callOf } from '../../context/groups.ts';
import type { ReplacedMessage } from '../../log/entry.ts';
import type { SessionMessage } from '../../log/session.ts';
import { shortArguments } from '../shortArguments.ts';
import { stubText } from '../../tools/stub.ts';
import type { PlanUnit, WorkingPlan } from '../workingPlan.ts';
import type { Pass } from './pass.ts';

interface Candidate {
  readonly message: SessionMessage;
  readonly stub: ReplacedMessage;
  readonly saving: number;
}

/** Stubs large tool outputs, oldest first, as one batch; none when they would save too little together. */
export const toolOutputs: Pass = (plan, { settings }) => {
  const { minTokens, minTotalSaving, protectedTokens } = settings.stubs;
  const candidates = beforeNewest(plan, protectedTokens).flatMap((unit) =>
    candidatesOf(unit, plan, minTokens),
  );
  const total = candidates.reduce((sum, { saving }) => sum + saving, 0);
  if (total < minTotalSaving) return;
  for (const { message, stub } of candidates) {
    if (plan.isMet) return;
    plan.replace(message, stub);
  }
};

/** The open units before the newest so many tokens. */
function beforeNewest(plan: WorkingPlan, protectedTokens: number): readonly PlanUnit[] {
  const open = new Set(plan.open());
  let seen = 0;
  let end = plan.units.length;
  while (end > 0 && seen < protectedTokens) {
    end -= 1;
    const unit = plan.units[end];
    if (unit !== undefined) seen += plan.tokensOf(unit);
  }
  return plan.units.slice(0, end).filter((unit) => open.has(unit));
}

function candidatesOf(unit: PlanUnit, plan: WorkingPlan, minTokens: number): readonly Candidate[] {
  const { head, results } = unit.group;
  const isWorthIt = ({ id }: SessionMessage): boolean =>
    plan.tokensOfMessage(id) >= minTokens && !plan.isReplaced(id);
  const candidate = (message: SessionMessage, stub: ReplacedMessage | undefined): readonly Candidate[] => {
    const saving = stub === undefined ? 0 : plan.savingOf(message, stub);
    return stub === undefined || saving <= 0 ? [] : [{ message, stub, saving }];
  };
  return [
    ...(isWorthIt(head) ? candidate(head, shortArguments(head)) : []),
    ...results.filter(isWorthIt).flatMap((result) => {
      const text = stubText(result.id, result.message, callOf(unit.group, result.message.callId));
      return candidate(result, { id: result.id, as: 'stub', text });
    }),
  ];
}
