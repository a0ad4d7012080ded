import type { Draft, Entry } from '../log/entry.ts';
import type { Message } from '../log/message.ts';
import type { AgentLinks, ToolSet } from '../log/sessionInfo.ts';
import { titleOf } from '../text/titleOf.ts';
import { chatIdOf, newestMarker, readHistory, type AgentHistory } from './agentHistory.ts';
import type { AgentOutcome, AgentSession, AgentSessionHead } from './agentOutcome.ts';
import type { AgentRequest } from './agentRequest.ts';
import { readSummarized } from './conversationSummary.ts';
import { expand, findSession, type ExpandedHistory, type Match } from './findSession.ts';
import { messageDrafts } from './messageDrafts.ts';
import { newMessageDrafts, rewindDrafts } from './newMessages.ts';
import { wholeText } from './sameMessage.ts';
import { isSummaryRequest, summaryOutcome } from './summaryRequest.ts';
import { wordsAsked } from './userText.ts';
import { systemDrafts } from '../chat/recordChanges.ts';
import type { ToolSchema } from '../ports.ts';
import { digestOf } from '../text/digest.ts';

/**
 * Returns the sessions to open before a request is mapped, likeliest first: the chat's sessions, and the sessions whose
 * ids Longthread left in the history as markers. Includes a subagent's session only if a marker contains its id. A
 * subagent's history contains its marker from the first answer on, and a subagent that was stopped before its first
 * answer does not continue. So a request without the marker comes from another agent of the chat.
 */
export function sessionsToOpen(request: AgentRequest, heads: readonly AgentSessionHead[]): readonly string[] {
  const { messages } = request;
  const conversationId = chatIdOf(request);
  const isChats = ({ agent }: AgentSessionHead): boolean =>
    conversationId !== undefined && agent?.conversationId === conversationId && agent.parent === undefined;
  const users = { ...request, messages: messages.filter(({ role }) => role === 'user') };
  const names = [newestMarker(messages), readSummarized(readHistory(users).messages)?.mark?.sessionId];
  const found = [...heads.filter(isChats), ...heads.filter(({ id }) => names.includes(id))];
  return [...new Set(found.map(({ id }) => id))];
}

/**
 * Returns whether the session of the request's chat is open. A subagent's session does not count. If it did, the chat's
 * own session might stay closed, and the request would begin a new session.
 */
export function isChatOpen(request: AgentRequest, sessions: readonly AgentSession[]): boolean {
  const conversationId = chatIdOf(request);
  return sessions.some(
    ({ session: { agent } }) =>
      conversationId !== undefined && agent?.conversationId === conversationId && agent.parent === undefined,
  );
}

/**
 * Maps a request of the editor's agent to entries for the log of its session. `sessions` holds only sessions of the
 * agent, the last used session at the end. After the entries are appended, the session has the same messages as the
 * editor's history, apart from compactions.
 */
export function mapRequest(request: AgentRequest, sessions: readonly AgentSession[]): AgentOutcome {
  const history = readHistory(request);
  const expandedHistory = expand(history, sessions);
  if (isSummaryRequest(history)) return summaryOutcome(expandedHistory, sessions);
  const place = findSession(expandedHistory, sessions);
  switch (place.kind) {
    case 'nowhere':
      return { kind: 'utility' };
    case 'known':
      return step(expandedHistory, place.match, place.learned);
    case 'new':
      return newSession(expandedHistory, place.links);
  }
}

/** Returns the outcome for a request that continues an existing session: what changed, and the entries to append. */
function step(expandedHistory: ExpandedHistory, match: Match, learned: AgentLinks | undefined): AgentOutcome {
  const { session } = match;
  const drafts: readonly Draft[] = [
    ...(learned ? [{ kind: 'session' as const, agent: learned }] : []),
    ...rewindDrafts(match),
    ...settingDrafts(expandedHistory, session.entries),
    ...newMessageDrafts(expandedHistory, match, match.prefix),
  ];
  return { kind: 'known', sessionId: session.id, step: stepName(expandedHistory, match), drafts };
}

function stepName(
  { messages }: ExpandedHistory,
  { branch, prefix }: Match,
): 'append' | 'retry' | 'rewind' | 'restart' {
  if (prefix === messages.length) return 'retry';
  if (prefix === branch.length) return 'append';
  return branch.slice(0, prefix).some(({ message }) => message.role === 'assistant') ? 'rewind' : 'restart';
}

/**
 * Returns a new session. A subagent's session is named after its task. The task is pinned, because a model wrote the
 * task and compactions keep only the person's words.
 */
function newSession(expandedHistory: ExpandedHistory, links: AgentLinks): AgentOutcome {
  const { messages } = expandedHistory;
  const { parent, continues } = links;
  const settings = settingDrafts(expandedHistory, []);
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

/** Returns the index of the last user message before the first answer. */
function taskOf(messages: readonly Message[]): number {
  const answer = messages.findIndex(({ role }) => role === 'assistant');
  const opening = answer < 0 ? messages : messages.slice(0, answer);
  return opening.findLastIndex(({ role }) => role === 'user');
}

/** Returns a pin of a message by its number; a log names messages `m1, m2, …`. */
function pinOf(message: number): Draft {
  return { kind: 'pin', target: `m${String(message)}`, on: true };
}

/**
 * Returns entries for system text and tools if they differ from the newest system text and tools in the log, so that
 * each change is stored once.
 */
function settingDrafts(
  { systemText, tools }: Pick<AgentHistory, 'systemText' | 'tools'>,
  entries: readonly Entry[],
): readonly Draft[] {
  return [...systemDrafts(systemText, entries), ...toolDrafts(tools, entries)];
}

function toolDrafts(tools: readonly ToolSchema[], entries: readonly Entry[]): readonly Draft[] {
  const newest = newestTools(entries);
  if (newest === undefined && tools.length === 0) return [];
  const schemas = JSON.stringify(tools);
  // Compares the schemas, which is fast; hashing all tools takes some milliseconds.
  if (newest !== undefined && schemasOf(entries, newest.hash) === schemas) return [];
  const hash = digestOf(schemas);
  if (newest?.hash === hash) return [];
  const isKnown = schemasOf(entries, hash) !== undefined;
  return [{ kind: 'session', tools: isKnown ? { hash } : { hash, schemas } }];
}

function newestTools(entries: readonly Entry[]): ToolSet | undefined {
  const entry = entries.findLast((one) => one.kind === 'session' && one.tools !== undefined);
  return entry?.kind === 'session' ? entry.tools : undefined;
}

function schemasOf(entries: readonly Entry[], hash: string): string | undefined {
  const entry = entries.find(
    (one) => one.kind === 'session' && one.tools?.hash === hash && one.tools.schemas !== undefined,
  );
  return entry?.kind === 'session' ? entry.tools?.schemas : undefined;
}
