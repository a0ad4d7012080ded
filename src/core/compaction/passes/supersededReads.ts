import { callOf } from '../../context/groups.ts';
import { toolCallsOf } from '../../log/message.ts';
import { readCall } from '../../tools/readCall.ts';
import { stubText } from '../../tools/stub.ts';
import type { Pass } from './pass.ts';

/** Stubs what a read gave when the same file was read again or written since: the newer one tells how it stands. */
export const supersededReads: Pass = (plan) => {
  const lastTouch = new Map<string, number>();
  plan.units.forEach((unit, index) => {
    for (const call of toolCallsOf(unit.group.head.message)) {
      const { kind, path, changes } = readCall(call);
      if (kind === 'read' && path !== undefined) lastTouch.set(path, index);
      for (const change of changes) lastTouch.set(change.path, index);
    }
  });
  const indexOf = new Map(plan.units.map((unit, index) => [unit, index]));
  for (const unit of plan.open({ withIneligible: plan.frame.isBatch })) {
    for (const result of unit.group.results) {
      const call = callOf(unit.group, result.message.callId);
      const { kind, path } = call === undefined ? {} : readCall(call);
      if (kind !== 'read' || path === undefined || (lastTouch.get(path) ?? 0) <= (indexOf.get(unit) ?? 0))
        continue;
      const stub = { id: result.id, as: 'stub', text: stubText(result.id, result.message, call) } as const;
      if (!plan.isReplaced(result.id) && plan.savingOf(result, stub) > 0) plan.replace(result, stub);
    }
  }
};
