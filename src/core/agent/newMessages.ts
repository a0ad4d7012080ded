import type { Draft } from '../log/entry.ts';
import type { Asked, Match } from './findSession.ts';
import { messageDrafts } from './messageDrafts.ts';

/** The session's messages behind the common beginning leave the live branch. */
export function rewound({ branch, prefix }: Match): readonly Draft[] {
  const next = branch[prefix];
  return next ? [{ kind: 'rewind', before: next.id }] : [];
}

/** What the log gets of a history from a message on. */
export function newMessages({ messages }: Asked, { session }: Match, from: number): readonly Draft[] {
  const isSubagent = session.session.agent?.parent !== undefined;
  return messageDrafts({ messages, from, isSubagent });
}
