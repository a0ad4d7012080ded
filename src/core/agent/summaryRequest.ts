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
 * The first words of the request by which VS Code asks for a summary. If a later version of VS Code uses other words,
 * the request is not recognised, and the model answers it.
 */
const SUMMARY_TASK = 'Your task is to create a comprehensive, detailed summary';
/**
 * The first words of the last message in a request by which the Copilot harness (docs/AGENT.md) asks for a summary. The
 * harness keeps the chat's system text in this request. Words that the person types can't match, since the harness puts
 * a date before them.
 */
const HARNESS_TASK =
  'Please create a detailed summary of the conversation so far. The history is being compacted';

/**
 * Returns whether a request asks for a summary. Checks the system text (the first message if there is neither system
 * text nor a chat's id) and, for the Copilot harness, the last message.
 */
export function isSummaryRequest({ systemText, conversationId, messages }: AgentHistory): boolean {
  const [first, last] = [messages[0], messages.at(-1)];
  if (last?.role === 'user' && wholeText(last).startsWith(HARNESS_TASK)) return true;
  const text = systemText === '' && conversationId === undefined && first ? wholeText(first) : systemText;
  return text.trimStart().startsWith(SUMMARY_TASK);
}

/**
 * Finds the session of a request for a summary, and returns entries for the messages that the session's log lacks. The
 * request consists of the chat's history and, as the last message, the summarizer's task. The newest messages of the
 * history may not be logged yet. The request has no session markers, and may lack the host's text before the person's
 * first words.
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
 * Returns possible whole histories for a history that may lack the session's first messages. Compares the history's
 * first message with each session message before the first answer, except the very first session message. If the
 * messages are equal, or if the text of the session message was forgotten, returns the history with all earlier session
 * messages in front.
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
 * Returns entries for the messages of a summary request that are not in the session's log yet. The history may contain
 * shortened messages, which must not count as edits.
 */
function unloggedDrafts(history: ExpandedHistory, match: Match): readonly Draft[] {
  const { branch, prefix } = match;
  const isWhole = prefix > 0 && prefix === history.messages.length;
  // The session contains the whole history, and no user message follows. So the request contains nothing new. The host
  // may have sent the request in the background while the turn went on.
  if (isWhole && !branch.slice(prefix).some(({ message }) => message.role === 'user')) return [];
  const known = new Set(branch.slice(prefix).flatMap(({ message }) => keysOf(message)));
  const isKnown = (message: Message): boolean => keysOf(message).some((key) => known.has(key));
  // If the session contains none of the history's messages after the common beginning, these messages are new, or they
  // follow a message that the person edited.
  if (isBeginning(match, history) && !history.messages.slice(prefix).some(isKnown))
    return [...rewindDrafts(match), ...newMessageDrafts(history, match, prefix)];
  // Otherwise, the host may have shortened the messages that differ. So only the messages after the session's newest
  // message count as new.
  const tip = new Set(branch.slice(-1).flatMap(({ message }) => keysOf(message)));
  const at = history.messages.findLastIndex((message) => keysOf(message).some((key) => tip.has(key)));
  return at < 0 ? [] : newMessageDrafts(history, match, at + 1);
}

/**
 * Returns keys that identify a message: its call ids, which stay when its text is shortened, or else its role and text.
 */
function keysOf(message: Message): readonly string[] {
  if (message.role === 'tool') return [`result ${message.callId}`];
  const calls = toolCallsOf(message).map(({ callId }) => `call ${callId}`);
  return calls.length > 0 ? calls : [`${message.role} ${wholeText(message)}`];
}
