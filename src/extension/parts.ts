import type { WorkerTextSearch } from '../adapters/search/workerTextSearch.ts';
import type { SessionApprovals } from './approvals/sessionApprovals.ts';
import type { AgentSessions } from './agent/agentSessions.ts';
import type { ClaudeCodeHere } from './claudeCode/claudeCodeHere.ts';
import type { PendingTokens } from './chat/pendingTokens.ts';
import type { SessionFiles } from './hands/sessionFiles.ts';
import type { WorkspaceMemories } from './memories/workspaceMemories.ts';
import type { WorkspaceRecalls } from './memories/workspaceRecalls.ts';
import type { ApiKeys } from './models/apiKeys.ts';
import type { ModelSource } from './models/modelSource.ts';
import type { EditorObservations } from './observations/editorObservations.ts';
import type { Services } from './services.ts';
import type { ActingSession } from './sessions/actingSession.ts';
import type { SessionHost } from './sessions/sessionHost.ts';
import type { LiveSettings } from './settings/liveSettings.ts';
import type { CommandRuns } from './terminal/commandRuns.ts';
import type { Instructions } from './setup/instructions.ts';
import type { StrategyRegistry } from './strategyRegistry.ts';

/** What a conversation is set up from. */
export interface SetupParts {
  readonly services: Services;
  readonly settings: LiveSettings;
  readonly models: ModelSource;
  readonly strategies: StrategyRegistry;
  readonly memories: WorkspaceMemories;
  readonly recalls: WorkspaceRecalls;
  readonly observations: EditorObservations;
  readonly instructions: Instructions;
  readonly textSearch: WorkerTextSearch;
  readonly approvals: SessionApprovals;
  readonly files: SessionFiles;
  readonly runs: CommandRuns;
}

/** All parts of the extension, as commands and the exported API use them. */
export interface Parts extends SetupParts {
  readonly keys: ApiKeys;
  readonly sessions: SessionHost;
  readonly agentSessions: AgentSessions;
  /** The session that gauge, panel and commands act on. */
  readonly acting: ActingSession;
  readonly claudeCode: ClaudeCodeHere;
  readonly pending: PendingTokens;
}
