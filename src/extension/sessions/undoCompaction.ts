import type { EntryId } from '../../core/log/entry.ts';
import { undoScope } from '../../core/log/session.ts';
import { formatCount } from '../../shared/format.ts';
import type { UndoReply } from '../../shared/protocol.ts';
import { ViewError } from '../webviews/describeError.ts';
import type { OpenSession } from './openSession.ts';

/** Takes a compaction back. One that later ones were built on goes only together with them, when that was agreed to. */
export async function undoCompaction(
  { live, conversation }: Pick<OpenSession, 'live' | 'conversation'>,
  id: EntryId,
  withLater: boolean,
): Promise<UndoReply> {
  const later = undoScope(live.session, id).length - 1;
  if (later < 0)
    throw new ViewError('This compaction no longer shapes the context, so there is nothing to undo.');
  if (later > 0 && !withLater)
    return { outcome: 'builtOn', laterCount: later, sentence: builtOnSentence(later) };
  if (live.log.isReadOnly)
    throw new ViewError('This session is open in another window; take it over to undo here.');
  await conversation.compactor.undo(id);
  return { outcome: 'undone' };
}

function builtOnSentence(later: number): string {
  return `${formatCount(later, 'later compaction')} ${later === 1 ? 'was' : 'were'} built on this one; all of them would be undone.`;
}
