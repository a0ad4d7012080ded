import { systemTextOf } from '../chat/recordChanges.ts';
import { isForgotten } from '../log/forget.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { AgentLinks } from '../log/sessionInfo.ts';
import type { AgentHistory } from './agentHistory.ts';
import type { AgentSession } from './agentOutcome.ts';
import { branchOf, commonPrefix, type LoggedMessage } from './branch.ts';
import { readSummarized, restoredMessages, type Summarized } from './conversationSummary.ts';
import { wholeText } from './sameMessage.ts';
import { wordsAsked } from './userText.ts';

/** A session compared with a request. */
export interface Match {
  readonly session: AgentSession;
  readonly branch: readonly LoggedMessage[];
  /** The number of the request's first messages that the session also has. */
  readonly prefix: number;
}

/** Where a request belongs: to a known session, to a new session, or to no session (e.g. a request for a title). */
export type Place =
  | { readonly kind: 'known'; readonly match: Match; readonly learned?: AgentLinks }
  | { readonly kind: 'new'; readonly links: AgentLinks }
  | { readonly kind: 'nowhere' };

/** A request's history as it is compared with sessions: with the log's messages in place of our notes. */
export interface ExpandedHistory extends AgentHistory {
  /** Whether it contains a summary that can't be replaced by messages of a log. */
  readonly isCut: boolean;
}

/**
 * Returns the history with our notes replaced by the messages that they stand for. If the history has no marker, the
 * marker of the result is the session that the notes name.
 */
export function expand(history: AgentHistory, sessions: readonly AgentSession[]): ExpandedHistory {
  const summarized = readSummarized(history.messages);
  if (summarized === undefined) return { ...history, isCut: false };
  const whole = restoredMessages(summarized, sessions);
  const named = { marker: history.marker ?? markedSession(summarized, sessions) };
  return { ...history, ...named, ...(whole && { messages: whole }), isCut: whole === undefined };
}

function markedSession({ mark }: Summarized, sessions: readonly AgentSession[]): string | undefined {
  return sessions.some(({ id }) => id === mark?.sessionId) ? mark?.sessionId : undefined;
}

/**
 * Finds the session of a request. With a chat id, tries the sessions of this chat, then the sessions without a chat id.
 * Without a chat id, tries the session that the marker names or, if there is none, the sessions that contain the
 * request's tool calls. If there are none, tries the session with the longest common beginning. If no session fits,
 * returns a new session, with a link to the likely origin if there is one. A request with neither a chat id nor tools
 * belongs nowhere if no session matches.
 */
export function findSession(history: ExpandedHistory, sessions: readonly AgentSession[]): Place {
  const matches = sessions.map((session) => matchOf(history, session));
  return history.conversationId === undefined
    ? withoutId(history, matches)
    : withId(history, history.conversationId, matches);
}

export function matchOf({ messages }: ExpandedHistory, session: AgentSession): Match {
  const branch = branchOf(session);
  return { session, branch, prefix: commonPrefix(messages, branch, session.secrets) };
}

function withId(history: ExpandedHistory, conversationId: string, matches: readonly Match[]): Place {
  const ofChat = matches.filter(({ session }) => session.session.agent?.conversationId === conversationId);
  const continued = longest(ofChat.filter((match) => isBeginning(match, history)));
  if (continued !== undefined) return { kind: 'known', match: continued };
  const main = mainOf(ofChat, history);
  const namedMatches = matchesNamedIn(history, matches);
  const canContinue = (match: Match): boolean =>
    isSure(match) || (namedMatches.includes(match) && isBeginning(match, history));
  const unclaimed = longest(matches.filter((match) => isUnclaimed(match) && canContinue(match)));
  if (unclaimed !== undefined) return claimed(unclaimed, history, main);
  if (main === undefined) {
    const origin = longest(namedMatches) ?? longest(matches.filter(hasAnswer));
    return newSession({ conversationId }, origin);
  }
  if (history.isCut || ofChat.some((match) => namedMatches.includes(match)))
    return newSession({ conversationId }, main);
  const isCalledHere = parentOf(history, ofChat) !== undefined;
  if (!isCalledHere && hasSystemText(main, history)) return { kind: 'known', match: main };
  if (!isCalledHere && !isSubagents(history)) return newSession({ conversationId }, main);
  return { kind: 'new', links: { conversationId, parent: main.session.id } };
}

/**
 * Returns whether the request looks like the first request of a subagent, which has tools but no answers. A chat in
 * another mode (Ask, Edit) lacks tools or already has answers.
 */
function isSubagents({ tools, messages }: ExpandedHistory): boolean {
  return tools.length > 0 && !messages.some(({ role }) => role === 'assistant');
}

/**
 * Returns the place of a request that belongs to `match`, a session without a chat id so far. The session learns the
 * request's chat id and, if it is a subagent's session, the parent session.
 */
function claimed(
  match: Match,
  { conversationId, systemText }: ExpandedHistory,
  main: Match | undefined,
): Place {
  const isSubagent = main !== undefined && systemTextOf(main.session.entries) !== systemText;
  const learned = {
    ...(conversationId !== undefined && { conversationId }),
    ...(isSubagent && { parent: main.session.id }),
  };
  return { kind: 'known', match, learned };
}

function withoutId(history: ExpandedHistory, matches: readonly Match[]): Place {
  const namedMatches = matchesNamedIn(history, matches);
  if (namedMatches.length > 0) {
    const continued = longest(namedMatches.filter((match) => isBeginning(match, history)));
    return continued ? { kind: 'known', match: continued } : newSession({}, longest(namedMatches));
  }
  const sure = matches.filter(isSure);
  const most = Math.max(...sure.map(({ prefix }) => prefix));
  const [first, ...others] = sure.filter(({ prefix }) => prefix === most);
  if (first !== undefined)
    return others.length === 0 ? { kind: 'known', match: first } : newSession({}, others.at(-1));
  if (history.tools.length === 0) return { kind: 'nowhere' };
  const parent = parentOf(history, matches)?.session.id;
  return { kind: 'new', links: parent === undefined ? {} : { parent } };
}

/** Returns the session whose last message calls a tool with the request's task, word for word, in the arguments. */
function parentOf({ messages }: ExpandedHistory, matches: readonly Match[]): Match | undefined {
  const task = messages.findLast(({ role }) => role === 'user');
  const written = JSON.stringify(task === undefined ? '' : wordsAsked(wholeText(task)));
  if (written === '""') return undefined;
  return matches.findLast(({ branch }) => {
    const tip = branch.at(-1)?.message;
    return tip !== undefined && toolCallsOf(tip).some((call) => call.arguments.includes(written));
  });
}

function newSession(links: AgentLinks, origin: Match | undefined): Place {
  return { kind: 'new', links: { ...links, ...(origin && { continues: origin.session.id }) } };
}

/**
 * Returns the sessions that the request's marker names. If there are none, returns the sessions that contain a tool
 * call of the request.
 */
function matchesNamedIn({ marker, messages }: ExpandedHistory, matches: readonly Match[]): readonly Match[] {
  const marked = matches.filter(({ session }) => session.id === marker);
  if (marked.length > 0) return marked;
  const ids = new Set(messages.flatMap(callIdsOf));
  if (ids.size === 0) return [];
  return matches.filter(({ session }) =>
    session.session.allMessages.some(({ message }) => callIdsOf(message).some((id) => ids.has(id))),
  );
}

function callIdsOf(message: Message): readonly string[] {
  return toolCallsOf(message).map(({ callId }) => callId);
}

/**
 * Returns whether a session and a request have the same beginning: one begins with all messages of the other, or all
 * messages before the first answer are equal. This does not prove that the request belongs to the session (`isSure`).
 */
export function isBeginning(match: Match, { messages }: ExpandedHistory): boolean {
  const { prefix, branch } = match;
  const isAsked = prefix === messages.length || branch[prefix]?.message.role === 'assistant';
  const isAnswered = branch.slice(0, prefix).some(isAnswer);
  return prefix > 0 && (prefix === branch.length || isAnswered || isAsked);
}

/**
 * Returns whether a match is certain. Since chats can begin with the same words, the common beginning must include an
 * answer of the model or the whole session. Forgotten messages don't count, as they could match any chat.
 */
function isSure(match: Match): boolean {
  const { prefix, branch } = match;
  const isWhole = prefix === branch.length && branch.every(isKept);
  return prefix > 0 && (isWhole || hasAnswer(match));
}

function hasAnswer({ branch, prefix }: Match): boolean {
  return branch.slice(0, prefix).some((logged) => isAnswer(logged) && isKept(logged));
}

function isAnswer({ message }: LoggedMessage): boolean {
  return message.role === 'assistant';
}

function isKept({ message }: LoggedMessage): boolean {
  return !isForgotten(message);
}

function isUnclaimed({ session }: Match): boolean {
  return session.session.agent?.conversationId === undefined;
}

/**
 * Returns the chat's own session, never a subagent's. Among several, returns the last used session with the request's
 * system text or, if no session has this text, the last used session.
 */
function mainOf(ofChat: readonly Match[], history: ExpandedHistory): Match | undefined {
  const mains = ofChat.filter(({ session }) => session.session.agent?.parent === undefined);
  return mains.findLast((match) => hasSystemText(match, history)) ?? mains.at(-1);
}

function hasSystemText({ session }: Match, { systemText }: ExpandedHistory): boolean {
  return systemTextOf(session.entries) === systemText;
}

/** Returns the last of the matches with the longest common beginning. */
function longest(matches: readonly Match[]): Match | undefined {
  const most = Math.max(...matches.map(({ prefix }) => prefix));
  return matches.findLast(({ prefix }) => prefix === most);
}
