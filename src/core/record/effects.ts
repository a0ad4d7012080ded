import { textOf, type ToolMessage } from '../log/message.ts';
import type { FileChange } from '../tools/fileChange.ts';
import { isGitCommit } from '../tools/gitCommand.ts';
import { restorationsIn, type Restoration } from '../tools/gitRestore.ts';
import { saysNoEffect } from '../tools/noEffect.ts';
import type { ToolUse } from '../tools/readCall.ts';
import { changedBeforeLast } from '../tools/shellFiles.ts';
import { effectiveCommands } from '../tools/shellScript.ts';

/** Returns the changes that a call made, judging by its result. A failed call has changes only if it is a script. */
export function changesMade(
  message: ToolMessage,
  { script, changes }: ToolUse,
  isFailure: boolean,
): readonly FileChange[] {
  if (!isFailure) return changes;
  return script === undefined || saysNoEffect(textOf(message)) ? [] : changedBeforeLast(script, changes);
}

const PATH = /(?:^|[\s"'`(])((?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[^\s"'`:]*\.\w+)/u;
const LONGEST_SHORT_RESULT = 400;

/** Returns the change of an edit whose arguments the transcript lacks, if the edit's short result names the file. */
export function changeNamedIn(
  message: ToolMessage,
  { kind, path, changes }: ToolUse,
): FileChange | undefined {
  const text = textOf(message);
  if ((kind !== 'edit' && kind !== 'write') || path !== undefined || changes.length > 0) return undefined;
  const named = text.length <= LONGEST_SHORT_RESULT ? PATH.exec(text)?.[1] : undefined;
  return named === undefined ? undefined : { path: named, operation: kind, before: '', after: '' };
}

/** Returns whether a call made a commit. */
export function hasCommitted(message: ToolMessage, use: ToolUse, isUncertain: boolean): boolean {
  return commandsDone(message, use, isUncertain).some(isGitCommit);
}

/** Matches the lines in which Git says why it restored nothing. */
const FROM_GIT = /^(?:error: pathspec|fatal:) /mu;

/** Returns what a call restored with Git, before its first commit: right after a commit, no change is left to undo. */
export function restorationsMade(
  message: ToolMessage,
  use: ToolUse,
  isUncertain: boolean,
): readonly Restoration[] {
  const commands = commandsDone(message, use, isUncertain);
  const commit = commands.findIndex(isGitCommit);
  const made = restorationsIn(commands.slice(0, commit < 0 ? undefined : commit));
  return made.length > 0 && FROM_GIT.test(textOf(message)) ? [] : made;
}

/**
 * Returns the commands of a script, without the last one if the script failed or has not ended (`isUncertain`): this
 * command may have failed.
 */
function commandsDone(message: ToolMessage, { script }: ToolUse, isUncertain: boolean): readonly string[] {
  if (script === undefined || (isUncertain && saysNoEffect(textOf(message)))) return [];
  const { commands } = script;
  return isUncertain
    ? commands.slice(0, commands.lastIndexOf(effectiveCommands(script).at(-1) ?? ''))
    : commands;
}
