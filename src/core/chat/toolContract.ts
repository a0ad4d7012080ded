import type { CancelSignal } from '../cancellation.ts';
import type { ToolSchema } from '../ports.ts';
import { fillCall } from '../log/fillMarks.ts';
import type { ToolCallPart, ToolMessage } from '../log/message.ts';
import type { SecretValues } from '../log/secretNumbers.ts';
import { INTERRUPTED, NOT_BEGUN } from '../tools/noEffect.ts';
import { messageOf } from '../text/messageOf.ts';

/** A tool's result. The log keeps the whole text, even if the model gets an excerpt. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly exitCode?: number;
}

export interface Tool {
  readonly schema: ToolSchema;
  /** Whether the tool changes nothing; calls of such tools run in parallel. */
  readonly isReadOnly: boolean;
  /** Whether a cancelled call is still awaited: it ends soon by itself, and its changes must be reported. */
  readonly isAwaitedWhenCancelled?: boolean;
  /** Whether the tool receives marks in place of secrets. If it needs the secrets, it unmasks them itself. */
  readonly takesMarks?: boolean;
  /** Whether a call asks the person. Such a call ends the turn, and has no result until the person answers. */
  readonly asksPerson?: true;
  /**
   * Runs the tool. `args` is any JSON object, which the tool must check. A thrown error becomes an error result for the
   * model.
   */
  run(args: unknown, signal: CancelSignal, callId?: string): Promise<ToolOutcome>;
}

/** The tools and secret values that a call may use, and whether the model's answer with the call was cut off. */
interface CallContext {
  readonly tools: readonly Tool[];
  readonly secrets: SecretValues;
  /** Whether the answer reached its output limit. Then arguments that can't be parsed count as cut off. */
  readonly isCutOff?: boolean;
}

/** The result of a call that was cut off by the output limit. The same call would be cut off again. */
export const CUT_OFF =
  'The answer reached its output limit in the middle of this call, so it did not run. Write less in one call: use several calls, or write a part of the file at a time.';

/**
 * Runs one call and returns its result. Never rejects: an unknown tool, arguments that are not a JSON object, an
 * unknown mark and a failing tool become error results, which the model can act on. Unmasks secrets in the arguments,
 * unless the tool has `takesMarks`. If the call is cancelled, returns without waiting for the tool, unless the tool has
 * `isAwaitedWhenCancelled`.
 */
export async function runToolCall(
  call: ToolCallPart,
  { tools, secrets, isCutOff = false }: CallContext,
  signal: CancelSignal,
): Promise<ToolMessage> {
  const tool = tools.find(({ schema }) => schema.name === call.name);
  if (tool === undefined) return errorResult(call, unknownTool(call.name, tools));
  const args = parseArguments(call.arguments);
  if (!args.isObject) return errorResult(call, isCutOff ? CUT_OFF : args.problem);
  const filled =
    tool.takesMarks === true
      ? ({ isFilled: true, value: args.value } as const)
      : fillCall(call.name, args.value, secrets);
  if (!filled.isFilled) return errorResult(call, filled.problem);
  if (signal.aborted) return notBegunResult(call);
  const work = outcomeOf(tool, { args: filled.value, callId: call.callId }, signal);
  const outcome = await (tool.isAwaitedWhenCancelled === true ? work : firstOf(work, signal));
  return outcome === undefined ? errorResult(call, INTERRUPTED) : toolMessage(call, outcome);
}

export function notBegunResult(call: ToolCallPart): ToolMessage {
  return errorResult(call, NOT_BEGUN);
}

function errorResult(call: ToolCallPart, text: string): ToolMessage {
  return toolMessage(call, { text, isError: true });
}

function toolMessage({ callId, name }: ToolCallPart, { text, isError, exitCode }: ToolOutcome): ToolMessage {
  return {
    role: 'tool',
    callId,
    toolName: name,
    parts: [{ type: 'text', text }],
    ...(isError && { isError }),
    ...(exitCode !== undefined && { exitCode }),
  };
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map(({ schema }) => schema.name).join(', ');
  return `There is no tool “${name}”. ${names === '' ? 'No tools are available.' : `Available: ${names}.`}`;
}

type ParsedArguments =
  | { readonly isObject: true; readonly value: unknown }
  | { readonly isObject: false; readonly problem: string };

/** Parses arguments; an empty text counts as no arguments. */
function parseArguments(written: string): ParsedArguments {
  if (written.trim() === '') return { isObject: true, value: {} };
  try {
    const value: unknown = JSON.parse(written);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { isObject, value } : notAnObject('they are JSON, but not an object');
  } catch (error) {
    return notAnObject(messageOf(error));
  }
}

function notAnObject(why: string): ParsedArguments {
  const problem = `The arguments could not be read: ${why}. Call again with one JSON object.`;
  return { isObject: false, problem };
}

async function outcomeOf(
  tool: Tool,
  { args, callId }: { readonly args: unknown; readonly callId: string },
  signal: CancelSignal,
): Promise<ToolOutcome> {
  try {
    return await tool.run(args, signal, callId);
  } catch (error) {
    return { text: `${tool.schema.name} failed: ${messageOf(error)}`, isError: true };
  }
}

/** Returns the outcome, or undefined when the signal fires first. */
async function firstOf(work: Promise<ToolOutcome>, signal: CancelSignal): Promise<ToolOutcome | undefined> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    // The signal may have fired before this point.
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  const first = await Promise.race([work, stopped]);
  signal.removeEventListener('abort', stop);
  return signal.aborted ? undefined : first;
}
