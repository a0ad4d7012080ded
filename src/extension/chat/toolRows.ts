import { sizeOf } from '../../core/tools/stub.ts';
import type { Group, ToolResult } from '../../core/context/groups.ts';
import { INTERRUPTED } from '../../core/context/project.ts';
import { textOf, toolCallsOf, type ToolCallPart, type ToolMessage } from '../../core/log/message.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import { outputKindOf, type OutputKind } from '../../core/tools/outputKind.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import type { ToolRow, ToolStatus } from '../../shared/chatView.ts';
import { writtenSize } from './argumentViews.ts';
import type { RowContext } from './rowContext.ts';

const LONGEST_OUTCOME = 40;

/** A row for each call of an assistant message, with its result where it has one. */
export function callRows({ head, results }: Group, context: RowContext): readonly ToolRow[] {
  const byCall = new Map(results.map((result) => [result.message.callId, result]));
  return toolCallsOf(head.message).map((call, index) => {
    const result = byCall.get(call.callId);
    return result === undefined ? openRow(head, { call, index }, context) : resultRow(result, call, context);
  });
}

/** A result whose call the log does not have. */
export function orphanRow({ id, at }: SessionMessage, message: ToolMessage, context: RowContext): ToolRow {
  return resultRow({ id, at, message }, undefined, context);
}

function openRow(
  { id, at }: SessionMessage,
  { call, index }: { readonly call: ToolCallPart; readonly index: number },
  { isBusy }: RowContext,
): ToolRow {
  return {
    type: 'tool',
    id: `${id}:${index}`,
    at,
    name: call.name,
    mainArgument: subjectOf(call),
    status: isBusy ? 'running' : 'interrupted',
    outcome: '',
    isCompacted: false,
  };
}

function resultRow(
  { id, at, message }: ToolResult,
  call: ToolCallPart | undefined,
  { session, treatments, tokens }: RowContext,
): ToolRow {
  const known = tokens.get(id);
  return {
    type: 'tool',
    id,
    at,
    name: call?.name ?? (message.toolName === '' ? 'result without a call' : message.toolName),
    mainArgument: call === undefined ? '' : subjectOf(call),
    ...endOf(message, call),
    ...(known === undefined ? {} : { tokens: known }),
    isCompacted: treatments.has(id) && !session.pinnedIds.has(id),
  };
}

interface End {
  readonly status: ToolStatus;
  readonly outcome: string;
}

/** Results can be megabytes, and a message never changes: each is looked at once. */
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
  if (isError === true && text.trim() === INTERRUPTED) return { status: 'interrupted', outcome: '' };
  if (exitCode !== undefined)
    return { status: exitCode === 0 ? 'done' : 'failed', outcome: `exit ${exitCode}` };
  if (isError === true) return { status: 'failed', outcome: firstWords(withoutName(text, call)) };
  const kind = outputKindOf(call);
  if (call !== undefined && WRITING.has(kind))
    return { status: 'done', outcome: writtenSize(call) ?? 'done' };
  return { status: 'done', outcome: foundSize(text.trim(), kind) };
}

/** What these answer is a sentence; what they wrote is told by the call. */
const WRITING: ReadonlySet<OutputKind> = new Set(['write', 'edit', 'delete', 'plan']);

/** The tools say in brackets that they found nothing, which is no find. */
function foundSize(text: string, kind: OutputKind): string {
  if (text === '') return 'empty';
  return /^\[no[^\n]*\]$/u.test(text) ? 'none' : sizeOf(kind, text.split('\n'));
}

/** The row names the tool already. */
function withoutName(text: string, call: ToolCallPart | undefined): string {
  const prefix = `${call?.name ?? ''} failed: `;
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function firstWords(text: string): string {
  const line = (text.trim().split('\n', 1)[0] ?? '').trim();
  if (line === '') return 'failed';
  return line.length <= LONGEST_OUTCOME ? line : `${line.slice(0, LONGEST_OUTCOME - 1)}…`;
}
