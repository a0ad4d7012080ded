import { treatmentsOf } from '../../context/project.ts';
import type { MessageId } from '../../log/entry.ts';
import { isForgotten } from '../../log/forget.ts';
import { type Message, textOf } from '../../log/message.ts';
import { type Session, liveCompactions } from '../../log/session.ts';
import { memoized } from '../../memoized.ts';

/** The messages that a compaction or summary was made from, and the session at that time. */
export interface Fence {
  readonly session: Session;
  readonly ids: readonly MessageId[];
}

/**
 * Returns whether everything that the compaction or summary depends on is unchanged:
 * - the live compactions
 * - the treatment, pin and exclusion of each message in `ids`, and whether the message is on the live branch
 * - the length of each message's text
 * - the excluded and forgotten messages: no earlier message was added to them, even if it is not in `ids`, since a
 *   model is shown more messages than it summarizes, and no summary may contain an excluded or forgotten text
 *
 * New messages and pins of other messages make no difference. First compares the objects of the two sessions, and reads
 * single messages only if the objects differ.
 */
export function isUnchanged({ session: then, ids }: Fence, now: Session): boolean {
  const isSame = (of: (session: Session) => (id: MessageId) => unknown): boolean => {
    const [before, after] = [of(then), of(now)];
    return ids.every((id) => before(id) === after(id));
  };
  return (
    (then.compactions === now.compactions || isSameList(liveIds(then), liveIds(now))) &&
    ((then.compactions === now.compactions && then.keptOut === now.keptOut) || isSame(fatesIn)) &&
    (then.pinnedIds === now.pinnedIds || isSame(pinsIn)) &&
    (then.excludedIds === now.excludedIds || (isSame(exclusionsIn) && !isAnyExcluded(then, now))) &&
    (hasGrown(then.messages, now.messages) || (isSame(lengthsIn) && !isAnyForgotten(then, now)))
  );
}

function liveIds(session: Session): readonly string[] {
  return liveCompactions(session).map(({ id }) => id);
}

function isSameList(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((id, place) => after[place] === id);
}

/**
 * Returns whether a list is the same as the earlier list or continues it. Comparing the first and the last object is
 * enough: a rewind removes the last objects, and if a text changes, all objects are new.
 */
function hasGrown(then: Session['messages'], now: Session['messages']): boolean {
  return then === now || (then.length > 0 && then[0] === now[0] && now[then.length - 1] === then.at(-1));
}

function fatesIn(session: Session): (id: MessageId) => string | undefined {
  const { replaced, folded } = treatmentsOf(session);
  return (id) => folded.get(id) ?? replaced.get(id)?.as;
}

function pinsIn({ pinnedIds }: Session): (id: MessageId) => boolean {
  return (id) => pinnedIds.has(id);
}

function exclusionsIn({ excludedIds }: Session): (id: MessageId) => boolean {
  return (id) => excludedIds.has(id);
}

function lengthsIn({ messages }: Session): (id: MessageId) => number | undefined {
  const lengths = new Map(messages.map(({ id, message }) => [id, textLength(message)]));
  return (id) => lengths.get(id);
}

/** Returns whether a message of `then` is excluded in `now` but not in `then`. */
function isAnyExcluded(then: Session, now: Session): boolean {
  return then.messages.some(({ id }) => now.excludedIds.has(id) && !then.excludedIds.has(id));
}

/** Returns whether the text of a message of `then` is removed from the log in `now` but not in `then`. */
function isAnyForgotten(then: Session, now: Session): boolean {
  const wasForgotten = new Map(then.messages.map(({ id, message }) => [id, isForgotten(message)]));
  return now.messages.some(({ id, message }) => wasForgotten.get(id) === false && isForgotten(message));
}

const textLength = memoized((message: Message) => textOf(message).length);
