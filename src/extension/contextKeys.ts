import * as vscode from 'vscode';
import type { Parts } from './parts.ts';

/** Keeps the keys by which menus and the palette know what can be done now. */
export function followContextKeys({ sessions, models }: Parts): vscode.Disposable {
  const update = (): void => {
    const session = sessions.current;
    set('hasSession', session !== undefined);
    set('isReadOnly', session?.live.log.isReadOnly === true);
    set('hasModel', models.chatModel !== undefined);
  };
  return vscode.Disposable.from(sessions.onDidChange(update), models.onDidChange(update));
}

function set(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `longthread.${name}`, value);
}
