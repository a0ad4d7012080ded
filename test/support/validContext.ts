import assert from 'node:assert/strict';
import { mergeAdjacent } from '../../src/core/context/assemble.ts';
import type { Context, ContextItem } from '../../src/core/context/context.ts';
import { groupMessages, idsOf } from '../../src/core/context/groups.ts';
import { project, projectSession } from '../../src/core/context/project.ts';
import type { Entry, MessageId } from '../../src/core/log/entry.ts';
import { personTextOf, toolCallsOf, type Message } from '../../src/core/log/message.ts';
import { foldSession, undoScope, type Session } from '../../src/core/log/session.ts';
import { reducedLog } from './reducedLog.ts';

/** Returns a sentence for each fault for which a provider would refuse a context. A valid context has no faults. */
export function contextProblems(context: Context): readonly string[] {
  const problems: string[] = [];
  const messages = mergeAdjacent(context).map(({ message }) => message);
  let open: string[] = [];
  messages.forEach((message, index) => {
    const at = `message ${String(index)} (${message.role})`;
    if (message.role === 'tool') {
      if (open[0] !== message.callId)
        problems.push(`${at} answers ${message.callId}, not ${String(open[0])}`);
      open = open.slice(1);
      return;
    }
    if (open.length > 0) problems.push(`${at} comes before the results of ${open.join(', ')}`);
    open = toolCallsOf(message).map(({ callId }) => callId);
    if (message.role === 'system' && index > 0) problems.push(`${at} is not the first`);
    if (isRepeated(messages[index - 1], message)) problems.push(`${at} follows a message of the same role`);
  });
  if (open.length > 0) problems.push(`${open.join(', ')} have no result`);
  const first = messages.find(({ role }) => role !== 'system');
  if (first !== undefined && first.role !== 'user')
    problems.push(`the conversation begins with ${first.role}`);
  return problems;
}

function isRepeated(before: Message | undefined, message: Message): boolean {
  if (before?.role !== message.role) return false;
  return toolCallsOf(before).length === 0 && toolCallsOf(message).length === 0;
}

/**
 * Throws unless a compacted context is valid, contains the system message and all pinned items unchanged, and splits no
 * group of calls and results.
 */
export function assertSound(session: Session): void {
  const context = projectSession(session);
  const asSaid = projectSession({ ...session, compactions: [] });
  assert.deepEqual(contextProblems(context), []);
  assert.deepEqual(context[0]?.treatment === 'system' ? context[0] : undefined, systemOf(asSaid));
  assertWholeGroups(session, context);
  for (const item of asSaid.filter(({ treatment }) => treatment === 'pinned')) {
    assert.deepEqual(itemOf(context, item.entries[0]), item);
  }
}

function systemOf(context: Context): ContextItem | undefined {
  return context[0]?.treatment === 'system' ? context[0] : undefined;
}

/** Asserts that each call and its results are either all in the context or all absent. */
function assertWholeGroups(session: Session, context: Context): void {
  const shown = new Set(context.flatMap(({ entries }) => (entries.length === 1 ? entries : [])));
  const conversation = session.messages.filter(({ message }) => message.role !== 'system');
  for (const group of groupMessages(conversation)) {
    const ids = idsOf(group);
    if (ids.length === 1) continue;
    const count = ids.filter((id) => shown.has(id)).length;
    assert.ok(count === 0 || count === ids.length, `the group ${ids.join(', ')} is split`);
  }
}

/** Throws unless the context contains the person's newest message unchanged. Excluded messages do not count. */
export function assertNewestRequest(session: Session): void {
  const newest = session.messages.findLast(
    ({ id, message }) => personTextOf(message).trim() !== '' && !session.excludedIds.has(id),
  );
  if (newest === undefined) return;
  assert.deepEqual(itemOf(projectSession(session), newest.id)?.message, newest.message);
}

function itemOf(context: Context, id: MessageId | undefined): ContextItem | undefined {
  return context.find(({ entries }) => entries.length === 1 && entries[0] === id);
}

/**
 * Throws unless the context equals the projection of the reduced log. The reduced log contains nothing that was undone,
 * and no undo and no rewind.
 */
export function assertTakenBack(entries: readonly Entry[]): void {
  assert.deepEqual(project(entries), project(reducedLog(entries)));
}

/**
 * Throws unless the log gives the same context after it was converted to JSON and back. Also checks each live
 * compaction: an undo must remove it and all compactions built on it without a trace, and a redo must restore them.
 * Takes the live compactions from the reduced log, not from the session that `foldSession` returns.
 */
export function assertReversible(entries: readonly Entry[]): void {
  const context = project(entries);
  assert.deepEqual(project(JSON.parse(JSON.stringify(entries)) as Entry[]), context);
  const left = reducedLog(entries);
  const standing = left.flatMap(({ kind, id }) => (kind === 'compaction' ? [id] : []));
  standing.forEach((id, index) => {
    const compactions = standing.slice(index);
    assert.deepEqual(undoScope(foldSession(entries), id), compactions);
    const undo: Entry = { v: 1, id: 'e999999', at: 0, kind: 'undo', compactions };
    const without = left.filter((entry) => !compactions.includes(entry.id));
    assert.deepEqual(project([...entries, undo]), project(without));
    const redo: Entry = { ...undo, id: 'e999998', kind: 'redo' };
    assert.deepEqual(project([...entries, undo, redo]), context);
  });
}
