import type { Draft } from '../log/entry.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { AgentHistory } from './agentHistory.ts';
import type { AgentOutcome, AgentSession } from './agentOutcome.ts';
import { branchOf } from './branch.ts';
import { findSession, isBeginning, matchOf, type Asked, type Match, type Place } from './findSession.ts';
import { newMessages, rewound } from './newMessages.ts';
import { compareMessages, wholeText } from './sameMessage.ts';

/** How the host's own summarizer begins what it asks; where a later one asks otherwise, its answer is one that is not ours. */
const SUMMARY_TASK = 'Your task is to create a comprehensive, detailed summary';
/** How Copilot's harness asks, behind the history and under the chat's own system text; the person's words have a date before them. */
const HARNESS_TASK =
  'Please create a detailed summary of the conversation so far. The history is being compacted';

/**
 * Tells it by its system text or, where the host names no chat, by the first text of all; by its last text in Copilot's
 * harness.
 */
export function isSummaryRequest({ systemText, conversationId, messages }: AgentHistory): boolean {
  const [first, last] = [messages[0], messages.at(-1)];
  if (last?.role === 'user' && wholeText(last).startsWith(HARNESS_TASK)) return true;
  const text = systemText === '' && conversationId === undefined && first ? wholeText(first) : systemText;
  return text.trimStart().startsWith(SUMMARY_TASK);
}

/**
 * The request ends with what the host's summarizer is to do; before it stands the history, the newest messages with it, without
 * the context that the host writes before the person's first words, and without markers.
 */
export function summaryOutcome(asked: Asked, sessions: readonly AgentSession[]): AgentOutcome {
  const told = { ...asked, messages: asked.messages.slice(0, -1), tools: [] };
  const histories = [told, ...sessions.flatMap((session) => withOpening(told, session))];
  const found = histories.map((history) => ({ history, place: findSession(history, sessions) }));
  const best =
    found.find(({ place }) => place.kind === 'known') ?? found.find(({ place }) => place.kind === 'new');
  const sessionId = best && sessionOf(best.place);
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined || best === undefined) return { kind: 'summary', drafts: [] };
  const { history } = best;
  return { kind: 'summary', sessionId: session.id, drafts: untold(history, matchOf(history, session)) };
}

/**
 * Returns the history with what stands in a session before the same first words, or forgotten ones; nothing where it
 * has other ones.
 */
function withOpening(asked: Asked, session: AgentSession): readonly Asked[] {
  const branch = branchOf(session);
  const answered = branch.findIndex(({ message }) => message.role === 'assistant');
  const opening = (answered < 0 ? branch : branch.slice(0, answered)).map(({ message }) => message);
  const [first] = asked.messages;
  return opening.flatMap((one, at) => {
    if (at === 0 || !first || compareMessages(first, one, session.secrets) === 'other') return [];
    return [{ ...asked, messages: [...opening.slice(0, at), ...asked.messages] }];
  });
}

function sessionOf(place: Place): string | undefined {
  if (place.kind === 'known') return place.match.session.id;
  return place.kind === 'new' ? (place.links.continues ?? place.links.parent) : undefined;
}

/**
 * Returns messages that only a summary request has shown so far. The summarizer may get messages shortened: where the session's later
 * messages stand in it all the same, what follows the newest of them is new, and nothing else. A turn may go on while a
 * summary is asked for in the background: what was said in it since stays.
 */
function untold(asked: Asked, match: Match): readonly Draft[] {
  const { branch, prefix } = match;
  const isWhole = prefix > 0 && prefix === asked.messages.length;
  if (isWhole && !branch.slice(prefix).some(({ message }) => message.role === 'user')) return [];
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
