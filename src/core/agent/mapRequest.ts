import type { Draft } from '../log/entry.ts';
import { toolCallsOf, type Message } from '../log/message.ts';
import type { AgentLinks } from '../log/sessionInfo.ts';
import { readRequest, type AgentHistory } from './agentHistory.ts';
import type { AgentOutcome, AgentSession, AgentSessionHead } from './agentOutcome.ts';
import type { AgentRequest } from './agentRequest.ts';
import { readSummarized } from './conversationSummary.ts';
import { expanded, findSession, type Asked, type Match } from './findSession.ts';
import { messageDrafts } from './messageDrafts.ts';
import { settingDrafts } from './settingDrafts.ts';

/** How the host's own summarizer begins what it asks; where a later one asks otherwise, its answer is one that is not ours. */
const SUMMARY_TASK = 'Your task is to create a comprehensive, detailed summary';

/**
 * The sessions worth opening before a request is mapped, likeliest first: the chat's, and those that markers name. Subagents'
 * sessions are not among them unless a marker names one: a subagent that was stopped doesn't go on.
 */
export function sessionsToOpen(request: AgentRequest, heads: readonly AgentSessionHead[]): readonly string[] {
  const { conversationId, marker, messages } = readRequest(request);
  const isChats = ({ agent }: AgentSessionHead): boolean =>
    conversationId !== undefined && agent?.conversationId === conversationId && agent.parent === undefined;
  const names = [marker, readSummarized(messages)?.mark?.sessionId];
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

function isSummaryRequest({ systemText, messages: [first] }: AgentHistory): boolean {
  const [part] = first?.parts ?? [];
  return [systemText, part?.type === 'text' ? part.text : ''].some((text) =>
    text.trimStart().startsWith(SUMMARY_TASK),
  );
}

/** The request ends with what the host's summarizer is to do; before it stands the history, the newest results with it. */
function summaryOutcome(asked: Asked, sessions: readonly AgentSession[]): AgentOutcome {
  const history = { ...asked, messages: asked.messages.slice(0, -1), tools: [] };
  const place = findSession(history, sessions);
  const sessionId = place.kind === 'known' ? place.match.session.id : linkOf(place);
  const session = sessions.find(({ id }) => id === sessionId);
  if (session === undefined) return { kind: 'summary', drafts: [] };
  const isNext = place.kind === 'known' && place.match.prefix === place.match.branch.length;
  const drafts = isNext ? newMessages(history, place.match) : awaitedResults(history, session);
  return { kind: 'summary', sessionId: session.id, drafts };
}

function linkOf(place: { readonly kind: string; readonly links?: AgentLinks }): string | undefined {
  return place.links?.continues ?? place.links?.parent;
}

/** The summarizer gets some messages shortened, so only results that a call in the log still waits for are new for sure. */
function awaitedResults({ messages }: Asked, { session }: AgentSession): readonly Draft[] {
  const last = session.messages.findLastIndex(({ message }) => message.role === 'assistant');
  const open = new Set(session.messages.slice(last, last + 1).flatMap(({ message }) => callIds(message)));
  for (const { message } of session.messages) if (message.role === 'tool') open.delete(message.callId);
  return messages
    .filter((message) => message.role === 'tool' && open.has(message.callId))
    .map((message) => ({ kind: 'message', message }));
}

function callIds(message: Message): readonly string[] {
  return toolCallsOf(message).map(({ callId }) => callId);
}

/** A step of a session that is there. */
function step(asked: Asked, match: Match, learned: AgentLinks | undefined): AgentOutcome {
  const { session, branch, prefix } = match;
  const next = branch[prefix];
  const drafts: readonly Draft[] = [
    ...(learned ? [{ kind: 'session' as const, agent: learned }] : []),
    ...(next ? [{ kind: 'rewind' as const, before: next.id }] : []),
    ...settingDrafts(asked, session.entries),
    ...newMessages(asked, match),
  ];
  return { kind: 'known', sessionId: session.id, step: stepName(asked, match), drafts };
}

function stepName({ messages }: Asked, { branch, prefix }: Match): 'append' | 'retry' | 'rewind' | 'restart' {
  if (prefix === messages.length) return 'retry';
  if (prefix === branch.length) return 'append';
  return branch.slice(0, prefix).some(({ message }) => message.role === 'assistant') ? 'rewind' : 'restart';
}

function newMessages({ messages }: Asked, { session, prefix }: Match): readonly Draft[] {
  const isSubagent = session.session.agent?.parent !== undefined;
  return messageDrafts({ messages, from: prefix, isSubagent });
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
