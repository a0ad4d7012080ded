import type { TokenAccount } from '../context/account.ts';
import type { MessageClass } from '../context/classify.ts';
import type { ChosenFate } from '../context/fate.ts';
import { conversationGroups, idsOf, messagesOf, type Group } from '../context/groups.ts';
import { openQuestion } from '../context/openQuestion.ts';
import { withoutExcludedText } from '../context/included.ts';
import { treatmentsOf, withoutReasoning } from '../context/project.ts';
import type { MessageId } from '../log/entry.ts';
import { lengthOf, personTextOf } from '../log/message.ts';
import type { Session, SessionMessage } from '../log/session.ts';
import type { CompactionSettings } from './settings.ts';

/** A message group and its place in the session. */
export interface Unit {
  readonly group: Group;
  readonly messages: readonly SessionMessage[];
  /** The number of the turn that contains the unit, counted from 0. A turn begins with a message by the person. */
  readonly turn: number;
  /**
   * Whether the unit must stay unchanged: it is pinned, the person's newest message, or a question that waits for the
   * person. After a rewind or an exclusion, the newest message may be one that an earlier compaction folded. Such a
   * message is not fixed, because only the notes stand for it.
   */
  readonly isFixed: boolean;
}

/** A unit with the properties that a plan needs. */
export interface PlanUnit extends Unit {
  readonly class: MessageClass;
  /** Whether the unit is among the newest units, which leave the context last. */
  readonly isRecent: boolean;
  /** Whether the unit is in the oldest share of the messages, which this run may fold (`eligibleShares`). */
  readonly isEligible: boolean;
  /** The person's choice for the unit, which no pass overrides. */
  readonly wish?: ChosenFate;
}

/**
 * Returns the conversation's units, oldest first, without the groups whose head is excluded and without the texts of
 * excluded results.
 */
export function unitsOf(session: Session): readonly Unit[] {
  const { messages, excludedIds, pinnedIds } = session;
  const { folded } = treatmentsOf(session);
  const groups = conversationGroups(messages)
    .filter(({ head }) => !excludedIds.has(head.id))
    .map((group) => withoutExcludedResults(group, session));
  const newest = groups.findLast(isPrompt);
  const asked = openQuestion({ messages })?.id;
  let turn = -1;
  return groups.map((group) => {
    if (isPrompt(group)) turn += 1;
    return {
      group,
      messages: messagesOf(group),
      turn: Math.max(0, turn),
      isFixed:
        idsOf(group).some((id) => pinnedIds.has(id)) ||
        ((group === newest || group.head.id === asked) && !folded.has(group.head.id)),
    };
  });
}

function withoutExcludedResults(group: Group, session: Session): Group {
  if (!group.results.some(({ id }) => session.excludedIds.has(id))) return group;
  return { ...group, results: group.results.map((result) => withoutExcludedText(result, session)) };
}

/** Returns whether the group is a message by the person. */
export function isPrompt({ head }: Group): boolean {
  return personTextOf(head.message).trim() !== '';
}

/** Returns the number of characters in a unit's messages. */
export function lengthOfUnit({ messages }: Unit): number {
  return messages.reduce((sum, { message }) => sum + lengthOf(message), 0);
}

interface FoldableTurns {
  /** The number of the oldest turn with a unit that is neither folded nor fixed. */
  readonly first: number;
  /** The number of completed turns from `first` on, minus the number of turns that stay; may be negative. */
  readonly fallen: number;
  /** The number of turns to fold, counted from `first`: whole batches, or 0. */
  readonly count: number;
}

/** Returns the turns that can be folded: whole batches of turns before the newest `window.turns` completed turns. */
export function foldableTurns(
  units: readonly Unit[],
  isFolded: (id: MessageId) => boolean,
  { window }: Pick<CompactionSettings, 'window'>,
): FoldableTurns {
  const first = units.find(({ isFixed, group }) => !isFixed && !isFolded(group.head.id))?.turn ?? 0;
  const fallen = (units.at(-1)?.turn ?? 0) - first - window.turns;
  return { first, fallen, count: Math.max(0, fallen - (fallen % window.batch)) };
}

/** `recentGroups` counts a message as at most this share of `tokens`, so that one message can't displace all others. */
const LARGEST_SHARE = 0.25;

/**
 * Returns the newest groups: the groups that contain one of the newest `messages` messages, up to `tokens` tokens.
 * Includes the newest group even if it is too large, because a model that does not see the results of its newest tool
 * calls repeats these calls. Returns no groups if `messages` is 0.
 */
export function recentGroups(
  groups: readonly Group[],
  account: TokenAccount,
  most: { readonly messages: number; readonly tokens: number },
): ReadonlySet<Group> {
  const recent = new Set<Group>();
  let messages = 0;
  let tokens = 0;
  for (const group of groups.toReversed()) {
    const own = messagesOf(group);
    const before = messages;
    messages += own.length;
    tokens += own.reduce(
      (sum, { id, message }) =>
        sum + Math.min(account.ofMessage(withoutReasoning(message), id), most.tokens * LARGEST_SHARE),
      0,
    );
    const isOver = before >= most.messages || tokens > most.tokens;
    if (isOver && (recent.size > 0 || most.messages === 0)) break;
    recent.add(group);
    if (isOver) break;
  }
  return recent;
}
