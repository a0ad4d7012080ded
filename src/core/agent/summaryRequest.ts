import type { Draft } from '../log/entry.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { AgentHistory } from './agentHistory.ts';
import type { AgentOutcome, AgentSession } from './agentOutcome.ts';
import { branchOf } from './branch.ts';
import {
  findSession,
  isBeginning,
  matchOf,
  type ExpandedHistory,
  type Match,
  type Place,
} from './findSession.ts';
import { newMessageDrafts, rewindDrafts } from './newMessages.ts';
import { compareMessages, wholeText } from './sameMessage.ts';

/**
 * The opening of the request of the host's own summarizer. Where a later version uses another one, the model answers
 * instead of us.
 */
const SUMMARY_TASK = 'Your task is to create a comprehensive, detailed summary';
/**
 * The opening of the request for a summary by Copilot's harness, which follows the history under the chat's own
 * system text. Words that the person types have a date before them there, so they can't match.
 */
const HARNESS_TASK =
  'Please create a detailed summary of the conversation so far. The history is being compacted';

/**
 * Returns whether a request asks for a summary. Checks the system text or, without a chat's id, the first text; for
 * Copilot's harness, the last text.
 */
export function isSummaryRequest({ systemText, conversationId, messages }: AgentHistory): boolean {
  const [first, last] = [messages[0], messages.at(-1)];
  if (last?.role === 'user' && wholeText(last).startsWith(HARNESS_TASK)) return true;
  const text = systemText === '' && conversationId === undefined && first ? wholeText(first) : systemText;
  return text.trimStart().startsWith(SUMMARY_TASK);
}

/**
 * Maps a request for a summary, which ends with the summarizer's task. Before the task it has the history with the
 * newest messages, but without markers and without the host's context before the person's first words.
 */
export function summaryOutcome(request: ExpandedHistory, sessions: readonly AgentSession[]): AgentOutcome {
  const withoutTask = { ...request, messages: request.messages.slice(0, -1), tools: [] };
  const histories = [withoutTask, ...sessions.flatMap((session) => withOpening(withoutTask, session))];
  const found = histories.map((history) => ({ history, place: findSession(history, sessions) }));
  const best =
    found.find(({ place }) => place.kind === 'known') ?? found.find(({ place }) => place.kind === 'new');
  const sessionId = best && sessionOf(best.place);
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined || best === undefined) return { kind: 'summary', drafts: [] };
  const { history } = best;
  return {
    kind: 'summary',
    sessionId: session.id,
    drafts: unloggedDrafts(history, matchOf(history, session)),
  };
}

/**
 * Returns the history with the session's opening messages before it, once for each opening message that equals the
 * history's first message or is forgotten.
 */
function withOpening(history: ExpandedHistory, session: AgentSession): readonly ExpandedHistory[] {
  const branch = branchOf(session);
  const answered = branch.findIndex(({ message }) => message.role === 'assistant');
  const opening = (answered < 0 ? branch : branch.slice(0, answered)).map(({ message }) => message);
  const [first] = history.messages;
  return opening.flatMap((one, at) => {
    if (at === 0 || !first || compareMessages(first, one, session.secrets) === 'other') return [];
    return [{ ...history, messages: [...opening.slice(0, at), ...history.messages] }];
  });
}

function sessionOf(place: Place): string | undefined {
  if (place.kind === 'known') return place.match.session.id;
  return place.kind === 'new' ? (place.links.continues ?? place.links.parent) : undefined;
}

/**
 * Returns entries for messages that only a summary request has shown so far. It may contain shortened messages, which
 * must not count as edits: if it also contains later messages of the session, only the messages after the session's
 * newest one are new. A turn may continue while a summary is requested in the background; the turn's messages stay.
 */
function unloggedDrafts(history: ExpandedHistory, match: Match): readonly Draft[] {
  const { branch, prefix } = match;
  const isWhole = prefix > 0 && prefix === history.messages.length;
  if (isWhole && !branch.slice(prefix).some(({ message }) => message.role === 'user')) return [];
  const known = new Set(branch.slice(prefix).flatMap(({ message }) => keysOf(message)));
  const isKnown = (message: Message): boolean => keysOf(message).some((key) => known.has(key));
  if (isBeginning(match, history) && !history.messages.slice(prefix).some(isKnown))
    return [...rewindDrafts(match), ...newMessageDrafts(history, match, prefix)];
  const tip = new Set(branch.slice(-1).flatMap(({ message }) => keysOf(message)));
  const at = history.messages.findLastIndex((message) => keysOf(message).some((key) => tip.has(key)));
  return at < 0 ? [] : newMessageDrafts(history, match, at + 1);
}

/** Returns keys that identify a message even when its text is shortened: its call ids, or else its text. */
function keysOf(message: Message): readonly string[] {
  if (message.role === 'tool') return [`result ${message.callId}`];
  const calls = toolCallsOf(message).map(({ callId }) => `call ${callId}`);
  return calls.length > 0 ? calls : [`${message.role} ${wholeText(message)}`];
}
