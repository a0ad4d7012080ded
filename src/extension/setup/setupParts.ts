import type { WorkerTextSearch } from '../../adapters/search/workerTextSearch.ts';
import type { SessionApprovals } from '../approvals/sessionApprovals.ts';
import type { SessionFiles } from '../hands/sessionFiles.ts';
import type { WorkspaceMemories } from '../memories/workspaceMemories.ts';
import type { WorkspaceRecalls } from '../memories/workspaceRecalls.ts';
import type { ModelSource } from '../models/modelSource.ts';
import type { EditorObservations } from '../observations/editorObservations.ts';
import type { Services } from '../services.ts';
import type { LiveSettings } from '../settings/liveSettings.ts';
import type { CommandRuns } from '../terminal/commandRuns.ts';
import type { Instructions } from './instructions.ts';
import type { StrategyRegistry } from '../strategyRegistry.ts';

/** The parts from which a conversation's services are created. */
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
