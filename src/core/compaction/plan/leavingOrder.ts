import type { MessageClass } from '../../context/classify.ts';
import type { Tier } from '../../log/entry.ts';

/**
 * The place of a message class in the order in which messages leave the context, for each tier. Lower numbers leave
 * first. At a tier without a number, messages of the class stay.
 */
export type LeavingOrder = Readonly<Partial<Record<Tier | 'manual', number>>>;

const always = (order: number): LeavingOrder => ({
  background: order,
  aggressive: order,
  emergency: order,
  manual: order,
});

/**
 * The order in which messages leave the context, by class. The pass `foldOldest` and the last resort follow this order,
 * and the panel shows it. The strategy `hybrid` shortens tool results before `foldOldest`, whatever the class of their
 * call. If an anchor is folded, the notes repeat it in the words of the person.
 */
export const LEAVING_ORDER: Readonly<Record<MessageClass, LeavingOrder>> = {
  system: {},
  pinned: {},
  chitchat: always(1),
  toolHeavy: always(2),
  said: always(2),
  decision: always(3),
  anchor: always(4),
  recent: { emergency: 5, manual: 5 },
};

/**
 * Returns the units in the order in which they leave the context at a tier. Units with the same number in
 * `LEAVING_ORDER` keep their order. Omits units that stay.
 */
export function inLeavingOrder<Unit extends { readonly class: MessageClass }>(
  units: readonly Unit[],
  tier: Tier | 'manual',
): readonly Unit[] {
  const orderOf = ({ class: name }: Unit): number => LEAVING_ORDER[name][tier] ?? Infinity;
  return units.filter((unit) => orderOf(unit) < Infinity).sort((a, b) => orderOf(a) - orderOf(b));
}

/** The names of the message classes, as shown to the person. */
export const CLASS_WORDS: Readonly<Record<MessageClass, string>> = {
  system: 'system',
  pinned: 'pinned',
  anchor: 'anchor',
  decision: 'decision',
  recent: 'recent',
  chitchat: 'small talk',
  toolHeavy: 'tool-heavy',
  said: 'said',
};
