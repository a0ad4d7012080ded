import type { CancelSignal } from '../cancellation.ts';
import type { ChatError, ChatModel, ChatRequest } from '../ports.ts';
import {
  toolCallsOf,
  type AssistantMessage,
  type ToolCallPart,
  type ToolMessage,
  type Usage,
} from '../log/message.ts';
import type { SecretValues } from '../log/secretNumbers.ts';
import { askModel, type Answer, type DeltaEvent } from '../model/answer.ts';
import { retryDelayMs } from '../model/retry.ts';
import { MOST_REPEATED, repeatedSentence, RepeatedSteps, withHint } from './repeatedSteps.ts';
import { notBegunResult, runToolCall, type Tool } from './toolContract.ts';

/** The next request, or one sentence that says why there is none. */
export type PreparedRequest =
  | {
      readonly kind: 'ready';
      readonly model: ChatModel;
      readonly request: ChatRequest;
      /** The request's counted share of the usable window: 0 to 1. */
      readonly windowShare: number;
    }
  | Refusal;

/** The reason why no request is sent: no model, too large, an error (e.g. a read-only log), or a used-up budget. */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: 'noModel' | 'tooLarge' | 'notWritten' | 'overBudget';
  readonly sentence: string;
}

/** The ports for asking a model. */
export interface AskPorts {
  /** Returns the next request and its model, or a refusal. Called before each attempt, so the context is up to date. */
  prepareRequest(): Promise<PreparedRequest>;
  /** Compacts the context, because the model refused a request as too long. Returns false if no compaction began. */
  compact(): Promise<boolean>;
  /** Resolves after `ms`, or early when cancelled. */
  sleep(ms: number, signal: CancelSignal): Promise<void>;
  newCallId(): string;
}

/** Services that a turn needs from its session. */
export interface TurnPorts extends AskPorts {
  readonly tools: readonly Tool[];
  readonly secrets: SecretValues;
  /** Appends the messages that the person sent since the last step. Returns whether there were any. */
  appendSteering(): Promise<boolean>;
  /** Returns the number of compactions so far. After a compaction, the model may have to repeat steps. */
  compactions(): number;
}

export type TurnEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'stopped' }
  /** The model asks the person a question. The call stays open until the person answers. */
  | { readonly kind: 'asked' }
  | Refusal
  | { readonly kind: 'stepLimit' | 'repeated'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: ChatError };

/** Events of a turn. The turn only proceeds while its events are read. */
export type TurnEvent =
  /** A request is about to be sent to this model. */
  | { readonly type: 'asking'; readonly model: string }
  | DeltaEvent
  /** The request failed and is retried in `delayMs`; the part of the answer that was streamed is void. */
  | { readonly type: 'retrying'; readonly sentence: string; readonly delayMs: number }
  /** A message to append durably to the log before the turn continues. */
  | { readonly type: 'said'; readonly message: AssistantMessage | ToolMessage }
  /** An answer is complete. The reader of the events may compact now, before the calls run. */
  | { readonly type: 'answered'; readonly usage: Usage | undefined }
  | { readonly type: 'ended'; readonly end: TurnEnd };

/**
 * Runs one turn after a user message: asks the model, runs its tool calls, yields events for both, and repeats until
 * the model calls no tool or the turn must end. The last event says how the turn ended. By then, every call has its
 * result, except for an open question to the person. Throws only if a port throws.
 */
export async function* runTurn(
  ports: TurnPorts,
  signal: CancelSignal,
  mostSteps: number,
): AsyncGenerator<TurnEvent, void> {
  yield { type: 'ended', end: yield* stepsOf(ports, signal, mostSteps) };
}

type Steps<T> = AsyncGenerator<TurnEvent, T>;

async function* stepsOf(ports: TurnPorts, signal: CancelSignal, mostSteps: number): Steps<TurnEnd> {
  const repeated = new RepeatedSteps();
  let compactions = ports.compactions();
  for (let step = 1; ; step++) {
    const answer = yield* askWithRetries(ports, signal);
    if ('kind' in answer) return answer;
    const { message, error } = answer;
    if (message !== undefined) yield { type: 'said', message };
    const calls = message === undefined ? [] : toolCallsOf(message);
    if (error !== undefined) return yield* endWith(error, calls);
    yield { type: 'answered', usage: message?.usage };
    if (calls.length === 0) return { kind: 'answered' };
    if (ports.compactions() !== compactions) repeated.forget();
    compactions = ports.compactions();
    const isCutOff = message?.finish === 'length';
    const { inARow, isAsked } = yield* runCalls(calls, { ...ports, isCutOff, repeated }, signal);
    if (signal.aborted) return { kind: 'stopped' };
    if (await ports.appendSteering()) {
      // The person has intervened, so earlier repetitions no longer count.
      repeated.forget();
      step = 0;
    } else if (isAsked) return { kind: 'asked' };
    else if (inARow >= MOST_REPEATED) return { kind: 'repeated', sentence: repeatedSentence() };
    else if (step >= mostSteps) return { kind: 'stepLimit', sentence: stepLimitSentence(mostSteps) };
  }
}

function stepLimitSentence(steps: number): string {
  return `Stopped after ${String(steps)} steps. Let the model go on, send another message, or raise longthread.maxSteps.`;
}

/** Asks the model, with retries, until it answers or a retry would not help. A partial text counts as an answer. */
export async function* askWithRetries(ports: AskPorts, signal: CancelSignal): Steps<Answer | TurnEnd> {
  let hasCompacted = false;
  for (let attempt = 0; ;) {
    if (signal.aborted) return { kind: 'stopped' };
    const prepared = await ports.prepareRequest();
    if (prepared.kind === 'refused') return prepared;
    if (isCancelled(signal)) return { kind: 'stopped' };
    yield { type: 'asking', model: prepared.model.profile.id };
    const answer = yield* askModel({ ...prepared, newCallId: () => ports.newCallId() }, signal);
    const { error, message } = answer;
    if (error === undefined || message !== undefined) return answer;
    if (isTooLong(error, prepared.windowShare)) {
      if (hasCompacted || !(await ports.compact())) return answer;
      hasCompacted = true;
      continue;
    }
    const delayMs = retryDelayMs(error, attempt++);
    if (delayMs === undefined) return answer;
    yield { type: 'retrying', sentence: error.message, delayMs };
    await ports.sleep(delayMs, signal);
  }
}

/** Above this share of the window, a rejected request is assumed to be too long. */
const NEARLY_FULL = 0.9;
/**
 * HTTP statuses for a fault of the request itself (bad request, content too large, unprocessable), not of the
 * credentials or the rate.
 */
const REQUEST_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/**
 * Returns whether a shorter request may succeed. A rejected request near the limit counts as too long, since providers
 * word this error in many ways.
 */
function isTooLong({ reason, status }: ChatError, windowShare: number): boolean {
  if (reason === 'contextOverflow') return true;
  return reason === 'badRequest' && REQUEST_STATUSES.has(status) && windowShare > NEARLY_FULL;
}

/** Reads the signal through a function, since the compiler assumes that its value stays the same during an await. */
function isCancelled(signal: CancelSignal): boolean {
  return signal.aborted;
}

/**
 * Adds an error as the result of each call in an incomplete answer. The calls do not run, since their arguments may be
 * truncated.
 */
function* endWith(error: ChatError, calls: readonly ToolCallPart[]): Generator<TurnEvent, TurnEnd> {
  for (const call of calls) yield { type: 'said', message: notBegunResult(call) };
  return error.reason === 'cancelled' ? { kind: 'stopped' } : { kind: 'failed', error };
}

/**
 * Runs the calls and yields their results in the order of the calls. Adjacent read-only calls run in parallel.
 * `isAsked` says whether a call asks the person; such a call has no result yet. `inARow` is the number of steps in a
 * row that brought nothing new. If there are several, the last result contains a hint for the model.
 */
async function* runCalls(
  calls: readonly ToolCallPart[],
  ports: TurnPorts & { readonly isCutOff: boolean; readonly repeated: RepeatedSteps },
  signal: CancelSignal,
): Steps<{ readonly isAsked: boolean; readonly inARow: number }> {
  const asking = new Set(ports.tools.filter((tool) => tool.asksPerson).map((tool) => tool.schema.name));
  const done: ToolMessage[] = [];
  let isAsked = false;
  let inARow = 0;
  for (const batch of batchesOf(calls, ports.tools)) {
    const results = await Promise.all(batch.map((call) => runToolCall(call, ports, signal)));
    done.push(...results);
    const isLast = done.length === calls.length;
    if (isLast) inARow = ports.repeated.add(calls, done);
    for (const [at, message] of results.entries()) {
      const isLastResult = isLast && at === results.length - 1;
      const asks = asking.has(message.toolName) && message.isError !== true;
      if (!asks) yield { type: 'said', message: isLastResult ? withHint(message, inARow) : message };
      else if (isAsked) yield { type: 'said', message: secondQuestion(message) };
      isAsked ||= asks;
    }
  }
  return { isAsked, inARow };
}

/** Defers a second question, since the answer to the first question may settle it. */
function secondQuestion(message: ToolMessage): ToolMessage {
  const text =
    'One question at a time: wait for the answer to the other question, then ask this one if it is still open.';
  return { ...message, isError: true, parts: [{ type: 'text', text }] };
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
