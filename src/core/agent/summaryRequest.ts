import type { Draft } from '../log/entry.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { AgentLinks } from '../log/sessionInfo.ts';
import type { AgentHistory } from './agentHistory.ts';
import type { AgentOutcome, AgentSession } from './agentOutcome.ts';
import { findSession, isBeginning, matchOf, type Asked, type Match } from './findSession.ts';
import { newMessages, rewound } from './newMessages.ts';
import { wholeText } from './sameMessage.ts';

/** How the host's own summarizer begins what it asks; where a later one asks otherwise, its answer is one that is not ours. */
const SUMMARY_TASK = 'Your task is to create a comprehensive, detailed summary';

export function isSummaryRequest({ systemText, messages: [first] }: AgentHistory): boolean {
  const [part] = first?.parts ?? [];
  return [systemText, part?.type === 'text' ? part.text : ''].some((text) =>
    text.trimStart().startsWith(SUMMARY_TASK),
  );
}

/** The request ends with what the host's summarizer is to do; before it stands the history, the newest messages with it. */
export function summaryOutcome(asked: Asked, sessions: readonly AgentSession[]): AgentOutcome {
  const history = { ...asked, messages: asked.messages.slice(0, -1), tools: [] };
  const place = findSession(history, sessions);
  const sessionId = place.kind === 'known' ? place.match.session.id : linkOf(place);
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) return { kind: 'summary', drafts: [] };
  return { kind: 'summary', sessionId: session.id, drafts: untold(history, matchOf(history, session)) };
}

function linkOf(place: { readonly kind: string; readonly links?: AgentLinks }): string | undefined {
  return place.links?.continues ?? place.links?.parent;
}

/**
 * What only a summary request has told of so far. The summarizer may get messages shortened: where the session's later
 * messages stand in it all the same, what follows the newest of them is new, and nothing else.
 */
function untold(asked: Asked, match: Match): readonly Draft[] {
  const { branch, prefix } = match;
  const known = new Set(branch.slice(prefix).flatMap(({ message }) => keysOf(message)));
  const isKnown = (message: Message): boolean => keysOf(message).some((key) => known.has(key));
  if (isBeginning(match, asked) && !asked.messages.slice(prefix).some(isKnown))
    return [...rewound(match), ...newMessages(asked, match, prefix)];
  const tip = new Set(branch.slice(-1).flatMap(({ message }) => keysOf(message)));
  const at = asked.messages.findLastIndex((message) => keysOf(message).some((key) => tip.has(key)));
  return at < 0 ? [] : newMessages(asked, match, at + 1);
}

/** By what a message is known though its text be shortened; by its text where it has no call. */
function keysOf(message: Message): readonly string[] {
  if (message.role === 'tool') return [`result ${message.callId}`];
  const calls = toolCallsOf(message).map(({ callId }) => `call ${callId}`);
  return calls.length > 0 ? calls : [`${message.role} ${wholeText(message)}`];
}
