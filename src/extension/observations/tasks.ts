import * as vscode from 'vscode';
import type { Observe } from './editorObservations.ts';

/** Notes how tasks ended; those of the test group are test runs. */
export function observeTasks(observe: Observe): vscode.Disposable {
  return vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    const { name, group } = execution.task;
    const isTest = group === vscode.TaskGroup.Test || /\btests?\b/i.test(name);
    const outcome = exitCode === undefined ? 'was ended' : `ended with exit code ${exitCode}`;
    observe(isTest ? 'test' : 'task', name, `${isTest ? 'test run' : 'task'} “${name}” ${outcome}`);
  });
}
