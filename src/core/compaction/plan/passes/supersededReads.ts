import type { Pass, WorkingPlan } from '../workingPlan.ts';
import { lengthOfUnit, type PlanUnit } from '../../units.ts';
import { callOf, idsOf, type Group, type ToolResult } from '../../../context/groups.ts';
import type { MessageId, ReplacedMessage } from '../../../log/entry.ts';
import { textOf, toolCallsOf, type ToolCallPart, type ToolMessage } from '../../../log/message.ts';
import { changesMade } from '../../../record/work.ts';
import { isMoveAlone, type FileChange } from '../../../tools/fileChange.ts';
import { fileKey } from '../../../tools/fileNames.ts';
import { covers, readCall, type LineRange } from '../../../tools/readCall.ts';
import { readResult } from '../../../tools/readResult.ts';
import { stubOf, stubText } from '../../../tools/shortenedOutput.ts';
import { mapInSteps, type Steps } from '../../../steps.ts';

/**
 * Shortens the results of reads if one later call read all of their lines again, or if the file was changed later. In
 * the first case, the stub does not list the names in the result, because the later read contains these names. So a
 * later read counts only if its whole result is in the context.
 */
export const supersededReads: Pass = function* (plan) {
  const superseded = yield* supersededIn(plan);
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

/** The lines that a call asked for, and the lines that its result contains. */
interface ReadLines {
  readonly asked: LineRange;
  readonly shown: LineRange;
}

/**
 * Returns whether a read repeats all lines of another read. If both begin at the same line, and the last line shown is
 * unknown for at least one of them, compares only the requested lines, because a tool cuts both results at the same
 * place.
 */
function repeats({ asked, shown }: ReadLines, other: ReadLines): boolean {
  if (!covers(asked, other.asked)) return false;
  const isUnknown = shown[1] === Infinity || other.shown[1] === Infinity;
  return (isUnknown && asked[0] === other.asked[0]) || covers(shown, other.shown);
}

/**
 * Returns the results that a later read or change of the file supersedes. Goes from the newest call to the oldest call.
 * So `changed` contains the files with a later change, and `read` contains the lines of each file that were read later
 * without a change in between.
 */
function* supersededIn(plan: WorkingPlan): Steps<ReadonlyMap<MessageId, 'read' | 'change'>> {
  const superseded = new Map<MessageId, 'read' | 'change'>();
  const read = new Map<string, readonly ReadLines[]>();
  const changed = new Set<string>();
  const look = (unit: PlanUnit): void => {
    const { group } = unit;
    for (const { id, message } of group.results) {
      const lines = linesRead(callOf(group, message.callId), message);
      if (lines === undefined) continue;
      const isRepeated = read.get(lines.path)?.some((later) => repeats(later, lines)) === true;
      if (isRepeated) superseded.set(id, 'read');
      else if (changed.has(lines.path)) superseded.set(id, 'change');
    }
    for (const call of toolCallsOf(group.head.message).toReversed()) {
      for (const change of changesIn(call, group))
        // A move alone does not change the text, so a read under the former path is not superseded.
        for (const path of isMoveAlone(change) ? [change.path] : [change.path, change.from ?? change.path]) {
          changed.add(fileKey(path));
          read.delete(fileKey(path));
        }
      const result = resultOf(call, group);
      const lines = result && isWhole(unit, result, plan) ? linesRead(call, result.message) : undefined;
      if (lines === undefined || result === undefined || isFailed(call, result.message)) continue;
      const others = (read.get(lines.path) ?? []).filter((known) => !repeats(lines, known));
      read.set(lines.path, [...others, lines]);
    }
  };
  yield* mapInSteps(plan.units.toReversed(), look, lengthOfUnit);
  return superseded;
}

/** Returns whether the context contains the whole text of a result. */
function isWhole(unit: PlanUnit, { id }: ToolResult, plan: WorkingPlan): boolean {
  const { excludedIds, keptOut, pinnedIds } = plan.request.session;
  if (excludedIds.has(id)) return false;
  if (idsOf(unit.group).some((each) => pinnedIds.has(each))) return true;
  return !plan.isFolded(unit) && !plan.isReplaced(id) && !keptOut.has(id);
}

/** Returns the changes that a call made, according to its result. Without a result, assumes all requested changes. */
function changesIn(call: ToolCallPart, group: Group): readonly FileChange[] {
  const use = readCall(call);
  const message = use.changes.length === 0 ? undefined : resultOf(call, group)?.message;
  return message === undefined ? use.changes : changesMade(message, use, isFailed(call, message));
}

function isFailed(call: ToolCallPart, message: ToolMessage): boolean {
  return readResult(message, readCall(call).kind).isFailure;
}

/** Returns the file and the lines that a call read; undefined if it reads no file. */
function linesRead(
  call: ToolCallPart | undefined,
  result: ToolMessage,
): (ReadLines & { readonly path: string }) | undefined {
  const { path, asked } = call === undefined ? {} : readCall(call);
  if (path === undefined || asked === undefined) return undefined;
  return { path: fileKey(path), asked, shown: [asked[0], Math.min(asked[1], lastLineIn(result, asked[0]))] };
}

/** Matches a line with its number, as tools print it: `12\ttext`, `12→text`, `12 | text`, `12: text`, `12. text`. */
const NUMBERED = /^\s*(\d+)(?:[\t→:]| ?[|│]|\. )/u;
/** The number of characters at the end of a result that are searched for the number of its last line. */
const END_OF_RESULT = 6_000;

/** Returns the number of a result's last line; infinity if the result does not begin with the number `first`. */
function lastLineIn(result: ToolMessage, first: number): number {
  const text = textOf(result);
  if (Number(NUMBERED.exec(text)?.[1]) !== Math.max(1, first)) return Infinity;
  const lines = text.slice(-END_OF_RESULT).split('\n');
  return Number(NUMBERED.exec(lines.findLast((line) => NUMBERED.test(line)) ?? '')?.[1] ?? Infinity);
}

function resultOf({ callId }: ToolCallPart, { results }: Group): ToolResult | undefined {
  return results.find(({ message }) => message.callId === callId);
}
