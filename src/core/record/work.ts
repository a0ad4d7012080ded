import { personTextOf, textOf, toolCallsOf, type ToolMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { cameToNothing, wasRefused } from '../tools/cameToNothing.ts';
import type { FileChange } from '../tools/fileChange.ts';
import { readCall, type PlanItem, type ToolUse } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { changedBeforeLast } from '../tools/shellFiles.ts';
import { tellingCommands, withoutPlumbing } from '../tools/shellScript.ts';
import { CHANGES, kindOfTool } from '../tools/toolKind.ts';

/** A call that ran, with its result. */
export interface Run {
  readonly id: MessageId;
  /** The message of the call. */
  readonly callId: MessageId;
  /** The command without what is done with its output, or what the call was about, on one line. */
  readonly asked: string;
  readonly isCommand: boolean;
  readonly isFailure: boolean;
  /** The person would not have it. */
  readonly isRefused: boolean;
  /** The result's lines that say how it went; none of a refusal, whose words are the program's. */
  readonly lines: readonly string[];
}

/** A file that was changed, the newest change last. */
export interface ChangedFile {
  readonly path: string;
  readonly changes: readonly { readonly id: MessageId; readonly change: FileChange }[];
}

export interface ReadFile {
  readonly path: string;
  readonly id: MessageId;
  readonly ranges: readonly (readonly [number, number])[];
}

/** What the assistant did, by its calls and their results. */
export interface Work {
  readonly runs: readonly Run[];
  /** By their newest change, oldest first. */
  readonly changed: readonly ChangedFile[];
  /** Only read, by their newest reading. */
  readonly read: readonly ReadFile[];
  readonly plan: { readonly id: MessageId; readonly items: readonly PlanItem[] } | undefined;
}

/** A call, and the message that it stands in. */
interface Call {
  readonly id: MessageId;
  readonly use: ToolUse;
}

/** A call counts once its result is there: before, nothing says that it happened. */
export function workOf(messages: readonly SessionMessage[]): Work {
  const asked = new Map<string, Call>();
  const runs: Run[] = [];
  const changed = new Map<string, { id: MessageId; change: FileChange }[]>();
  const read = new Map<string, ReadFile>();
  let missed: MissedChange[] = [];
  const mended = new Set<Run>();
  let plan: Work['plan'];
  for (const { id, message } of messages) {
    for (const call of toolCallsOf(message)) asked.set(call.callId, { id, use: readCall(call) });
    if (personTextOf(message) !== '') missed = [];
    if (message.role !== 'tool') continue;
    const call = asked.get(message.callId);
    const run = runOf(id, message, call);
    if (run !== undefined) runs.push(run);
    if (call === undefined) continue;
    const { use } = call;
    const isFailure = run?.isFailure === true;
    const told = isFailure ? undefined : changeToldIn(message, use);
    const made = changesMade(message, use, isFailure).map((change) => ({ id: call.id, change }));
    const changes = told === undefined ? made : [{ id, change: told }];
    for (const one of changes)
      renew(changed, one.change.path, [...(changed.get(one.change.path) ?? []), one]);
    for (const one of missed) if (isMadeBy(changes, one)) mended.add(one.run);
    if (run?.isFailure === true && made.length === 0) missed.push(...missedBy(run, use));
    if (isFailure) continue;
    if (use.plan !== undefined) plan = { id: call.id, items: use.plan };
    if (use.kind === 'read' && use.path !== undefined)
      renew(read, use.path, readAgain(read.get(use.path), use, call.id));
  }
  return {
    runs: runs.filter((run) => !mended.has(run)),
    changed: [...changed].map(([path, changes]) => ({ path, changes })),
    read: [...read.values()].filter(({ path }) => !changed.has(path)),
    plan,
  };
}

/** A call that was to do nothing but change files, and failed: made after all in the same turn, it tells of nothing but itself. */
interface MissedChange {
  readonly run: Run;
  readonly isDeletion: boolean;
  /** None where the transcript does not say. */
  readonly paths: readonly string[];
}

function missedBy(run: Run, { kind, path, script, changes }: ToolUse): readonly MissedChange[] {
  const isChange = script === undefined ? CHANGES.has(kind) : tellingCommands(script).length === 1;
  if (run.isRefused || !isChange || (script !== undefined && changes.length === 0)) return [];
  const isDeletion = kind === 'delete' || changes.some(({ operation }) => operation === 'delete');
  const paths = changes.length > 0 ? changes.map((change) => change.path) : path === undefined ? [] : [path];
  return [{ run, isDeletion, paths }];
}

function isMadeBy(
  changes: readonly { readonly change: FileChange }[],
  { isDeletion, paths }: MissedChange,
): boolean {
  const made = changes.filter(({ change }) => (change.operation === 'delete') === isDeletion);
  return made.length > 0 && paths.every((path) => made.some(({ change }) => change.path === path));
}

/** What a call changed, by its result: one that failed nothing, but for a script, which may have done so before it failed. */
function changesMade(
  message: ToolMessage,
  { script, changes }: ToolUse,
  isFailure: boolean,
): readonly FileChange[] {
  if (!isFailure) return changes;
  return script === undefined || cameToNothing(textOf(message)) ? [] : changedBeforeLast(script, changes);
}

const PATH = /(?:^|[\s"'`(])((?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[^\s"'`:]*\.\w+)/u;
const LONGEST_ANSWER = 400;

/** Where a transcript lost what an edit was called with, the file that its short answer names. */
function changeToldIn(message: ToolMessage, { kind, path, changes }: ToolUse): FileChange | undefined {
  const text = textOf(message);
  if ((kind !== 'edit' && kind !== 'write') || path !== undefined || changes.length > 0) return undefined;
  const told = text.length <= LONGEST_ANSWER ? PATH.exec(text)?.[1] : undefined;
  return told === undefined ? undefined : { path: told, operation: kind, before: '', after: '' };
}

/** Sets a key anew, behind all others. */
function renew<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
}

function readAgain(earlier: ReadFile | undefined, { path = '', range }: ToolUse, id: MessageId): ReadFile {
  return { path, id, ranges: [...(earlier?.ranges ?? []), ...(range === undefined ? [] : [range])] };
}

/** Commands, and whatever failed but a question, of which it is said that nobody answered it. */
function runOf(id: MessageId, message: ToolMessage, call: Call | undefined): Run | undefined {
  const use = call?.use;
  const kind = use?.kind ?? kindOfTool(message.toolName);
  const outcome = readResult(message, kind);
  const isCommand = use?.command !== undefined;
  if (kind === 'ask' || (!isCommand && !outcome.isFailure)) return undefined;
  const asked = (use?.command ?? use?.query ?? use?.path ?? message.toolName).replace(/\s+/gu, ' ').trim();
  const isOwnWord = message.isError === true || CHANGES.has(kind);
  const isRefused = outcome.isFailure && wasRefused(textOf(message), isOwnWord);
  return {
    id,
    callId: call?.id ?? id,
    asked: isCommand ? withoutPlumbing(asked) : asked,
    isCommand,
    isFailure: outcome.isFailure,
    isRefused,
    lines: isRefused ? [] : outcome.isFailure ? outcome.errors : outcome.figures,
  };
}
