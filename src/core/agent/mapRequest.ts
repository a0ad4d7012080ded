import type { Draft } from '../log/entry.ts';
import type { Message } from '../log/message.ts';
import type { AgentLinks } from '../log/sessionInfo.ts';
import { titleOf } from '../text/titleOf.ts';
import { chatIdOf, newestMarker, readRequest } from './agentHistory.ts';
import type { AgentOutcome, AgentSession, AgentSessionHead } from './agentOutcome.ts';
import type { AgentRequest } from './agentRequest.ts';
import { readSummarized } from './conversationSummary.ts';
import { expanded, findSession, type Asked, type Match } from './findSession.ts';
import { messageDrafts } from './messageDrafts.ts';
import { newMessages, rewound } from './newMessages.ts';
import { wholeText } from './sameMessage.ts';
import { settingDrafts } from './settingDrafts.ts';
import { isSummaryRequest, summaryOutcome } from './summaryRequest.ts';
import { wordsAsked } from './userText.ts';

/**
 * Returns the sessions worth opening before a request is mapped, likeliest first: the chat's, and those that markers
 * name. Subagents' sessions are not among them unless a marker names one: a subagent that was stopped doesn't go on.
 */
export function sessionsToOpen(request: AgentRequest, heads: readonly AgentSessionHead[]): readonly string[] {
  const { messages } = request;
  const conversationId = chatIdOf(request);
  const isChats = ({ agent }: AgentSessionHead): boolean =>
    conversationId !== undefined && agent?.conversationId === conversationId && agent.parent === undefined;
  const users = { ...request, messages: messages.filter(({ role }) => role === 'user') };
  const names = [newestMarker(messages), readSummarized(readRequest(users).messages)?.mark?.sessionId];
  const found = [...heads.filter(isChats), ...heads.filter(({ id }) => names.includes(id))];
  return [...new Set(found.map(({ id }) => id))];
}

/**
 * Returns whether the session of the request's chat is among the open ones: with a subagent's alone, its chat would
 * begin anew.
 */
export function isChatOpen(request: AgentRequest, sessions: readonly AgentSession[]): boolean {
  const conversationId = chatIdOf(request);
  return sessions.some(
    ({ session: { agent } }) =>
      conversationId !== undefined && agent?.conversationId === conversationId && agent.parent === undefined,
  );
}

/**
 * Returns what a request of the editor's agent means for the sessions' logs. `sessions` are sessions of the agent alone, the one used
 * last at the end. Once the drafts are appended, the session without its compactions is what the host sent.
 */
export function mapRequest(request: AgentRequest, sessions: readonly AgentSession[]): AgentOutcome {
  const history = readRequest(request);
  const asked = expanded(history, sessions);
  if (isSummaryRequest(history)) return summaryOutcome(asked, sessions);
  const place = findSession(asked, sessions);
  switch (place.kind) {
    case 'nowhere':
      return { kind: 'utility' };
    case 'known':
      return step(asked, place.match, place.learned);
    case 'new':
      return begun(asked, place.links);
  }
}

/** Returns a step of a session that is there. */
function step(asked: Asked, match: Match, learned: AgentLinks | undefined): AgentOutcome {
  const { session } = match;
  const drafts: readonly Draft[] = [
    ...(learned ? [{ kind: 'session' as const, agent: learned }] : []),
    ...rewound(match),
    ...settingDrafts(asked, session.entries),
    ...newMessages(asked, match, match.prefix),
  ];
  return { kind: 'known', sessionId: session.id, step: stepName(asked, match), drafts };
}

function stepName({ messages }: Asked, { branch, prefix }: Match): 'append' | 'retry' | 'rewind' | 'restart' {
  if (prefix === messages.length) return 'retry';
  if (prefix === branch.length) return 'append';
  return branch.slice(0, prefix).some(({ message }) => message.role === 'assistant') ? 'rewind' : 'restart';
}

/** A log of its own. A subagent's task is no one's words, so nothing but a pin would keep it, nor name the session by it. */
function begun(asked: Asked, links: AgentLinks): AgentOutcome {
  const { messages } = asked;
  const { parent, continues } = links;
  const settings = settingDrafts(asked, []);
  const task = parent === undefined ? -1 : taskOf(messages);
  const title = titleOf(wordsAsked(messages[task] ? wholeText(messages[task]) : ''));
  return {
    kind: 'new',
    drafts: [
      { kind: 'session', agent: links, ...(title !== '' && { title }) },
      ...settings,
      ...messageDrafts({ messages, from: 0, isSubagent: parent !== undefined }),
      ...(task < 0 ? [] : [pinOf(settings.filter(({ kind }) => kind === 'message').length + task + 1)]),
    ],
    ...(parent !== undefined && { parent }),
    ...(continues !== undefined && { continues }),
  };
}

/** Returns the last that is said before an answer. */
function taskOf(messages: readonly Message[]): number {
  const answer = messages.findIndex(({ role }) => role === 'assistant');
  const opening = answer < 0 ? messages : messages.slice(0, answer);
  return opening.findLastIndex(({ role }) => role === 'user');
}

/** In a log of its own messages are `m1, m2, …`. */
function pinOf(message: number): Draft {
  return { kind: 'pin', target: `m${String(message)}`, on: true };
}
