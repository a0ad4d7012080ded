import type { Draft } from '../log/entry.ts';
import type { AgentLinks } from '../log/sessionInfo.ts';
import { newestMarker, readRequest } from './agentHistory.ts';
import type { AgentOutcome, AgentSession, AgentSessionHead } from './agentOutcome.ts';
import type { AgentRequest } from './agentRequest.ts';
import { readSummarized } from './conversationSummary.ts';
import { expanded, findSession, type Asked, type Match } from './findSession.ts';
import { messageDrafts } from './messageDrafts.ts';
import { newMessages, rewound } from './newMessages.ts';
import { settingDrafts } from './settingDrafts.ts';
import { isSummaryRequest, summaryOutcome } from './summaryRequest.ts';

/**
 * The sessions worth opening before a request is mapped, likeliest first: the chat's, and those that markers name. Subagents'
 * sessions are not among them unless a marker names one: a subagent that was stopped doesn't go on.
 */
export function sessionsToOpen(request: AgentRequest, heads: readonly AgentSessionHead[]): readonly string[] {
  const { conversationId, messages } = request;
  const isChats = ({ agent }: AgentSessionHead): boolean =>
    conversationId !== undefined && agent?.conversationId === conversationId && agent.parent === undefined;
  const users = { ...request, messages: messages.filter(({ role }) => role === 'user') };
  const names = [newestMarker(messages), readSummarized(readRequest(users).messages)?.mark?.sessionId];
  const found = [...heads.filter(isChats), ...heads.filter(({ id }) => names.includes(id))];
  return [...new Set(found.map(({ id }) => id))];
}

/**
 * What a request of the editor's agent means for the sessions' logs. `sessions` are sessions of the agent alone, the one used
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

/** A step of a session that is there. */
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

/** A log of its own. A subagent's task is no one's words, so nothing but a pin would keep it. */
function begun(asked: Asked, links: AgentLinks): AgentOutcome {
  const isSubagent = links.parent !== undefined;
  const drafts: readonly Draft[] = [
    { kind: 'session', agent: links },
    ...settingDrafts(asked, []),
    ...messageDrafts({ messages: asked.messages, from: 0, isSubagent }),
  ];
  return {
    kind: 'new',
    drafts: isSubagent ? [...drafts, ...taskPin(drafts)] : drafts,
    ...(links.parent !== undefined && { parent: links.parent }),
    ...(links.continues !== undefined && { continues: links.continues }),
  };
}

/** In a log of its own messages are `m1, m2, …`. */
function taskPin(drafts: readonly Draft[]): readonly Draft[] {
  const messages = drafts.flatMap((draft) => (draft.kind === 'message' ? [draft.message] : []));
  const answer = messages.findIndex(({ role }) => role === 'assistant');
  const opening = answer < 0 ? messages : messages.slice(0, answer);
  const task = opening.findLastIndex(({ role }) => role === 'user') + 1;
  return task > 0 ? [{ kind: 'pin', target: `m${String(task)}`, on: true }] : [];
}
