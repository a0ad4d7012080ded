import { textOf, type ToolMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import { wasRefused } from '../tools/noEffect.ts';
import type { ToolUse } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
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
  /** The lines of the result that say how the call ended. Empty for a refused call, since the tool did not run. */
  readonly lines: readonly string[];
}

export interface Call {
  readonly id: MessageId;
  readonly use: ToolUse;
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
  const { isFailure, runningId } = outcome;
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
    lines: isRefused ? [] : isFailure ? outcome.errors : outcome.figures,
  };
}

/**
 * Links the calls that read the further output of a running command to the call that started the command, so that the
 * command's end counts as the end of its run.
 */
export class RunningCommands {
  readonly #byId = new Map<string, Call>();

  /** Returns the call whose command a result is about. If another call started the command, omits its changes. */
  callOf(own: Call | undefined): Call | undefined {
    const started = own?.use.runningId === undefined ? undefined : this.#byId.get(own.use.runningId);
    return own && started ? { id: own.id, use: { ...started.use, changes: [] } } : own;
  }

  /** Remembers a command that has not ended, or forgets a command that has. */
  add(own: Call | undefined, about: Call | undefined, run: Run | undefined): void {
    if (about === undefined || run === undefined) return;
    if (run.runningId === undefined) this.#byId.delete(own?.use.runningId ?? '');
    else if (run.runningId !== '') this.#byId.set(run.runningId, about);
  }
}
