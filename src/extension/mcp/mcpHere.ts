import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { AgentLauncher, shellWord, type LaunchedCommand } from '../../adapters/mcp/agentLauncher.ts';
import { codexFolder, piFolder } from '../../adapters/otherAgents/agentFolders.ts';
import { CodexHooks } from '../../adapters/otherAgents/codexHooks.ts';
import { PiExtension } from '../../adapters/otherAgents/piExtension.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { choose, confirm, notify } from '../asking/ask.ts';
import { waitFor } from '../asking/waitFor.ts';
import { programHere, programPathHere } from '../claudeCode/programsHere.ts';
import type { AskingPorts } from './addToAgent.ts';
import type { UseInCodexPorts } from './useInCodex.ts';
import type { UseInPiPorts } from './useInPi.ts';
import type { Services } from '../services.ts';
import type { GiveRecallPorts, RecallAgent } from './giveRecall.ts';

const asking: AskingPorts = {
  confirm: ({ sentence, detail, action }) => confirm(sentence, detail, action),
  tell: (sentence) => void notify(sentence),
};

const GIVEN_KEY = 'longthread.recallGivenTo';
const PROVIDER_ID = 'longthread.sessions';

/**
 * Offers Longthread to other agents. The editor's agent gets the definition of the MCP server. Other agents run
 * scripts, called launchers: one launcher starts the MCP server, and Codex's hook runs the other. For pi, there is also
 * an extension. The constructor rewrites installed launchers and an installed extension if they differ from those of
 * this version.
 */
export class McpHere implements vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #launcher: AgentLauncher;
  readonly #codexLauncher: AgentLauncher;
  readonly #piExtension: PiExtension;
  readonly #provider: vscode.Disposable;

  constructor(services: Services) {
    this.#services = services;
    const launcherOf = (command: LaunchedCommand): AgentLauncher =>
      new AgentLauncher({
        command,
        storage: services.context.globalStorageUri.fsPath,
        program: process.execPath,
        commandLine: services.workerPath('cli.js'),
        isWindows: process.platform === 'win32',
      });
    this.#launcher = launcherOf('mcp');
    this.#codexLauncher = launcherOf('codex-notes');
    this.#piExtension = new PiExtension({
      folder: piFolder(process.env, homedir()),
      bundle: services.workerPath('pi/longthread.js'),
      program: process.execPath,
    });
    this.#provider = vscode.lm.registerMcpServerDefinitionProvider(PROVIDER_ID, {
      onDidChangeMcpServerDefinitions: this.#changed.event,
      provideMcpServerDefinitions: () => this.#definitions(),
    });
    this.#updateIfChanged();
  }

  get ports(): GiveRecallPorts {
    const { globalState } = this.#services.context;
    return {
      programs: { claudeCode: programHere('claudeCode'), codex: programHere('codex'), pi: programHere('pi') },
      launcher: this.#launcher,
      given: () => this.#given(),
      keepGiven: async (agents) => {
        await globalState.update(GIVEN_KEY, agents);
        this.#changed.fire();
      },
      choose: (choices) => choose(choices, 'In which agent should recall be set up or removed?'),
      ...asking,
      copy: async (text) => vscode.env.clipboard.writeText(text),
      waitFor,
    };
  }

  get codexPorts(): UseInCodexPorts {
    const folder = codexFolder(process.env, homedir());
    const { path } = this.#codexLauncher;
    return {
      hooks: new CodexHooks(folder, process.platform === 'win32' ? `"${path}"` : shellWord(path)),
      launcher: this.#codexLauncher,
      isHere: programPathHere('codex') !== undefined || existsSync(folder),
      ...asking,
    };
  }

  get piPorts(): UseInPiPorts {
    const isHere = programPathHere('pi') !== undefined || existsSync(piFolder(process.env, homedir()));
    return { extension: this.#piExtension, isHere, ...asking };
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }

  #given(): readonly RecallAgent[] {
    return this.#services.context.globalState.get<readonly RecallAgent[]>(GIVEN_KEY) ?? [];
  }

  /**
   * Returns a list with the server's definition. The list is empty if the person did not give recall to the editor's
   * agent, if no folder is open, or if the workspace's first folder is not local.
   */
  #definitions(): vscode.McpStdioServerDefinition[] {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder?.uri.scheme !== 'file' || !this.#given().includes('editor')) return [];
    const { context } = this.#services;
    const { version } = context.extension.packageJSON as { version: string };
    const args = ['mcp', '--storage', context.globalStorageUri.fsPath, '--workspace', folder.uri.fsPath];
    const script = this.#services.workerPath('cli.js');
    const env = { ELECTRON_RUN_AS_NODE: '1' };
    const definition = new vscode.McpStdioServerDefinition(
      'Longthread',
      process.execPath,
      [script, ...args],
      env,
      version,
    );
    definition.cwd = folder.uri;
    return [definition];
  }

  #updateIfChanged(): void {
    const { logger } = this.#services;
    const installed = [
      ['the launcher of the recall server', this.#launcher],
      ['the launcher of the Codex hook', this.#codexLauncher],
      ['the pi extension', this.#piExtension],
    ] as const;
    for (const [what, each] of installed)
      try {
        if (each.updateIfChanged()) logger.info(`updated ${what} for this version of Longthread`);
      } catch (error) {
        logger.error(`could not update ${what}: ${messageOf(error)}`, error);
      }
  }
}
