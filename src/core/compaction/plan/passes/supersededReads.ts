import type { Pass } from '../workingPlan.ts';
import { lengthOfUnit, type PlanUnit } from '../../units.ts';
import { callOf, type Group, type ToolResult } from '../../../context/groups.ts';
import type { MessageId, ReplacedMessage } from '../../../log/entry.ts';
import { toolCallsOf, type ToolCallPart, type ToolMessage } from '../../../log/message.ts';
import { changesMade } from '../../../record/work.ts';
import { isMoveAlone, type FileChange } from '../../../tools/fileChange.ts';
import { fileKey } from '../../../tools/fileNames.ts';
import { covers, readCall, type LineRange } from '../../../tools/readCall.ts';
import { readResult } from '../../../tools/readResult.ts';
import { stubOf, stubText } from '../../../tools/shortenedOutput.ts';
import { mapInSteps, type Steps } from '../../../steps.ts';

/**
 * Shortens the results of reads if one later call read all of their lines again, or if the file was changed later. In
 * the first case, the stub does not list the names in the result, because the later read contains these names.
 */
export const supersededReads: Pass = function* (plan) {
  const superseded = yield* supersededIn(plan.units);
  const shortenIn = (unit: PlanUnit): void => {
    for (const result of unit.group.results) {
      const by = superseded.get(result.id);
      if (by === undefined || plan.isReplaced(result.id)) continue;
      const call = callOf(unit.group, result.message.callId);
      const stub = by === 'change' ? stubOf(result, call) : stubWithoutNames(result, call);
      if (plan.savingOf(result, stub) > 0) plan.replace(result, stub);
    }
  };
  yield* mapInSteps(
    plan.open({ withIneligible: plan.request.aim.isBatch === true }),
    shortenIn,
    lengthOfUnit,
  );
};

function stubWithoutNames({ id, message }: ToolResult, call: ToolCallPart | undefined): ReplacedMessage {
  return { id, as: 'stub', text: stubText(id, message, call, { withNames: false }) };
}

/**
 * Returns the results that a later read or change of the file supersedes. Goes from the newest call to the oldest call.
 * So `changed` contains the files with a later change, and `read` contains the lines of each file that were read later
 * without a change in between.
 */
function* supersededIn(units: readonly PlanUnit[]): Steps<ReadonlyMap<MessageId, 'read' | 'change'>> {
  const superseded = new Map<MessageId, 'read' | 'change'>();
  const read = new Map<string, readonly LineRange[]>();
  const changed = new Set<string>();
  const look = ({ group }: PlanUnit): void => {
    for (const { id, message } of group.results) {
      const call = callOf(group, message.callId);
      const { path, asked } = call === undefined ? {} : readCall(call);
      if (path === undefined || asked === undefined) continue;
      const key = fileKey(path);
      if (read.get(key)?.some((lines) => covers(lines, asked)) === true) superseded.set(id, 'read');
      else if (changed.has(key)) superseded.set(id, 'change');
    }
    for (const call of toolCallsOf(group.head.message).toReversed()) {
      for (const change of changesIn(call, group))
        // A move alone does not change the text, so a read under the former path is not superseded.
        for (const path of isMoveAlone(change) ? [change.path] : [change.path, change.from ?? change.path]) {
          changed.add(fileKey(path));
          read.delete(fileKey(path));
        }
      const { path, lines } = linesRead(call, group) ?? {};
      if (path === undefined || lines === undefined) continue;
      const others = (read.get(path) ?? []).filter((known) => !covers(lines, known));
      read.set(path, [...others, lines]);
    }
  };
  yield* mapInSteps(units.toReversed(), look, lengthOfUnit);
  return superseded;
}

/** Returns the changes that a call made, according to its result. Without a result, assumes all requested changes. */
function changesIn(call: ToolCallPart, group: Group): readonly FileChange[] {
  const use = readCall(call);
  const message = use.changes.length === 0 ? undefined : resultOf(call, group);
  return message === undefined
    ? use.changes
    : changesMade(message, use, readResult(message, use.kind).isFailure);
}

/** Returns the file and the lines that a call asked to read; undefined if it reads no file, failed or has no result. */
function linesRead(
  call: ToolCallPart,
  group: Group,
): { readonly path: string; readonly lines: LineRange } | undefined {
  const { kind, path, asked } = readCall(call);
  if (path === undefined || asked === undefined) return undefined;
  const message = resultOf(call, group);
  if (message === undefined || readResult(message, kind).isFailure) return undefined;
  return { path: fileKey(path), lines: asked };
}

function resultOf({ callId }: ToolCallPart, { results }: Group): ToolMessage | undefined {
  return results.find(({ message }) => message.callId === callId)?.message;
}
