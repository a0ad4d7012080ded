import { awayOf, needsPin, type Away } from '../../core/context/away.ts';
import { idsOf, type Group } from '../../core/context/groups.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { AwayView } from '../../shared/chatView.ts';
import type { RowContext } from './rowContext.ts';

const WHY_AWAY: Readonly<Record<Away, string>> = {
  shortened:
    'Shortened: a compaction left the model a part of it. The original is kept and can be looked up.',
  inNotes:
    'In the notes: the model sees what the notes say of it. The original is kept and can be looked up.',
  leftOut: 'Left out by a compaction: the model does not see it. The original is kept and can be looked up.',
  excluded: 'Left out by you: the model does not see it.',
};

/** How a message is not whole in the context, and what bringing it back does; undefined where it is. */
export function awayView(
  id: MessageId,
  group: Group,
  { session, treatments, isReadOnly }: Pick<RowContext, 'session' | 'treatments' | 'isReadOnly'>,
): AwayView | undefined {
  const as = awayOf(id, group, session, treatments);
  if (as === undefined) return undefined;
  const isPinnedThen = needsPin(idsOf(group), session, treatments);
  return { as, why: WHY_AWAY[as], canBringBack: !isReadOnly, isPinnedThen };
}

/** What a row says of a message that is not whole in the context; nothing where it is. */
export function awayField(id: MessageId, group: Group, context: RowContext): { readonly away?: AwayView } {
  const away = awayView(id, group, context);
  return away === undefined ? {} : { away };
}
