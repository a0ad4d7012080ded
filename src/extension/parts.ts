import type { AgentSessions } from './agent/agentSessions.ts';
import type { ClaudeCodeHere } from './claudeCode/claudeCodeHere.ts';
import type { McpHere } from './mcp/mcpHere.ts';
import type { OtherAgentSessions } from './otherAgents/otherAgentSessions.ts';
import type { PendingTokens } from './sessions/pendingTokens.ts';
import type { ApiKeys } from './models/apiKeys.ts';
import type { ActingSession } from './sessions/actingSession.ts';
import type { SessionHost } from './sessions/sessionHost.ts';
import type { SetupParts } from './setup/setupParts.ts';

/** The parts of the extension that commands, views and the exported API use. */
export interface Parts extends SetupParts {
  readonly keys: ApiKeys;
  readonly sessions: SessionHost;
  readonly agentSessions: AgentSessions;
  /** The session that the gauge, the panel and the commands act on. */
  readonly acting: ActingSession;
  readonly claudeCode: ClaudeCodeHere;
  readonly mcp: McpHere;
  readonly otherAgents: OtherAgentSessions;
  readonly pending: PendingTokens;
}

/** The parts that every view uses. */
export type ViewParts = Pick<
  Parts,
  | ('services' | 'sessions' | 'agentSessions' | 'acting' | 'models' | 'settings')
  | ('otherAgents' | 'strategies' | 'memories' | 'pending' | 'approvals' | 'files' | 'observations')
>;
