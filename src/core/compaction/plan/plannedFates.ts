import type { PlanUnit } from '../units.ts';
import { treatmentsOf } from '../../context/project.ts';
import { replaceText } from '../../context/replaceText.ts';
import type { MessageId } from '../../log/entry.ts';
import type { ShownText } from '../../record/receipt.ts';
import { textOf } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { memoized } from '../../memoized.ts';
import type { Plan } from './plan.ts';
import { allLeftOut } from './wishes.ts';

/** The messages, grouped by what the plan does with them. Each list is sorted from oldest to newest. */
export interface PlannedFates {
  /** Messages that this plan or an earlier compaction folded, except those that the person left out. */
  readonly folded: readonly SessionMessage[];
  /** Messages that the person left out. No notes mention them. */
  readonly leftOut: readonly SessionMessage[];
  /** All messages of the groups in which a stub or an excerpt replaces a message. */
  readonly cut: readonly SessionMessage[];
  /** Messages after the last folded message, in full or cut. */
  readonly later: readonly SessionMessage[];
  /** Texts that are in the context beside the notes. */
  readonly shown: readonly ShownText[];
}

/** Returns the fates for a plan. The result is cached for each plan, so call this function only after the last pass. */
export const plannedFates = memoized(({ working, request }: Plan): PlannedFates => {
  const earlier = treatmentsOf(request.session);
  const touchable = working.units.filter((unit) => !unit.isFixed);
  const isFolded = (id: MessageId): boolean => working.folded.has(id) || earlier.folded.has(id);
  const isCut = (id: MessageId): boolean => working.replaced.has(id) || earlier.replaced.has(id);
  const isCutUnit = ({ messages }: PlanUnit): boolean =>
    messages.some(({ id }) => isCut(id) && !isFolded(id));
  const leftOutIds = allLeftOut(request.session, working);
  const gone = messagesOf(touchable).filter(({ id }) => isFolded(id));
  const folded = gone.filter(({ id }) => !leftOutIds.has(id));
  // If messages are folded, a shortened recent message counts as shown in full. So the notes do not repeat the facts of
  // the shortened message and have more room for the facts of folded messages. The excerpt contains the address at
  // which the rest of the message can be looked up.
  const countsAsWhole = (unit: PlanUnit): boolean => unit.isRecent && folded.length > 0;
  const textShown = (unit: PlanUnit, { id, message }: SessionMessage): ShownText => {
    const isWhole = countsAsWhole(unit) || request.session.excludedIds.has(id);
    const short = isWhole ? undefined : (working.replaced.get(id) ?? earlier.replaced.get(id));
    if (short === undefined) return { text: textOf(message), message };
    return { text: short.ofClient === true ? textOf(replaceText(message, short)) : short.text };
  };
  const afterFolded = working.units.slice(working.units.findLastIndex((unit) => working.isFolded(unit)) + 1);
  return {
    folded,
    later: messagesOf(afterFolded),
    leftOut: gone.filter(({ id }) => leftOutIds.has(id)),
    cut: messagesOf(touchable.filter(isCutUnit)),
    shown: working.units
      .filter((unit) => !working.isFolded(unit))
      .flatMap((unit) => unit.messages.map((message) => textShown(unit, message))),
  };
});

function messagesOf(units: readonly PlanUnit[]): readonly SessionMessage[] {
  return units.flatMap((unit) => unit.messages);
}
