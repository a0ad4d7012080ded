import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PluginHome } from '../../adapters/claudeCode/pluginHome.ts';
import { sessionsWithoutPlugin } from '../../adapters/claudeCode/sessionsWithoutPlugin.ts';
import { claudeCodeFolder } from '../../adapters/otherAgents/agentFolders.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { formatAge, formatCount } from '../../shared/format.ts';
import { confirm, notify } from '../asking/ask.ts';
import { waitFor } from '../asking/waitFor.ts';
import type { Services } from '../services.ts';
import { WITHOUT_PLUGIN, tellIfWithoutPlugin } from './withoutPluginNotice.ts';
import { programHere } from './programsHere.ts';
import type { ClaudeCodePorts } from './useInClaudeCode.ts';

const TOLD_KEY = 'longthread.claudeCode.unaided';

/**
 * Provides the ports of the command that installs and removes the plugin in Claude Code. While the plugin is installed,
 * also updates it, and tells the person about sessions that run without it.
 */
export class ClaudeCodeHere implements vscode.Disposable {
  readonly #services: Services;
  readonly #firstLook: NodeJS.Timeout;
  readonly #focus: vscode.Disposable;
  readonly home: PluginHome;

  constructor(services: Services) {
    const { context } = services;
    const { version } = context.extension.packageJSON as { version: string };
    const folder = join(context.globalStorageUri.fsPath, 'claudeCode');
    this.home = new PluginHome(folder, { extension: context.extensionPath, version });
    this.#services = services;
    this.#firstLook = setTimeout(() => void this.#look());
    this.#focus = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void this.#look();
    });
  }

  get ports(): ClaudeCodePorts {
    const { clock } = this.#services;
    return {
      program: programHere('claudeCode'),
      home: this.home,
      now: () => clock.now(),
      state: () => this.#state(),
      confirm: ({ sentence, detail, action }) => confirm(sentence, detail, action),
      tell: (sentence) => void notify(sentence),
      waitFor,
    };
  }

  dispose(): void {
    clearTimeout(this.#firstLook);
    this.#focus.dispose();
  }

  /** Updates the installed plugin to this version of the extension, and tells the person if sessions run without it. */
  async #look(): Promise<void> {
    const { logger, context } = this.#services;
    try {
      if (!this.home.isInstalled) return;
      if (await this.home.updateIfChanged()) logger.info('updated the plugin in Claude Code to this version');
      await tellIfWithoutPlugin({
        withoutPlugin: () => this.#withoutPlugin(),
        told: () => context.workspaceState.get<readonly string[]>(TOLD_KEY) ?? [],
        keepTold: async (ids) => context.workspaceState.update(TOLD_KEY, ids.length === 0 ? undefined : ids),
        tell: (sentence) => void notify(sentence),
      });
    } catch (error) {
      logger.error(`the plugin in Claude Code: ${messageOf(error)}`, error);
    }
  }

  async #state(): Promise<string> {
    if ((await this.#withoutPlugin()).length > 0) return WITHOUT_PLUGIN;
    const heartbeats = await this.home.heartbeats();
    if (heartbeats.length === 0) return 'No session has used the plugin yet.';
    const newest = Math.max(...heartbeats.map(({ at }) => at));
    return `The plugin ran in ${formatCount(heartbeats.length, 'session')}, last ${formatAge(newest, this.#services.clock.now())}.`;
  }

  async #withoutPlugin(): Promise<readonly string[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const config = claudeCodeFolder(process.env, homedir());
    const found = folders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => sessionsWithoutPlugin({ home: this.home, config, workspace: uri.fsPath }));
    return (await Promise.all(found)).flat();
  }
}
