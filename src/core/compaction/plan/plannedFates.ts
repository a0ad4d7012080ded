import type { PlanUnit } from '../units.ts';
import { treatmentsOf } from '../../context/project.ts';
import { replaceText } from '../../context/replaceText.ts';
import type { MessageId } from '../../log/entry.ts';
import type { ShownText } from '../../record/receipt.ts';
import { textOf } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { remembered } from '../../remembered.ts';
import type { Plan } from './plan.ts';
import { allLeftOut } from './wishes.ts';

/** The messages that would no longer be in the context in full if the plan were carried out; each list oldest first. */
export interface PlannedFates {
  /** Messages that only the notes represent. */
  readonly folded: readonly SessionMessage[];
  /** Messages that the person left out, and that no notes mention. */
  readonly leftOut: readonly SessionMessage[];
  /** Messages that are replaced by a stub or an excerpt, or whose calls' results are. */
  readonly cut: readonly SessionMessage[];
  /** Messages after the last folded one, in full or cut. */
  readonly later: readonly SessionMessage[];
  /** Texts that are in the context beside the notes. */
  readonly shown: readonly ShownText[];
}

/** Kept with the plan, which no pass changes any more. */
export const plannedFates = remembered(({ working, request }: Plan): PlannedFates => {
  const earlier = treatmentsOf(request.session);
  const touchable = working.units.filter((unit) => !unit.isFixed);
  const isFolded = (id: MessageId): boolean => working.folded.has(id) || earlier.folded.has(id);
  const isCut = (id: MessageId): boolean => working.replaced.has(id) || earlier.replaced.has(id);
  const isCutUnit = ({ messages }: PlanUnit): boolean =>
    messages.some(({ id }) => isCut(id) && !isFolded(id));
  const untold = allLeftOut(request.session, working);
  const gone = messagesOf(touchable).filter(({ id }) => isFolded(id));
  const folded = gone.filter(({ id }) => !untold.has(id));
  // The address in an excerpt gives access to the rest of a newest message, so older facts get the room in the notes.
  const isAtHand = (unit: PlanUnit): boolean => unit.isRecent && folded.length > 0;
  const textShown = (unit: PlanUnit, { id, message }: SessionMessage): ShownText => {
    const short = isAtHand(unit) ? undefined : (working.replaced.get(id) ?? earlier.replaced.get(id));
    if (short === undefined) return { text: textOf(message), message };
    return { text: short.ofClient === true ? textOf(replaceText(message, short)) : short.text };
  };
  const behind = working.units.slice(working.units.findLastIndex((unit) => working.isFolded(unit)) + 1);
  return {
    folded,
    later: messagesOf(behind),
    leftOut: gone.filter(({ id }) => untold.has(id)),
    cut: messagesOf(touchable.filter(isCutUnit)),
    shown: working.units
      .filter((unit) => !working.isFolded(unit))
      .flatMap((unit) => unit.messages.map((message) => textShown(unit, message))),
  };
});

function messagesOf(units: readonly PlanUnit[]): readonly SessionMessage[] {
  return units.flatMap((unit) => unit.messages);
}
