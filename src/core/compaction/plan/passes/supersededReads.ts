import type { Pass } from '../workingPlan.ts';
import { lengthOfUnit, type PlanUnit } from '../../units.ts';
import { callOf, type Group } from '../../../context/groups.ts';
import type { MessageId } from '../../../log/entry.ts';
import { toolCallsOf } from '../../../log/message.ts';
import { fileKey } from '../../../tools/fileNames.ts';
import { readCall, WHOLE_FILE, type LineRange } from '../../../tools/readCall.ts';
import { readResult } from '../../../tools/readResult.ts';
import { stubText } from '../../../tools/shortenedOutput.ts';
import { mapInSteps, type Steps } from '../../../steps.ts';

/** Shortens the results of reads whose lines were all read again later, or whose file was written. */
export const supersededReads: Pass = function* (plan) {
  const superseded = yield* supersededIn(plan.units);
  const shortenIn = (unit: PlanUnit): void => {
    for (const result of unit.group.results) {
      if (!superseded.has(result.id) || plan.isReplaced(result.id)) continue;
      const call = callOf(unit.group, result.message.callId);
      const stub = { id: result.id, as: 'stub', text: stubText(result.id, result.message, call) } as const;
      if (plan.savingOf(result, stub) > 0) plan.replace(result, stub);
    }
  };
  yield* mapInSteps(
    plan.open({ withIneligible: plan.request.aim.isBatch === true }),
    shortenIn,
    lengthOfUnit,
  );
};

/** Goes through the units from the newest and keeps, for each file, the lines that were read or written since. */
function* supersededIn(units: readonly PlanUnit[]): Steps<ReadonlySet<MessageId>> {
  const superseded = new Set<MessageId>();
  const newer = new Map<string, readonly LineRange[]>();
  const look = ({ group }: PlanUnit): void => {
    for (const { id, message } of group.results) {
      const call = callOf(group, message.callId);
      const { path, asked } = call === undefined ? {} : readCall(call);
      if (path === undefined || asked === undefined) continue;
      if (newer.get(fileKey(path))?.some((lines) => covers(lines, asked)) === true) superseded.add(id);
    }
    for (const { path, lines } of touched(group)) {
      const key = fileKey(path);
      const others = (newer.get(key) ?? []).filter((known) => !covers(lines, known));
      newer.set(key, [...others, lines]);
    }
  };
  yield* mapInSteps(units.toReversed(), look, lengthOfUnit);
  return superseded;
}

function covers([first, last]: LineRange, [from, to]: LineRange): boolean {
  return first <= from && to <= last;
}

/** The lines that a group's calls read, where the read did not fail, and the files that they change, whole. */
function touched(group: Group): readonly { readonly path: string; readonly lines: LineRange }[] {
  return toolCallsOf(group.head.message).flatMap((call) => {
    const { kind, path, asked, changes } = readCall(call);
    const changed = changes.map((change) => ({ path: change.path, lines: WHOLE_FILE }));
    if (path === undefined || asked === undefined) return changed;
    const result = group.results.find(({ message }) => message.callId === call.callId);
    const isRead = result !== undefined && !readResult(result.message, kind).isFailure;
    return isRead ? [...changed, { path, lines: asked }] : changed;
  });
}
