import * as vscode from 'vscode';
import type { Logger } from '../../core/ports.ts';
import type { Settings } from './settings.ts';

/** Tells each problem of the settings once: all in the log, the first in a message with a way to the settings. */
export class SettingsProblems {
  readonly #logger: Logger;
  #told: ReadonlySet<string> = new Set();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  tell({ problems }: Settings): void {
    const fresh = problems.filter((problem) => !this.#told.has(problem));
    this.#told = new Set(problems);
    for (const problem of fresh) this.#logger.warn(problem);
    const [first] = fresh;
    if (first === undefined) return;
    const more = fresh.length === 1 ? '' : ` (and ${fresh.length - 1} more, see the log)`;
    void this.#show(first + more);
  }

  async #show(sentence: string): Promise<void> {
    const open = 'Open Settings';
    const chosen = await vscode.window.showWarningMessage(sentence, open);
    if (chosen === open) await vscode.commands.executeCommand('longthread.openSettings');
  }
}
