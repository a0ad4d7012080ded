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
 * Makes the plan fit when the passes of the strategy were not enough. Takes these steps until the plan fits:
 * 1. Folds everything before the newest messages.
 * 2. Cuts large messages among the newest messages to excerpts.
 * 3. Folds the newest messages as well, oldest first.
 * 4. In an imported session, shortens the system text, and then the client's text beside the person's newest words.
 *
 * Never changes pinned messages, messages with a choice by the person, a question that waits for the person, other
 * system text or the person's newest words.
 *
 * If step 1 is not enough, the notes are rewritten with their whole reserve after the last step, so that the notes
 * mention the cuts. If the plan fits after the last step, this is done only if the strategy has notes and the plan also
 * fits with the whole reserve.
 */
export function squeeze(plan: WorkingPlan): void {
  const { aim, strategy } = plan.request;
  const { mustFitTokens = Infinity, besideRecordTokens = mustFitTokens } = aim;
  const as = strategy.hasNotes ? 'summary' : 'evicted';
  const isMet = (): boolean => plan.tokens <= mustFitTokens;
  const foldUntilMet = (units: readonly PlanUnit[]): void => {
    for (const unit of units) if (!isMet()) plan.fold(unit, as);
  };
  foldUntilMet(plan.inLeavingOrder());
  // Folds the units that `inLeavingOrder` omits: ineligible units, and units of classes that stay at this tier.
  foldUntilMet(plan.open({ withIneligible: true }));
  if (isMet()) return;
  const newest = plan.open({ withRecent: true });
  excerptLarge(plan, newest);
  foldUntilMet(newest);
  if (!isMet()) shortenSystem(plan, besideRecordTokens);
  if (!isMet()) shortenBesideRequest(plan, besideRecordTokens);
  const fitsWithReserve = plan.tokensBesideRecord + plan.recordReserve <= mustFitTokens;
  if (!isMet() || (fitsWithReserve && strategy.hasNotes)) plan.rewriteRecord();
}

/**
 * Cuts large tool results anywhere in the context, including recent results. Skips results that are fixed or that the
 * person made a choice for. Results after the last assistant message stay whole, because the model has not seen them
 * yet.
 */
export function shortenSeenResults(plan: WorkingPlan): void {
  const lastStep = plan.units.findLastIndex(({ group }) => group.head.message.role === 'assistant');
  const unseen = new Set(plan.units.slice(lastStep));
  const seen = plan.open({ withRecent: true }).filter((unit) => !unseen.has(unit));
  const results = seen.map((unit) => ({ ...unit, messages: unit.group.results }));
  excerptLarge(plan, results);
}

/**
 * A single message may take at most this share of the room for the newest messages. Tool results get a smaller share.
 */
const LARGEST_SAID = 0.5;
const LARGEST_RESULT = 0.25;

/** Cuts messages to excerpts if they exceed their share of the room for the newest messages. */
function excerptLarge(plan: WorkingPlan, units: readonly PlanUnit[]): void {
  const { recentTokens } = plan.request.aim;
  for (const { group, messages } of units) {
    for (const message of messages) {
      const part = message.message.role === 'tool' ? LARGEST_RESULT : LARGEST_SAID;
      const most = Math.max(LEAST_EXCERPT, Math.floor(recentTokens * part));
      if (plan.tokensOfMessage(message.id) <= most) continue;
      const excerpt = excerptOf(plan, message, most, failureOf(group, message));
      if (plan.savingOf(message, excerpt) > 0) plan.replace(message, excerpt);
    }
  }
}

/**
 * Returns the lines of a result that say why the call failed; empty if the call did not fail. These lines are seldom in
 * the head or tail of a result, so an excerpt keeps them in addition.
 */
export function failureOf(group: Group, { message }: SessionMessage): readonly string[] {
  if (message.role !== 'tool') return [];
  const call = callOf(group, message.callId);
  const { isFailure, errors } = readResult(message, call === undefined ? 'other' : readCall(call).kind);
  return isFailure ? errors : [];
}

/**
 * Returns an excerpt of a message: the head and the tail, with the important lines between them. `most` is the maximum
 * token count of the text, without calls. Replaces long arguments of the message's calls by their size and address,
 * without listing the names in the arguments.
 */
export function excerptOf(
  plan: WorkingPlan,
  message: SessionMessage,
  most: number,
  important: readonly string[] = [],
): ReplacedMessage {
  const { id, message: said } = message;
  const spoken = said.role === 'assistant' ? spokenTextOf(said) : ownTextOf(said);
  const shorter = shortArguments(message, { maxLength: 200, withNames: false })?.arguments;
  return {
    id,
    as: 'excerpt',
    text: excerptText({ text: spoken, id, important }, most, plan.request.account.count),
    ...(shorter === undefined ? {} : { arguments: shorter }),
  };
}
