import type { Draft } from '../log/entry.ts';
import type { Message } from '../log/message.ts';
import type { ExpandedHistory, Match } from './findSession.ts';
import { messageDrafts } from './messageDrafts.ts';
import { compareMessages } from './sameMessage.ts';

/** Returns a rewind to the end of the common beginning; the session's later messages leave the live branch. */
export function rewindDrafts({ branch, prefix }: Match): readonly Draft[] {
  const next = branch[prefix];
  return next ? [{ kind: 'rewind', before: next.id }] : [];
}

/** Returns whether a message is the assistant's and was not written by a chat participant. */
function isSpoken({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.some((part) => part.type === 'text' && part.origin !== 'client');
}

/** Returns the log entries for a history's messages from an index on. */
export function newMessageDrafts(
  { messages }: ExpandedHistory,
  { session }: Match,
  from: number,
): readonly Draft[] {
  const isSubagent = session.session.agent?.parent !== undefined;
  const isByModel = (answer: Message): boolean =>
    session.session.allMessages.some(
      ({ message }) => isSpoken(message) && compareMessages(answer, message, session.secrets) === 'same',
    );
  return messageDrafts({ messages, from, isSubagent, isByModel });
}
