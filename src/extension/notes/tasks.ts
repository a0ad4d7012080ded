import * as vscode from 'vscode';
import type { Note } from './editorNotes.ts';

/** Notes how tasks ended; those of the test group are test runs. */
export function noteTasks(note: Note): vscode.Disposable {
  return vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    const { name, group } = execution.task;
    const isTest = group === vscode.TaskGroup.Test || /\btests?\b/i.test(name);
    const outcome = exitCode === undefined ? 'was ended' : `ended with exit code ${exitCode}`;
    note(isTest ? 'test' : 'task', name, `${isTest ? 'test run' : 'task'} “${name}” ${outcome}`);
  });
}
