import * as vscode from 'vscode';
import type { Parts } from '../parts.ts';
import type { Commands } from './command.ts';

export function viewCommands({ services }: Parts): Commands {
  return {
    openLog: () => {
      services.channel.show();
    },
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', '@ext:longthread.longthread'),
    focusChat: () => vscode.commands.executeCommand('longthread.chat.focus'),
  };
}
