import { fateIfChanged, needsPin } from '../../core/context/away.ts';
import { idsOf, type Group } from '../../core/context/groups.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { AwayView } from '../../shared/chatView.ts';
import type { RowContext } from './rowContext.ts';

/**
 * Returns what happened to a message that is shortened in the context or missing from it, and whether bringing the
 * message back pins it. Returns undefined if the whole message is in the context.
 */
export function awayView(
  id: MessageId,
  group: Group,
  { session, treatments, isReadOnly }: Pick<RowContext, 'session' | 'treatments' | 'isReadOnly'>,
): AwayView | undefined {
  const fate = fateIfChanged(id, group, session, treatments);
  if (fate === undefined) return undefined;
  const isPinnedThen = needsPin(idsOf(group), session, treatments);
  return { fate, canBringBack: !isReadOnly, isPinnedThen };
}

/**
 * Returns the field `away` of a row; no field if the whole message of the row is in the context.
 */
export function awayField(id: MessageId, group: Group, context: RowContext): { readonly away?: AwayView } {
  const away = awayView(id, group, context);
  return away === undefined ? {} : { away };
}
