import { asCounted } from '../../core/context/gauge.ts';
import { sizeOf } from '../../core/tools/shortenedOutput.ts';
import { openQuestion } from '../../core/context/openQuestion.ts';
import { ANSWERED_NEXT } from '../../core/tools/askUser.ts';
import { idsOf, type Group, type ToolResult } from '../../core/context/groups.ts';
import { textOf, toolCallsOf, type ToolCallPart, type ToolMessage } from '../../core/log/message.ts';
import { DENIED, INTERRUPTED, NOT_ANSWERED, NOT_BEGUN } from '../../core/tools/noEffect.ts';
import { readCall } from '../../core/tools/readCall.ts';
import { outputKindOf, type OutputKind } from '../../core/tools/outputKind.ts';
import { changeOf } from '../../core/tools/fileSteps.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import type { ToolRow, ToolStatus } from '../../shared/chatView.ts';
import { writtenSize } from './argumentViews.ts';
import { changeView } from './changeRows.ts';
import { awayField } from './awayView.ts';
import type { RowContext } from './rowContext.ts';

const LONGEST_OUTCOME = 80;

/** Returns a row for each call of an assistant message: the result's row, or the call's row if there is no result. */
export function callRows(group: Group, context: RowContext): readonly ToolRow[] {
  const { head, results } = group;
  const byCall = new Map(results.map((result) => [result.message.callId, result]));
  return toolCallsOf(head.message).map((call, index) => {
    const result = byCall.get(call.callId);
    return result === undefined
      ? openRow(group, { call, index }, context)
      : resultRow(group, { result, call }, context);
  });
}

/** Returns the row of a result whose call is not in the log. */
export function orphanRow(group: Group, message: ToolMessage, context: RowContext): ToolRow {
  const { id, at } = group.head;
  return resultRow(group, { result: { id, at, message } }, context);
}

/** Returns the row of a call without a result. */
function openRow(
  group: Group,
  { call, index }: { readonly call: ToolCallPart; readonly index: number },
  context: RowContext,
): ToolRow {
  const { id, at } = group.head;
  return {
    type: 'tool',
    id: `${id}:${index}`,
    at,
    name: call.name,
    mainArgument: subjectOf(call),
    ...openEnd(group, call, context),
    isPinned: isPinned(group, context),
    ...awayField(id, group, context),
  };
}

function openEnd({ head }: Group, { callId }: ToolCallPart, { isBusy, session }: RowContext): End {
  const asked = openQuestion(session);
  if (asked?.id === head.id && asked.callId === callId)
    return { status: 'waiting', outcome: 'waits for you' };
  return isBusy ? { status: 'running', outcome: '' } : { status: 'interrupted', outcome: STOPPED };
}

function resultRow(
  group: Group,
  { result, call }: { readonly result: ToolResult; readonly call?: ToolCallPart },
  context: RowContext,
): ToolRow {
  const { id, at, message } = result;
  const { shown = asCounted } = context;
  const known = context.tokens.get(id);
  return {
    type: 'tool',
    id,
    at,
    name: call?.name ?? (message.toolName === '' ? 'result of an unknown tool' : message.toolName),
    mainArgument: call === undefined ? '' : subjectOf(call),
    ...endOf(message, call),
    ...(known === undefined ? {} : { tokens: shown(known) }),
    ...(call === undefined ? {} : changeField(group, call, context)),
    isPinned: isPinned(group, context),
    ...awayField(id, group, context),
  };
}

function changeField(
  { head }: Group,
  { callId }: ToolCallPart,
  { changes }: RowContext,
): Pick<ToolRow, 'change'> {
  const name = changeOf(head.id, callId);
  const change = changeView((step) => step.change === name, changes);
  return change === undefined ? {} : { change };
}

/** Returns whether the group is pinned, that is, whether any of its messages is pinned. */
function isPinned(group: Group, { session }: RowContext): boolean {
  return idsOf(group).some((id) => session.pinnedIds.has(id));
}

/** The state of a call and a few words about its outcome. */
interface End {
  readonly status: ToolStatus;
  readonly outcome: string;
}

/** The state and outcome of each result, cached since a result may have megabytes and never changes. */
const ends = new WeakMap<ToolMessage, End>();

function endOf(message: ToolMessage, call: ToolCallPart | undefined): End {
  const known = ends.get(message);
  if (known !== undefined) return known;
  const end = readEnd(message, call);
  ends.set(message, end);
  return end;
}

function readEnd(message: ToolMessage, call: ToolCallPart | undefined): End {
  const text = textOf(message);
  const { exitCode, isError } = message;
  const notDone = isError === true ? NOT_DONE.find(([beginning]) => text.startsWith(beginning)) : undefined;
  if (notDone !== undefined) return { status: 'interrupted', outcome: notDone[1] };
  if (exitCode !== undefined)
    return { status: exitCode === 0 ? 'done' : 'failed', outcome: `exit ${exitCode}` };
  if (isError === true) return { status: 'failed', outcome: firstWords(withoutName(text, call)) };
  if (text === ANSWERED_NEXT) return { status: 'done', outcome: 'answered' };
  const kind = outputKindOf(call);
  if (kind === 'plan' && call !== undefined) return { status: 'done', outcome: stepsDone(call) };
  if (call !== undefined && WRITING.has(kind))
    return { status: 'done', outcome: writtenSize(call) ?? 'done' };
  return { status: 'done', outcome: foundSize(text.trim(), kind) };
}

const STOPPED = 'interrupted';

/**
 * The results of calls that did not run or have an unknown outcome. For each: the beginning of the result, and the word
 * that the row shows instead.
 */
const NOT_DONE = [
  [NOT_ANSWERED, 'unanswered'],
  [NOT_BEGUN, 'not begun'],
  [INTERRUPTED, STOPPED],
  [DENIED, 'denied'],
] as const;

/**
 * The kinds of tools whose result is only a sentence. Instead of the result's size, the row shows how much the call
 * wrote, or `done`.
 */
const WRITING: ReadonlySet<OutputKind> = new Set(['write', 'edit', 'delete']);

function stepsDone(call: ToolCallPart): string {
  const steps = readCall(call).plan ?? [];
  if (steps.length === 0) return 'done';
  return `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} done`;
}

/**
 * Returns the size of a result in words, e.g. `9 hits`. Returns `empty` if there is no text, and `none` for a text like
 * `[no commit yet]`, which says that the tool found nothing.
 */
function foundSize(text: string, kind: OutputKind): string {
  if (text === '') return 'empty';
  return /^\[no[^\n]*\]$/u.test(text) ? 'none' : sizeOf(kind, text.split('\n'));
}

/** Removes the prefix “<tool> failed: ”, since the row already shows the tool's name and the failure. */
function withoutName(text: string, call: ToolCallPart | undefined): string {
  const prefix = `${call?.name ?? ''} failed: `;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function firstWords(text: string): string {
  const line = (text.trim().split('\n', 1)[0] ?? '').trim();
  if (line === '') return 'failed';
  return line.length <= LONGEST_OUTCOME ? line : `${line.slice(0, LONGEST_OUTCOME - 1)}…`;
}
