import * as vscode from 'vscode';
import { notifyError } from '../asking/ask.ts';
import type { Logger } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/**
 * Commands by name, without the prefix `longthread.`. Each command checks its arguments: they come from menus,
 * keybindings and other extensions.
 */
export type Commands = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Registers commands. If a command fails, shows and logs the error's message. Ignores a CancellationError. */
export function registerCommands(commands: Commands, logger: Logger): vscode.Disposable {
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`longthread.${name}`, async (...args: readonly unknown[]) => {
      try {
        return await run(...args);
      } catch (error) {
        reportFailure(name, error, logger);
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...registered);
}

function reportFailure(name: string, error: unknown, logger: Logger): void {
  if (error instanceof vscode.CancellationError) return;
  const sentence = messageOf(error);
  logger.error(`${name}: ${sentence}`, error);
  void notifyError(sentence);
}
