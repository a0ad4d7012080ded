import { textOf, type ToolMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import { saysNoEffect, wasRefused } from '../tools/noEffect.ts';
import type { ToolUse } from '../tools/readCall.ts';
import { readResult, type ToolOutcome } from '../tools/readResult.ts';
import { endsCommand, saysEnded, saysEndedBeforeStop } from '../tools/runningCommand.ts';
import { isErrorMessage } from '../tools/outputLines.ts';
import { losesExitCode, mayHideFailure } from '../tools/shellScript.ts';
import { CHANGES, kindOfTool } from '../tools/toolKind.ts';
import { commandText, type CommandText } from './commandText.ts';

/** A command with its result, or a failed call of another tool. For the latter, `shown` is a query, path or name. */
export interface Run extends CommandText {
  readonly id: MessageId;
  /** The message of the call. */
  readonly callId: MessageId;
  readonly isCommand: boolean;
  readonly isFailure: boolean;
  /** Whether the person refused the call. */
  readonly isRefused: boolean;
  /** The id of a command that had not ended when the result was returned; empty if the result names no id. */
  readonly runningId?: string;
  /**
   * The lines of the result that say how the call ended. If a command may have failed although its exit code is 0, and
   * its output has no counts, these are its error messages. Empty for a refused call, since the tool did not run.
   */
  readonly lines: readonly string[];
  /**
   * Whether the result reports no failure, but its output names errors and has no counts, and the exit code of an
   * earlier command is lost.
   */
  readonly mayHaveFailed?: true;
}

export interface Call {
  readonly id: MessageId;
  readonly use: ToolUse;
  /** The call that started the command, if the result is about a command that an earlier call started. */
  readonly startedBy?: Call;
}

/** Returns the run of a command or a failed call. A question is not a run: the story has its outcome (`said.ts`). */
export function runOf(
  id: MessageId,
  message: ToolMessage,
  call: Call | undefined,
  folder: string | undefined,
): Run | undefined {
  const use = call?.use;
  const kind = use?.kind ?? kindOfTool(message.toolName);
  const outcome = readResult(message, kind);
  const { isFailure } = outcome;
  // A result with further output ends the run only if it says so: some tools return the output alone.
  const isOpen = call?.startedBy !== undefined && !isEnd(message, outcome);
  const runningId = outcome.runningId ?? (isOpen ? use?.runningId : undefined);
  const isCommand = use?.command !== undefined;
  if (kind === 'ask' || (!isCommand && !isFailure)) return undefined;
  const isToolsOwnText = message.isError === true || CHANGES.has(kind);
  const isRefused = isFailure && wasRefused(textOf(message), isToolsOwnText);
  return {
    id,
    callId: call?.id ?? id,
    ...commandText(use?.command ?? use?.query ?? use?.path ?? message.toolName, use?.script, folder),
    ...{ isCommand, isFailure, isRefused },
    ...(runningId === undefined ? {} : { runningId }),
    lines: isRefused ? [] : isFailure ? outcome.errors : linesOfEnded(outcome, use),
    ...(hidesErrors(outcome, use) ? { mayHaveFailed: true } : {}),
  };
}

function linesOfEnded({ figures, errors }: ToolOutcome, use: ToolUse | undefined): readonly string[] {
  if (figures.length > 0 || !errors.some(isErrorMessage)) return figures;
  return use?.script !== undefined && mayHideFailure(use.command ?? '') ? errors.filter(isErrorMessage) : [];
}

function hidesErrors({ isFailure, figures, errors }: ToolOutcome, use: ToolUse | undefined): boolean {
  return !isFailure && figures.length === 0 && errors.length > 0 && losesExitCode(use?.command ?? '');
}

/** Returns whether a run failed, or printed error messages although its exit code does not say that it failed. */
export function showsError({ isFailure, lines }: Run): boolean {
  return isFailure || lines.some(isErrorMessage);
}

function isEnd(message: ToolMessage, { exitCode }: ToolOutcome): boolean {
  return exitCode !== undefined || saysEnded(textOf(message));
}

/**
 * Returns whether a result is about the running command that its call names. Otherwise, the result is only about the
 * call: the call was refused or not made, its tool reported an error, or it stopped the command.
 */
function isAboutCommand(message: ToolMessage): boolean {
  const text = textOf(message);
  if (saysNoEffect(text)) return false;
  if (endsCommand(message.toolName)) return saysEndedBeforeStop(text);
  const outcome = readResult(message, 'shell');
  return message.isError !== true || outcome.runningId !== undefined || isEnd(message, outcome);
}

/**
 * Links the calls that read the further output of a running command to the call that started the command, so that the
 * command's end counts as the end of its run.
 */
export class RunningCommands {
  /** The calls that started the commands. */
  readonly #byId = new Map<string, Call>();

  /**
   * Returns the call of a result. If the result is about a command that an earlier call started, the returned call has
   * the earlier call's command, but not its changes.
   */
  callOf(own: Call | undefined, message: ToolMessage): Call | undefined {
    const runningId = own?.use.runningId;
    const startedBy = runningId === undefined ? undefined : this.#byId.get(runningId);
    if (own === undefined || runningId === undefined || startedBy === undefined) return own;
    if (!isAboutCommand(message)) return own;
    return { id: own.id, use: { ...startedBy.use, changes: [], runningId }, startedBy };
  }

  /** Remembers a command that has not ended, or forgets a command that has. */
  add(call: Call | undefined, run: Run | undefined): void {
    if (call === undefined || run === undefined) return;
    const { use, startedBy } = call;
    if (run.runningId === undefined) {
      if (startedBy !== undefined) this.#byId.delete(use.runningId ?? '');
    } else if (run.runningId !== '') this.#byId.set(run.runningId, startedBy ?? call);
  }
}
