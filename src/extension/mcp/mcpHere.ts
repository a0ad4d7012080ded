import * as vscode from 'vscode';
import { McpLauncher } from '../../adapters/mcp/mcpLauncher.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { choose, confirm } from '../asking/ask.ts';
import { waitFor } from '../asking/waitFor.ts';
import { programHere } from '../claudeCode/programsHere.ts';
import type { Services } from '../services.ts';
import type { GiveRecallPorts, RecallAgent } from './giveRecall.ts';

const GIVEN = 'longthread.recallGivenTo';
const ID = 'longthread.sessions';

/** The server for other agents as this window knows it: the editor's own definition of it, and the launcher. */
export class McpHere implements vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #launcher: McpLauncher;
  readonly #provider: vscode.Disposable;

  constructor(services: Services) {
    this.#services = services;
    this.#launcher = new McpLauncher({
      storage: services.context.globalStorageUri.fsPath,
      program: process.execPath,
      commandLine: services.workerPath('cli.js'),
      isWindows: process.platform === 'win32',
    });
    this.#provider = vscode.lm.registerMcpServerDefinitionProvider(ID, {
      onDidChangeMcpServerDefinitions: this.#changed.event,
      provideMcpServerDefinitions: () => this.#definitions(),
    });
    this.#keepUp();
  }

  get ports(): GiveRecallPorts {
    const { globalState } = this.#services.context;
    return {
      programs: { claudeCode: programHere('claudeCode'), codex: programHere('codex') },
      launcher: this.#launcher,
      given: () => this.#given(),
      keepGiven: async (agents) => {
        await globalState.update(GIVEN, agents);
        this.#changed.fire();
      },
      choose: (choices) => choose(choices, 'Which agent should have recall of this workspace’s sessions?'),
      confirm: ({ sentence, detail, action }) => confirm(sentence, detail, action),
      copy: async (text) => vscode.env.clipboard.writeText(text),
      tell: (sentence) => void vscode.window.showInformationMessage(sentence),
      waitFor,
    };
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }

  #given(): readonly RecallAgent[] {
    return this.#services.context.globalState.get<readonly RecallAgent[]>(GIVEN) ?? [];
  }

  /** None before the person gave the editor's agent recall, nor where no folder of this machine is open. */
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

  #keepUp(): void {
    const { logger } = this.#services;
    try {
      if (this.#launcher.keepUp()) logger.info('the launcher for other agents is of this version now');
    } catch (error) {
      logger.error(`the launcher for other agents: ${messageOf(error)}`);
    }
  }
}
