import type { CancelSignal } from '../cancellation.ts';
import type { ChatDelta, ChatError, ChatModel, ChatRequest } from '../ports.ts';
import {
  toolCallsOf,
  type AssistantMessage,
  type ToolCallPart,
  type ToolMessage,
  type Usage,
} from '../log/message.ts';
import { askModel, type Answer } from '../model/answer.ts';
import { DEFAULT_RETRIES, retryDelayMs, type RetryPolicy } from '../model/retry.ts';
import { interruptedResult, runToolCall, type Tool } from './toolContract.ts';

/** What the session's owner made for the next request, or one sentence why there can be none. */
export type PreparedRequest =
  | {
      readonly kind: 'ready';
      readonly model: ChatModel;
      readonly request: ChatRequest;
      /** Of the usable window, as it was counted: 0 to 1. */
      readonly windowShare: number;
    }
  | { readonly kind: 'refused'; readonly sentence: string };

/** The session as a turn sees it. */
export interface TurnPorts {
  readonly tools: readonly Tool[];
  /** Before each request: projects the log, checks the budget, names the model. */
  prepareRequest(): Promise<PreparedRequest>;
  /** Resolves when the message is durable. */
  append(message: AssistantMessage | ToolMessage): Promise<unknown>;
  /** A request goes to this model now; nothing of its answer is there. */
  onAsk(model: ChatModel): void;
  onDelta(delta: ChatDelta): void;
  /** After each complete answer was appended: this is where a compaction is considered. */
  onAnswer(usage: Usage | undefined): Promise<void>;
  /** The model refused a request as too long: compacts at once; false when nothing could be gained. */
  onOverflow(): Promise<boolean>;
  /** Asking again after `error` in `delayMs`; what was streamed of the failed try is void. */
  onRetry(error: ChatError, delayMs: number): void;
  /** Resolves after `ms`, or early when cancelled. */
  sleep(ms: number, signal: CancelSignal): Promise<void>;
  newCallId(): string;
}

export interface TurnLimits {
  /** Most requests of one turn. */
  readonly steps: number;
  readonly retries: RetryPolicy;
}

export const DEFAULT_LIMITS: TurnLimits = { steps: 50, retries: DEFAULT_RETRIES };

export type TurnEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'stepLimit'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: ChatError };

/**
 * One turn after a user message: asks the model, runs the tools it calls, appends both, and goes on until it calls none.
 * At every end each call in the log has its result. Rejects only when a port does (a log that can't be written).
 */
export async function runTurn(
  ports: TurnPorts,
  signal: CancelSignal,
  limits: TurnLimits = DEFAULT_LIMITS,
): Promise<TurnEnd> {
  for (let step = 0; step < limits.steps; step++) {
    const answer = await askPatiently(ports, signal, limits.retries);
    if ('kind' in answer) return answer;
    const calls = await keep(answer, ports);
    if (answer.error !== undefined) return endWith(answer.error, calls, ports);
    await ports.onAnswer(answer.message?.usage);
    if (calls.length === 0) return { kind: 'answered' };
    await runCalls(calls, ports, signal);
    if (signal.aborted) return { kind: 'stopped' };
  }
  return { kind: 'stepLimit', sentence: stepLimitSentence(limits.steps) };
}

function stepLimitSentence(steps: number): string {
  return `Stopped after ${String(steps)} steps. Send a message to let it go on, or raise the limit in the settings.`;
}

/** Asks until there is an answer, or an error that asking again won't mend. Partial text is an answer: it is never thrown away. */
async function askPatiently(
  ports: TurnPorts,
  signal: CancelSignal,
  policy: RetryPolicy,
): Promise<Answer | TurnEnd> {
  let hasCompacted = false;
  for (let attempt = 0; ;) {
    if (signal.aborted) return { kind: 'stopped' };
    const prepared = await ports.prepareRequest();
    if (prepared.kind === 'refused') return prepared;
    if (isCancelled(signal)) return { kind: 'stopped' };
    ports.onAsk(prepared.model);
    const answer = await askModel(prepared.model, prepared.request, ports, signal);
    const { error, message } = answer;
    if (error === undefined || message !== undefined) return answer;
    if (isTooLong(error, prepared.windowShare)) {
      if (hasCompacted || !(await ports.onOverflow())) return answer;
      hasCompacted = true;
      continue;
    }
    const delayMs = retryDelayMs(error, attempt++, policy);
    if (delayMs === undefined) return answer;
    ports.onRetry(error, delayMs);
    await ports.sleep(delayMs, signal);
  }
}

/** Above this share of the window a refusal of the request itself is taken for one of its length. */
const NEARLY_FULL = 0.9;
/** Bad request, content too large, unprocessable: refusals of what was sent, not of who sent it or when. */
const REQUEST_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** Whether a shorter request may pass: no provider has the same words for it, and new ones come up. */
function isTooLong({ reason, status }: ChatError, windowShare: number): boolean {
  if (reason === 'contextOverflow') return true;
  return reason === 'badRequest' && REQUEST_STATUSES.has(status) && windowShare > NEARLY_FULL;
}

/** Asked through a function, since the signal may fire during an await, which the compiler doesn't know. */
function isCancelled(signal: CancelSignal): boolean {
  return signal.aborted;
}

/** Appends what came of the answer and gives its calls. */
async function keep({ message }: Answer, ports: TurnPorts): Promise<readonly ToolCallPart[]> {
  if (message === undefined) return [];
  await ports.append(message);
  return toolCallsOf(message);
}

/** The calls of an answer that broke off are not run: their arguments may be half. */
async function endWith(error: ChatError, calls: readonly ToolCallPart[], ports: TurnPorts): Promise<TurnEnd> {
  for (const call of calls) await ports.append(interruptedResult(call));
  return error.reason === 'cancelled' ? { kind: 'stopped' } : { kind: 'failed', error };
}

/** Runs the calls and appends their results in the order of the calls; neighbours that only read run side by side. */
async function runCalls(
  calls: readonly ToolCallPart[],
  ports: TurnPorts,
  signal: CancelSignal,
): Promise<void> {
  for (const batch of batchesOf(calls, ports.tools)) {
    const results = await Promise.all(batch.map((call) => runToolCall(call, ports.tools, signal)));
    for (const result of results) await ports.append(result);
  }
}

function batchesOf(
  calls: readonly ToolCallPart[],
  tools: readonly Tool[],
): readonly (readonly ToolCallPart[])[] {
  const readOnly = new Set(tools.filter((tool) => tool.isReadOnly).map((tool) => tool.schema.name));
  const batches: ToolCallPart[][] = [];
  let previous: ToolCallPart | undefined;
  for (const call of calls) {
    const joins = previous !== undefined && readOnly.has(previous.name) && readOnly.has(call.name);
    if (joins) batches.at(-1)?.push(call);
    else batches.push([call]);
    previous = call;
  }
  return batches;
}
