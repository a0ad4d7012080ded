import type { AgentMessage } from '../../src/core/agent/agentRequest.ts';
import { AgentSessions, answer, asks, call, ENVIRONMENT, request, result, says } from './agentSessions.ts';

/** The beginning of the chat `c1`. */
export const FIRST = [ENVIRONMENT, asks('Fix the port.')];
export const TOOL_CALL = {
  type: 'toolCall',
  callId: 'call_1',
  name: 'read_file',
  arguments: '{ "path": "a.ts" }',
} as const;
export const CALLED = says('I look.', call('call_1', { path: 'a.ts' }));

/** Returns the chat `c1` after a first answer with a call. */
export function begun(): AgentSessions {
  const sessions = new AgentSessions();
  sessions.ask(request(FIRST));
  sessions.answer('s1', answer('I look.', TOOL_CALL));
  return sessions;
}

/** Returns the chat `c1` after a second answer, which has no call. */
export function answered(): { readonly sessions: AgentSessions; readonly history: readonly AgentMessage[] } {
  const sessions = begun();
  const history = [...FIRST, CALLED, result('call_1', 'port 1')];
  sessions.ask(request(history));
  sessions.answer('s1', answer('It is 1.'));
  return { sessions, history: [...history, says('It is 1.')] };
}

/**
 * Sends a request. If the request belongs to a known session, returns the step and the session's id. Otherwise, returns
 * the kind of the outcome.
 */
export function stepOf(sessions: AgentSessions, messages: readonly AgentMessage[], more = {}): string {
  const { outcome } = sessions.ask(request(messages, more));
  return outcome.kind === 'known' ? `${outcome.step} ${outcome.sessionId}` : outcome.kind;
}
