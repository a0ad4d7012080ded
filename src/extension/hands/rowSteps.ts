import { callAnsweredBy } from '../../core/context/groups.ts';
import type { EntryId, MessageId } from '../../core/log/entry.ts';
import { toolCallsOf } from '../../core/log/message.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { isBackTo } from '../../core/tools/changedFiles.ts';
import { changeOf, takenBack, type FileStep } from '../../core/tools/fileSteps.ts';

type Log = Pick<LiveSession, 'session' | 'entry'>;

/**
 * Returns the file changes of a row of the thread. The parameter `row` is the row's id:
 * - for a call with a result: the id of the result's message
 * - for a call without a result: the id of the call's message and the call's index, `m4:1`
 * - for a turn: `m4:changes`
 * - for one file of a turn: `m4:changes:0`
 * - for a return to an earlier message: the id of its entry
 */
export function stepsOfRow(row: string, steps: readonly FileStep[], live: Log): readonly FileStep[] {
  const [id = '', place, file] = row.split(':', 3);
  if (place === 'changes') {
    const own = stepsOfTurn(id, steps);
    return file === undefined ? own : stepsOfFile(Number(file), own);
  }
  const entry = live.entry(id);
  if (entry?.kind === 'rewind') return steps.filter(({ change }) => isBackTo(change, entry.before));
  const change = place === undefined ? changeAnsweredBy(id, live) : callAt(id, Number(place), live);
  return steps.filter((step) => step.change === change);
}

/** Returns the file changes made by a turn's calls, without changes that undo other changes. */
export function stepsOfTurn(turn: MessageId, steps: readonly FileStep[]): readonly FileStep[] {
  return steps.filter((step) => step.turn === turn && step.takesBack === undefined);
}

/** Returns the changes of the file with this index in a turn; for a renamed file, the changes under both names. */
export function stepsOfFile(index: number, ofTurn: readonly FileStep[]): readonly FileStep[] {
  const file = [...new Set(ofTurn.map((step) => step.file))][index];
  const changes = new Set(ofTurn.filter((step) => step.file === file).map(({ change }) => change));
  return ofTurn.filter(({ change }) => changes.has(change));
}

/** Returns the `FileStep.change` of the call that a message answers; undefined if the message is no tool result. */
export function changeAnsweredBy(id: EntryId, { session }: Log): string | undefined {
  const messages = session.allMessages;
  const at = messages.findIndex((each) => each.id === id);
  const result = messages[at];
  const call = result === undefined ? undefined : callAnsweredBy(result, messages);
  if (call === undefined) return undefined;
  const head = messages.slice(0, at).findLast(({ message }) => toolCallsOf(message).includes(call));
  return head === undefined ? undefined : changeOf(head.id, call.callId);
}

function callAt(id: EntryId, index: number, { session }: Log): string | undefined {
  const message = session.allMessages.find((each) => each.id === id)?.message;
  const call = message === undefined ? undefined : toolCallsOf(message)[index];
  return call === undefined ? undefined : changeOf(id, call.callId);
}

/**
 * Returns the steps to revert: those of the given changes that are not undone. If all changes are undone, returns the
 * steps that undid them. Reverting those steps redoes the changes.
 */
export function stepsToToggle(
  own: readonly FileStep[],
  steps: readonly FileStep[],
): { readonly isRedo: boolean; readonly chosen: readonly FileStep[] } {
  const undone = takenBack(steps);
  const standing = own.filter(({ change }) => !undone.has(change));
  if (standing.length > 0) return { isRedo: false, chosen: standing };
  const changes = new Set(own.map(({ change }) => change));
  const chosen = steps.filter(
    ({ change, takesBack = [] }) => !undone.has(change) && takesBack.some((each) => changes.has(each)),
  );
  return { isRedo: true, chosen };
}
