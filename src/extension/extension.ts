import * as vscode from 'vscode';
import { TRY_AGAIN } from '../adapters/models/fallbackWords.ts';
import { WorkerTextSearch } from '../adapters/search/workerTextSearch.ts';
import { registerAgentProvider } from './agent/agentProvider.ts';
import { AgentSessions } from './agent/agentSessions.ts';
import { notify, askAboutAddress } from './asking/ask.ts';
import type { LongthreadApi } from './api/api.ts';
import { createApi } from './api/createApi.ts';
import { SessionApprovals } from './approvals/sessionApprovals.ts';
import { approvalCommands } from './commands/approvalCommands.ts';
import { ChatView } from './chat/chatView.ts';
import { PendingTokens } from './sessions/pendingTokens.ts';
import { chatCommands } from './commands/chatCommands.ts';
import { registerCommands } from './commands/command.ts';
import { askInAgent } from './agent/tellInAgent.ts';
import { ClaudeCodeHere } from './claudeCode/claudeCodeHere.ts';
import { ClaudeCodeSessions } from './claudeCode/claudeCodeSessions.ts';
import { compactionCommands } from './commands/compactionCommands.ts';
import { memoryCommands } from './commands/memoryCommands.ts';
import { messageCommands } from './commands/messageCommands.ts';
import { secretCommands } from './commands/secretCommands.ts';
import { ruleCommands } from './commands/ruleCommands.ts';
import { modelCommands } from './commands/modelCommands.ts';
import { sessionCommands } from './commands/sessionCommands.ts';
import { viewCommands, type Views } from './commands/viewCommands.ts';
import { followContextKeys } from './contextKeys.ts';
import { registerKeptContent } from './hands/openDiff.ts';
import { SessionFiles } from './hands/sessionFiles.ts';
import { McpHere } from './mcp/mcpHere.ts';
import { WorkspaceMemories } from './memories/workspaceMemories.ts';
import { WorkspaceRecalls } from './memories/workspaceRecalls.ts';
import { AgreedAddresses } from './models/agreedAddresses.ts';
import { ApiKeys } from './models/apiKeys.ts';
import { KnownWindows } from './models/knownWindows.ts';
import { ModelSource } from './models/modelSource.ts';
import { EditorObservations } from './observations/editorObservations.ts';
import { OtherAgentSessions } from './otherAgents/otherAgentSessions.ts';
import { PanelView } from './panel/panelView.ts';
import { registerParticipant } from './participant/participant.ts';
import type { SetupParts } from './setup/setupParts.ts';
import type { Parts } from './parts.ts';
import { createServices, type Services } from './services.ts';
import { ActingSession } from './sessions/actingSession.ts';
import { SessionHost } from './sessions/sessionHost.ts';
import { LiveSettings, SettingsProblems } from './settings/liveSettings.ts';
import { conversationSetup } from './setup/conversationSetup.ts';
import { Instructions } from './setup/instructions.ts';
import { stagesByCommit } from './stages/commitStages.ts';
import { StatusBar } from './statusBar/statusBar.ts';
import { StrategyRegistry } from './strategyRegistry.ts';
import { CommandRuns } from './terminal/commandRuns.ts';
import { runAsTask } from './terminal/shellTask.ts';
import { runInTerminal } from './terminal/shellTerminal.ts';
import { editorTools } from './tools/editorTools.ts';

let running: Parts | undefined;

/**
 * Creates and connects the parts, and registers views and commands. Reads no sessions, starts no workers, and loads
 * neither token ranks nor SDKs of models: all this is done later, when it is needed.
 */
export function activate(context: vscode.ExtensionContext): LongthreadApi {
  const services = createServices(context);
  const parts = createParts(services);
  running = parts;
  const { logger } = services;
  const views = openViews(parts);
  const shown = viewCommands(parts, views);
  const compacting = compactionCommands(parts);
  const commands = {
    ...sessionCommands(parts),
    ...modelCommands(parts),
    ...compacting,
    ...messageCommands(parts),
    ...secretCommands(parts),
    ...ruleCommands(parts),
    ...memoryCommands(parts),
    ...approvalCommands(parts),
    ...shown,
    ...chatCommands({ ...compacting, ...shown }, parts),
  };
  const { settings, sessions, acting, observations, instructions, approvals, files } = parts;
  context.subscriptions.push(
    settings,
    observations,
    acting,
    instructions,
    approvals,
    files,
    registerKeptContent(files),
    sessions.onDidChange((session) => files.keepOnly(session?.id)),
    registerCommands(commands, logger),
    ...[views.chat, views.panel, new StatusBar(parts)],
    followSettings(parts),
    followContextKeys(parts),
    stagesByCommit({ sessions, settings, logger }),
    editorTools(
      {
        ...parts,
        session: () => acting.current,
        asker: (input) => parts.agentSessions.askerOfRecall(input),
      },
      vscode.lm,
    ),
    registerAgentProvider(parts),
    registerParticipant(parts, vscode.chat),
    askInAgent(parts),
    parts.claudeCode,
    parts.mcp,
    parts.otherAgents,
  );
  return createApi(parts, context.subscriptions);
}

/** Closes the open sessions, so that another window can write them immediately. All messages are already on disk. */
export async function deactivate(): Promise<void> {
  const parts = running;
  running = undefined;
  if (parts === undefined) return;
  await Promise.all([parts.sessions.close(), parts.agentSessions.close()]);
  await Promise.all([parts.services.counter.close(), parts.textSearch.close()]);
}

/** Creates all parts except the views. */
function createParts(services: Services): Parts {
  const { context, logger, clock, redactor, workerPath } = services;
  const settings = new LiveSettings(context.globalState);
  const keys = new ApiKeys(context.secrets);
  const models: ModelSource = new ModelSource({
    keys,
    logger,
    settings: () => settings.current,
    windows: new KnownWindows(context.globalState),
    addresses: new AgreedAddresses({
      state: context.globalState,
      remoteName: vscode.env.remoteName,
      ask: askAboutAddress,
      onAgreed: () => void models.refresh(),
    }),
    tellLoss: (sentence) =>
      void notify(sentence, TRY_AGAIN).then((pressed) =>
        pressed === TRY_AGAIN ? models.askAnew() : undefined,
      ),
  });
  const memories = new WorkspaceMemories({
    store: services.memories,
    redactor: services.redactor,
    clock,
    state: context.workspaceState,
    workspace: () => services.workspace() ?? '',
  });
  const setup: SetupParts = {
    services,
    settings,
    models,
    strategies: new StrategyRegistry(),
    memories,
    approvals: new SessionApprovals(context.workspaceState, memories, (sentence) => void notify(sentence)),
    runs: new CommandRuns({ runInTerminal, runAsTask }),
    recalls: new WorkspaceRecalls(context.workspaceState),
    observations: new EditorObservations({ clock, redactor, settings: () => settings.current }),
    instructions: new Instructions(logger),
    textSearch: new WorkerTextSearch({ script: { path: workerPath('searchWorker.cjs') } }),
    files: new SessionFiles(services),
  };
  const claudeCode = new ClaudeCodeHere(services);
  const claudeCodeSessions = new ClaudeCodeSessions(claudeCode.home, setup);
  const otherAgents = new OtherAgentSessions(setup, claudeCode.home);
  const sessions = new SessionHost(services, conversationSetup(setup), [claudeCodeSessions, otherAgents]);
  const agentSessions = new AgentSessions(setup, (id) => sessions.closeIfShown(id));
  const acting = new ActingSession(sessions, agentSessions);
  const mcp = new McpHere(services);
  return {
    ...setup,
    keys,
    sessions,
    agentSessions,
    acting,
    claudeCode,
    mcp,
    otherAgents,
    pending: new PendingTokens(),
  };
}

/** Creates the chat and the panel. The chat can show a compaction in the panel, and the panel a message in the chat. */
function openViews(parts: Parts): Views {
  const chat: ChatView = new ChatView({
    ...parts,
    showCompaction: (id) => panel.open(id),
  });
  const panel = new PanelView({ ...parts, showMessage: (id) => chat.showMessage(id) });
  return { chat, panel };
}

/** Soon after activation and whenever the settings change, reports problems of the settings and loads the models. */
function followSettings({ services, settings, models, sessions }: Parts): vscode.Disposable {
  const problems = new SettingsProblems(services.logger, services.context.globalState);
  const refresh = (): void => {
    problems.report(settings.current);
    void models.refresh();
  };
  const first = setTimeout(refresh);
  return vscode.Disposable.from(
    settings.onDidChange(refresh),
    models.onDidChange(() => sessions.current?.conversation.compactor.modelChanged()),
    new vscode.Disposable(() => clearTimeout(first)),
  );
}
