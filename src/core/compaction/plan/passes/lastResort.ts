import type { PlanUnit } from '../../units.ts';
import { callOf, type Group } from '../../../context/groups.ts';
import type { ReplacedMessage } from '../../../log/entry.ts';
import { ownTextOf, spokenTextOf } from '../../../log/message.ts';
import type { SessionMessage } from '../../../log/session.ts';
import { excerptText, LEAST_EXCERPT } from '../../../text/excerpt.ts';
import { readCall } from '../../../tools/readCall.ts';
import { readResult } from '../../../tools/readResult.ts';
import { shortArguments } from '../../../tools/shortArguments.ts';
import type { WorkingPlan } from '../workingPlan.ts';
import { shortenSystem, shortenBesideRequest } from './systemText.ts';

/**
 * Makes the plan fit when the strategy's passes were not enough: folds what is older than the newest messages, cuts
 * large messages that are left to excerpts, and folds the oldest of them. In an imported session, system text is
 * shortened last, and after it what a client put beside the person's newest words. Never touches pins, other system
 * text and those words. At the end the notes are written anew, so that they mention the cuts, where there is room and
 * the strategy has notes, or where the plan still does not fit.
 */
export function squeeze(plan: WorkingPlan): void {
  const { aim, settings, strategy } = plan.request;
  const { mustFitTokens = Infinity, besideRecordTokens = mustFitTokens } = aim;
  const as = strategy.hasNotes ? 'summary' : 'evicted';
  const isMet = (): boolean => plan.tokens <= mustFitTokens;
  for (const unit of plan.yielding()) {
    if (isMet()) return;
    plan.fold(unit, as);
  }
  for (const unit of plan.open({ withRecent: true })) {
    if (isMet()) return;
    if (!unit.isRecent) plan.fold(unit, as);
  }
  const newest = plan.open({ withRecent: true });
  excerptLarge(plan, newest, Math.floor(aim.budgetTokens * settings.recentShare));
  for (const unit of newest) {
    if (isMet()) break;
    plan.fold(unit, as);
  }
  if (!isMet()) shortenSystem(plan, besideRecordTokens);
  if (!isMet()) shortenBesideRequest(plan, besideRecordTokens);
  const isRoom = plan.tokensBesideRecord + plan.recordReserve <= mustFitTokens;
  if (!isMet() || (isRoom && as === 'summary')) plan.rewriteRecord();
}

/**
 * Cuts large results of all messages that are in the context and neither fixed nor subject to a wish, recent ones too.
 * Leaves out those from the last assistant message on, which the model has not seen yet.
 */
export function shortenNewestResults(plan: WorkingPlan): void {
  const { aim, settings } = plan.request;
  const lastStep = plan.units.findLastIndex(({ group }) => group.head.message.role === 'assistant');
  const unseen = new Set(plan.units.slice(lastStep));
  const seen = plan.open({ withRecent: true }).filter((unit) => !unseen.has(unit));
  const results = seen.map((unit) => ({ ...unit, messages: unit.group.results }));
  excerptLarge(plan, results, Math.floor(aim.budgetTokens * settings.recentShare));
}

/**
 * The largest share of the tail, the room for the newest messages, that one message may take. A tool's result gets less
 * than what was said.
 */
const LARGEST_SAID = 0.5;
const LARGEST_RESULT = 0.25;

/** Cuts messages that take more than their share of the tail to excerpts. */
function excerptLarge(plan: WorkingPlan, units: readonly PlanUnit[], tailTokens: number): void {
  for (const { group, messages } of units) {
    for (const message of messages) {
      const part = message.message.role === 'tool' ? LARGEST_RESULT : LARGEST_SAID;
      const most = Math.max(LEAST_EXCERPT, Math.floor(tailTokens * part));
      if (plan.tokensOfMessage(message.id) <= most) continue;
      const excerpt = excerptOf(plan, message, most, failureOf(group, message));
      if (plan.savingOf(message, excerpt) > 0) plan.replace(message, excerpt);
    }
  }
}

/**
 * Returns the lines of a result that say why the call failed; none where it did not fail. They seldom stand at the
 * beginning or the end, so an excerpt of both alone would lack them.
 */
export function failureOf(group: Group, { message }: SessionMessage): readonly string[] {
  if (message.role !== 'tool') return [];
  const call = callOf(group, message.callId);
  const { isFailure, errors } = readResult(message, call === undefined ? 'other' : readCall(call).kind);
  return isFailure ? errors : [];
}

/**
 * Returns an excerpt of a message: its beginning and end, with the telling lines between them. Long arguments of its
 * calls give way to their size and address; the names in them are not listed.
 */
export function excerptOf(
  plan: WorkingPlan,
  message: SessionMessage,
  most: number,
  telling: readonly string[] = [],
): ReplacedMessage {
  const { id, message: said } = message;
  const spoken = said.role === 'assistant' ? spokenTextOf(said) : ownTextOf(said);
  const shorter = shortArguments(message, { maxLength: 200, withNames: false })?.arguments;
  return {
    id,
    as: 'excerpt',
    text: excerptText({ text: spoken, id, telling }, most, plan.request.account.count),
    ...(shorter === undefined ? {} : { arguments: shorter }),
  };
}
