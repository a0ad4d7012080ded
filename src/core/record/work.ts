import { textOf, toolCallsOf, type ToolMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import type { FileChange } from '../tools/fileChange.ts';
import { readCall, type PlanItem, type ToolUse } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { kindOfTool } from '../tools/toolKind.ts';

/** A call that ran, with its result. */
export interface Run {
  readonly id: MessageId;
  /** The message of the call. */
  readonly callId: MessageId;
  /** The command, or what the call was about, on one line. */
  readonly asked: string;
  readonly isCommand: boolean;
  readonly isFailure: boolean;
  /** The result's lines that say how it went. */
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

export function workOf(messages: readonly SessionMessage[]): Work {
  const asked = new Map<string, { readonly id: MessageId; readonly use: ToolUse }>();
  const runs: Run[] = [];
  const changed = new Map<string, { id: MessageId; change: FileChange }[]>();
  const read = new Map<string, ReadFile>();
  let plan: Work['plan'];
  for (const { id, message } of messages) {
    for (const call of toolCallsOf(message)) {
      const use = readCall(call);
      asked.set(call.callId, { id, use });
      if (use.plan !== undefined) plan = { id, items: use.plan };
      for (const change of use.changes)
        renew(changed, change.path, [...(changed.get(change.path) ?? []), { id, change }]);
      if (use.kind === 'read' && use.path !== undefined)
        renew(read, use.path, readAgain(read.get(use.path), use, id));
    }
    if (message.role === 'tool') {
      const call = asked.get(message.callId);
      const run = runOf(id, message, call);
      if (run !== undefined) runs.push(run);
      if (run?.isFailure === true) for (const change of call?.use.changes ?? []) withdraw(changed, change);
      const told = run === undefined && call !== undefined ? changeToldIn(message, call.use) : undefined;
      if (told !== undefined)
        renew(changed, told.path, [...(changed.get(told.path) ?? []), { id, change: told }]);
    }
  }
  return {
    runs,
    changed: [...changed].map(([path, changes]) => ({ path, changes })),
    read: [...read.values()].filter(({ path }) => !changed.has(path)),
    plan,
  };
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

/** A change that failed, or that the person refused, was none. */
function withdraw(changed: Map<string, { id: MessageId; change: FileChange }[]>, failed: FileChange): void {
  const others = (changed.get(failed.path) ?? []).filter(({ change }) => change !== failed);
  if (others.length === 0) changed.delete(failed.path);
  else changed.set(failed.path, others);
}

function readAgain(earlier: ReadFile | undefined, { path = '', range }: ToolUse, id: MessageId): ReadFile {
  return { path, id, ranges: [...(earlier?.ranges ?? []), ...(range === undefined ? [] : [range])] };
}

/** Commands, and whatever failed. */
function runOf(
  id: MessageId,
  message: ToolMessage,
  call: { readonly id: MessageId; readonly use: ToolUse } | undefined,
): Run | undefined {
  const use = call?.use;
  const outcome = readResult(message, use?.kind ?? kindOfTool(message.toolName));
  const isCommand = use?.command !== undefined;
  if (!isCommand && !outcome.isFailure) return undefined;
  const asked = use?.command ?? use?.query ?? use?.path ?? message.toolName;
  return {
    id,
    callId: call?.id ?? id,
    asked: asked.replace(/\s+/gu, ' ').trim(),
    isCommand,
    isFailure: outcome.isFailure,
    lines: outcome.isFailure && outcome.errors.length > 0 ? outcome.errors : outcome.figures,
  };
}
