import { callAnsweredBy } from '../../core/context/groups.ts';
import type { EntryId } from '../../core/log/entry.ts';
import { toolCallsOf } from '../../core/log/message.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { isBackTo } from '../../core/tools/changedFiles.ts';
import { changeOf, takenBack, type FileStep } from '../../core/tools/fileSteps.ts';

type Log = Pick<LiveSession, 'session' | 'entry'>;

/** What the changes have in common that a row shows: those of a call, of a turn (`m4:changes`), or of a going back. */
export function stepsOfRow(row: string, steps: readonly FileStep[], live: Log): readonly FileStep[] {
  const [id = '', place] = row.split(':', 2);
  if (place === 'changes')
    return steps.filter(({ turn, takesBack }) => turn === id && takesBack === undefined);
  const entry = live.entry(id);
  if (entry?.kind === 'rewind') return steps.filter(({ change }) => isBackTo(change, entry.before));
  const change = place === undefined ? changeAnsweredBy(id, live) : callAt(id, Number(place), live);
  return steps.filter((step) => step.change === change);
}

/** The change whose result a message is. */
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

/** What is to be taken back so that the changes are undone, or, where they are, so that they stand again. */
export function toToggle(
  own: readonly FileStep[],
  steps: readonly FileStep[],
): { readonly isRedo: boolean; readonly chosen: readonly FileStep[] } {
  const undone = takenBack(steps);
  const standing = own.filter(({ change }) => !undone.has(change));
  if (standing.length > 0) return { isRedo: false, chosen: standing };
  const names = new Set(own.map(({ change }) => change));
  const chosen = steps.filter(
    ({ change, takesBack = [] }) => !undone.has(change) && takesBack.some((each) => names.has(each)),
  );
  return { isRedo: true, chosen };
}
