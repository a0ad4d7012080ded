import type { Wishes } from '../compactionView.ts';
import type { PlanUnit } from '../units.ts';
import type { ChosenFate } from '../../context/fate.ts';
import { callOf, idsOf } from '../../context/groups.ts';
import { treatmentsOf } from '../../context/project.ts';
import type { MessageId, ReplacedMessage } from '../../log/entry.ts';
import type { Session, SessionMessage } from '../../log/session.ts';
import { stubOf } from '../../tools/shortenedOutput.ts';
import { LEAST_EXCERPT } from '../../text/excerpt.ts';
import { excerptOf } from './passes/lastResort.ts';
import { leftOutIds } from './standing.ts';
import type { PlanRequest, WorkingPlan } from './workingPlan.ts';

/** Returns the choice to shorten one message and its tool group, and nothing else. */
export function shortenAlone(id: MessageId): Wishes {
  return { range: { first: id, last: id }, byMessage: new Map([[id, 'shortened']]) };
}

/** A choice by the person that can't be carried out, with a sentence that gives the reason. */
export interface RefusedWish {
  readonly id: MessageId;
  readonly wish: ChosenFate;
  readonly sentence: string;
}

/**
 * Returns the units with the person's choices, and the choices that can't be carried out. If there are several choices
 * for a group, the last choice counts.
 */
export function withWishes(
  request: PlanRequest,
  units: readonly PlanUnit[],
): { readonly units: readonly PlanUnit[]; readonly refused: readonly RefusedWish[] } {
  const { wishes } = request.aim.asked;
  if (wishes === undefined) return { units, refused: [] };
  const unitOf = new Map(units.flatMap((unit) => idsOf(unit.group).map((id) => [id, unit] as const)));
  const chosen = new Map<PlanUnit, ChosenFate>(rangeWishes(request, units, unitOf));
  const refused: RefusedWish[] = [];
  for (const [id, wish] of wishes.byMessage ?? []) {
    const unit = unitOf.get(id);
    const sentence = whyNot(id, wish, unit, request);
    if (sentence !== undefined) refused.push({ id, wish, sentence });
    else if (unit !== undefined && !unit.isFixed) chosen.set(unit, wish);
  }
  return {
    units: units.map((unit) => {
      const wish = chosen.get(unit);
      return wish === undefined ? unit : { ...unit, wish };
    }),
    refused,
  };
}

/**
 * Returns the choices for a range. In the range, everything leaves the context unless it must not be compacted.
 * Everything outside the range stays.
 */
function rangeWishes(
  { session, strategy, aim }: PlanRequest,
  units: readonly PlanUnit[],
  unitOf: ReadonlyMap<MessageId, PlanUnit>,
): readonly (readonly [PlanUnit, ChosenFate])[] {
  const range = aim.asked.wishes?.range;
  if (range === undefined) return [];
  const { folded } = treatmentsOf(session);
  const places = [range.first, range.last].map((id) => {
    const unit = unitOf.get(id);
    return unit === undefined ? -1 : units.indexOf(unit);
  });
  const [from, to] = [Math.min(...places), Math.max(...places)];
  return units.flatMap((unit, place) => {
    if (unit.isFixed || folded.has(unit.group.head.id)) return [];
    const isInside = from >= 0 && place >= from && place <= to;
    return [[unit, isInside ? (strategy.hasNotes ? 'notes' : 'leftOut') : 'stays'] as const];
  });
}

function whyNot(
  id: MessageId,
  wish: ChosenFate,
  unit: PlanUnit | undefined,
  { session, strategy }: PlanRequest,
): string | undefined {
  if (unit === undefined) return whyGone(id, session);
  if (unit.isFixed) return wish === 'stays' ? undefined : fixedBecause(unit, session);
  if (treatmentsOf(session).folded.has(unit.group.head.id))
    return 'An earlier compaction removed this message. Undo that compaction to bring the message back.';
  return wish === 'notes' && !strategy.hasNotes
    ? 'This strategy writes no notes. Choose another strategy.'
    : undefined;
}

function whyGone(id: MessageId, session: Session): string {
  if (session.excludedIds.has(id)) return 'You took this message out of the context. Bring it back first.';
  const found = session.messages.find((message) => message.id === id);
  return found?.message.role === 'system'
    ? 'System text always stays.'
    : 'This message is no longer in the session.';
}

function fixedBecause({ group }: PlanUnit, { pinnedIds }: Session): string {
  if (idsOf(group).some((id) => pinnedIds.has(id))) return 'This message is pinned. Unpin it first.';
  return group.head.message.role === 'user'
    ? 'Your newest message always stays.'
    : 'A question that waits for your answer always stays.';
}

/**
 * Carries out the person's choices before any pass. If a message should be shortened but can't be shortened further,
 * returns this choice as refused.
 */
export function applyWishes(plan: WorkingPlan): readonly RefusedWish[] {
  return plan.units.flatMap((unit) => {
    if (unit.wish === 'notes') plan.fold(unit, 'summary');
    else if (unit.wish === 'leftOut') plan.leaveOut(unit);
    else if (unit.wish === 'shortened' && !shorten(plan, unit))
      return [
        { id: unit.group.head.id, wish: unit.wish, sentence: 'This message can’t be shortened further.' },
      ];
    return [];
  });
}

/**
 * Shortens a unit's messages. Returns true if any of these messages was shortened, either by this plan or by an earlier
 * compaction.
 */
function shorten(plan: WorkingPlan, unit: PlanUnit): boolean {
  for (const message of unit.messages) {
    const short = shortened(plan, unit, message);
    if (!plan.isReplaced(message.id) && short !== undefined && plan.savingOf(message, short) > 0)
      plan.replace(message, short);
  }
  return unit.messages.some(({ id }) => plan.isReplaced(id));
}

function shortened(
  plan: WorkingPlan,
  { group }: PlanUnit,
  message: SessionMessage,
): ReplacedMessage | undefined {
  const result = group.results.find(({ id }) => id === message.id);
  if (result === undefined) return excerptOf(plan, message, LEAST_EXCERPT);
  return stubOf(result, callOf(group, result.message.callId));
}

/** Returns the messages that the person left out, now or in an earlier compaction. */
export function allLeftOut(session: Session, { leftOut }: WorkingPlan): ReadonlySet<MessageId> {
  return new Set([...leftOutIds(session), ...leftOut]);
}
