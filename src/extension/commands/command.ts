import * as vscode from 'vscode';
import type { Logger } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/**
 * Commands by their name after `longthread.`. Arguments come from menus and keybindings; each command checks its own.
 */
export type Commands = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Registers commands. Shows an error as its sentence and logs it; ignores a cancellation. */
export function registerCommands(commands: Commands, logger: Logger): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`longthread.${name}`, async (...args: readonly unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        tellFailure(name, error, logger);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

function tellFailure(name: string, error: unknown, logger: Logger): void {
  if (error instanceof vscode.CancellationError) return;
  const sentence = messageOf(error);
  logger.error(`${name}: ${sentence}`, error);
  void vscode.window.showErrorMessage(sentence);
}
