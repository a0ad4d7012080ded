import { shownTokensOf } from '../../core/context/gauge.ts';
import { projectSession } from '../../core/context/project.ts';
import type { Draft, Entry, EntryId } from '../../core/log/entry.ts';
import { FORMAT_VERSION } from '../../core/log/formatVersion.ts';
import { foldSession, liveCompactions, undoScope } from '../../core/log/session.ts';
import { formatCount, formatTokenCount, formatTokens } from '../../shared/format.ts';
import type { UndoReply } from '../../shared/protocol.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { OpenSession } from './openSession.ts';
import { assertWritable } from './readOnlyReason.ts';
import { shownEvent } from './shownCompaction.ts';

type Undoable = Pick<OpenSession, 'live' | 'conversation' | 'wishes'>;
interface UndoOptions {
  readonly isSure: boolean;
  /** The sessions that the editor's agent has open in this window. */
  readonly agent: Parameters<typeof assertWritable>[1];
}

/**
 * Undoes a compaction and the later compactions that were built on it. The person must confirm this if there are later
 * compactions, or if the undo would make the context too large for a request: without `isSure`, undoes nothing and
 * returns the question. If another agent runs the session, passes an undo of the newest compaction on to this agent
 * without a question. Throws ViewError if the compaction can't be undone.
 */
export async function undoCompaction(
  session: Undoable,
  id: EntryId,
  { isSure, agent }: UndoOptions,
): Promise<UndoReply> {
  const { live, conversation } = session;
  const scope = undoScope(live.session, id);
  if (scope.length === 0)
    throw new ViewError('This compaction no longer affects the context, so there is nothing to undo.');
  if (session.wishes !== undefined) {
    if (liveCompactions(live.session).at(-1)?.id !== id)
      throw new ViewError('Undo Claude Code’s last compaction first.');
    await session.wishes.turnBack('undo');
    return { outcome: 'done' };
  }
  const later = scope.length - 1;
  const tooLarge = tooLargeWith(session, [{ kind: 'undo', compactions: scope }]);
  const sentences = [...laterUndone(later), ...(tooLarge === undefined ? [] : [tooLarge])];
  if (sentences.length > 0 && !isSure)
    return {
      outcome: 'asks',
      sentence: sentences.join(' '),
      action: later === 0 ? 'Undo anyway' : `Undo ${String(later + 1)} compactions`,
    };
  assertWritable(live.log, agent);
  await conversation.compactor.undo(id);
  return { outcome: 'done' };
}

/**
 * Redoes the compactions of the newest undo. If the context would still be too large for a request, `isSure` is needed;
 * without it, returns a question. If another agent runs the session, passes the redo on to this agent. Throws
 * ViewError if nothing can be redone.
 */
export async function redoCompaction(session: Undoable, { isSure, agent }: UndoOptions): Promise<UndoReply> {
  const { live, conversation } = session;
  const compactions = live.session.redoable;
  if (compactions.length === 0) throw new ViewError('There is nothing to redo.');
  if (session.wishes !== undefined) {
    await session.wishes.turnBack('redo');
    return { outcome: 'done' };
  }
  const sentence = tooLargeWith(session, [{ kind: 'redo', compactions }]);
  if (sentence !== undefined && !isSure) return { outcome: 'asks', sentence, action: 'Redo anyway' };
  assertWritable(live.log, agent);
  await conversation.compactor.redo();
  return { outcome: 'done' };
}

/** Returns the handlers of a view for undo and redo. `session` returns the session that the view shows. */
export function undoHandlers(
  session: () => OpenSession,
  agent: UndoOptions['agent'],
): {
  readonly undo: (asked: { readonly compaction: EntryId; readonly isSure: boolean }) => Promise<UndoReply>;
  readonly redo: (asked: { readonly isSure: boolean }) => Promise<UndoReply>;
} {
  return {
    undo: ({ compaction, isSure }) => undoCompaction(session(), compaction, { isSure, agent }),
    redo: ({ isSure }) => redoCompaction(session(), { isSure, agent }),
  };
}

/**
 * Returns the id of the newest live compaction, a text with the sizes of the context after and before this compaction
 * (`change`), and a function that undoes the compaction. Throws ViewError if there is no live compaction.
 */
export function newestUndo(
  session: OpenSession,
  agent: UndoOptions['agent'],
): { readonly id: EntryId; readonly change: string; readonly undo: (isSure: boolean) => Promise<UndoReply> } {
  const newest = liveCompactions(session.live.session).at(-1);
  if (newest === undefined) throw new ViewError('There is no compaction to undo.');
  const { tokensBefore, tokensAfter } = shownEvent(newest.event, shownTokensOf(session.live.entries));
  return {
    id: newest.id,
    change: `${formatTokens(tokensAfter)} → ${formatTokenCount(tokensBefore)}`,
    undo: (isSure) => undoCompaction(session, newest.id, { isSure, agent }),
  };
}

/** Returns a list with a sentence that says how many later compactions would also be undone; empty if none would. */
function laterUndone(later: number): readonly string[] {
  if (later === 0) return [];
  const were = later === 1 ? 'was' : 'were';
  return [
    `${formatCount(later, 'later compaction')} ${were} built on this one; all of them would be undone.`,
  ];
}

/** Returns a warning if the context with these drafts would be too large for a request; otherwise undefined. */
export function tooLargeWith({ live, conversation }: Undoable, drafts: readonly Draft[]): string | undefined {
  const added = drafts.map((draft): Entry => ({ v: FORMAT_VERSION, id: 'added', at: 0, ...draft }));
  const whole = projectSession(foldSession([...live.entries, ...added]));
  const tokens = live.account.ofContext(whole) + conversation.request.toolTokens();
  const { usableTokens } = conversation.request.window();
  if (tokens <= usableTokens) return undefined;
  return (
    `The context would take ${formatTokenCount(shownTokensOf(live.entries)(tokens))}, but a request has room for ` +
    `${formatTokens(usableTokens)}. Longthread would compact it again before the next request.`
  );
}
