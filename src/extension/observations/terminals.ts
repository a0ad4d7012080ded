import * as vscode from 'vscode';
import type { Observe } from './editorObservations.ts';

const TEST_COMMAND = /\b(?:test|tests|vitest|jest|mocha|pytest|rspec|phpunit|ctest)\b/i;

/**
 * Notes commands that ended in a terminal, where the person turned that on and the shell tells the editor of them. Their
 * output is not read.
 */
export function observeTerminals(observe: Observe, isOn: () => boolean): vscode.Disposable {
  return vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
    const command = execution.commandLine.value.trim();
    if (!isOn() || command === '' || exitCode === undefined) return;
    const source = TEST_COMMAND.test(command) ? 'test' : 'terminal';
    observe(source, command, `\`${command}\` ended with exit code ${exitCode}`);
  });
}
