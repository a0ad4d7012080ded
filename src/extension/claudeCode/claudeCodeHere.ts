import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { claudeProgram, findClaude, type ClaudeProgram } from '../../adapters/claudeCode/claudeProgram.ts';
import { PluginHome } from '../../adapters/claudeCode/pluginHome.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { confirm } from '../commands/ask.ts';
import { waitFor } from '../commands/waitFor.ts';
import type { Parts } from '../parts.ts';
import type { Services } from '../services.ts';
import type { ClaudeCodePorts } from './useInClaudeCode.ts';

const CLAUDE_EXTENSION = 'anthropic.claude-code';

export function pluginHomeOf({ context }: Services): PluginHome {
  const { version } = context.extension.packageJSON as { version: string };
  const folder = join(context.globalStorageUri.fsPath, 'claudeCode');
  return new PluginHome(folder, { extension: context.extensionPath, version });
}

/** Undefined where Claude Code is not found on this machine. */
export function claudeHere(): ClaudeProgram | undefined {
  const path = findClaude({
    env: process.env,
    home: homedir(),
    isWindows: process.platform === 'win32',
    extension: vscode.extensions.getExtension(CLAUDE_EXTENSION)?.extensionPath,
  });
  return path === undefined ? undefined : claudeProgram(path, { folder: homedir(), env: process.env });
}

/** Brings the copy of the plugin up to this version of the extension, where the person had it installed; where not, one look for a file is all. */
export function keepPluginUp(services: Services): vscode.Disposable {
  const timer = setTimeout(() => void broughtUp(services));
  return new vscode.Disposable(() => {
    clearTimeout(timer);
  });
}

async function broughtUp(services: Services): Promise<void> {
  try {
    if (await pluginHomeOf(services).keepUp())
      services.logger.info('the plugin in Claude Code is of this version now');
  } catch (error) {
    services.logger.error(`the plugin in Claude Code could not be updated: ${messageOf(error)}`);
  }
}

export function claudeCodePorts({ services }: Parts): ClaudeCodePorts {
  return {
    program: claudeHere(),
    home: pluginHomeOf(services),
    confirm: ({ sentence, detail, action }) => confirm(sentence, detail, action),
    tell: (sentence) => void vscode.window.showInformationMessage(sentence),
    waitFor,
  };
}
