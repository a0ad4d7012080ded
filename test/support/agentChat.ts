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

/** Returns the chat after a second answer without a call. */
export function answered(): { readonly sessions: AgentSessions; readonly history: readonly AgentMessage[] } {
  const sessions = begun();
  const history = [...FIRST, CALLED, result('call_1', 'port 1')];
  sessions.ask(request(history));
  sessions.answer('s1', answer('It is 1.'));
  return { sessions, history: [...history, says('It is 1.')] };
}

/**
 * Sends a request. Returns the step and the id of the known session that it belongs to, else the kind of the request.
 */
export function stepOf(sessions: AgentSessions, messages: readonly AgentMessage[], more = {}): string {
  const { outcome } = sessions.ask(request(messages, more));
  return outcome.kind === 'known' ? `${outcome.step} ${outcome.sessionId}` : outcome.kind;
}
