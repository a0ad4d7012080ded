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

/** The next request as the session's owner made it, or one sentence why there can be none. */
export type PreparedRequest =
  | {
      readonly kind: 'ready';
      readonly model: ChatModel;
      readonly request: ChatRequest;
      /** The request's counted share of the usable window: 0 to 1. */
      readonly windowShare: number;
    }
  | Refusal;

/**
 * Why no request was sent, in one sentence: there is no model, none would fit, the log can't be written, or a budget is
 * used up.
 */
export interface Refusal {
  readonly kind: 'refused';
  readonly reason: 'noModel' | 'tooLarge' | 'notWritten' | 'overBudget';
  readonly sentence: string;
}

/** The ports for asking a model. */
export interface AskPorts {
  /** Prepares each request: projects the log, checks the budget, names the model. */
  prepareRequest(): Promise<PreparedRequest>;
  /** Compacts at once after the model refused a request as too long; returns false when nothing could be gained. */
  compact(): Promise<boolean>;
  /** Resolves after `ms`, or early when cancelled. */
  sleep(ms: number, signal: CancelSignal): Promise<void>;
  newCallId(): string;
}

/** Services that a turn needs from its session. */
export interface TurnPorts extends AskPorts {
  readonly tools: readonly Tool[];
  readonly secrets: SecretValues;
  /** Appends what the person said since the last step. Returns whether there was anything. */
  hear(): Promise<boolean>;
  /** Returns the number of compactions so far. After one, the model may have to repeat steps. */
  compactions(): number;
}

export type TurnEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'stopped' }
  /** The model asks the person: the call stays open until they answer. */
  | { readonly kind: 'asked' }
  | Refusal
  | { readonly kind: 'stepLimit' | 'repeated'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: ChatError };

/** Events of a turn. The turn only proceeds while its events are read. */
export type TurnEvent =
  /** A request goes to this model now; nothing of its answer is there. */
  | { readonly type: 'asking'; readonly model: string }
  | DeltaEvent
  /** Asking again in `delayMs`; what was streamed of the failed try is void. */
  | { readonly type: 'retrying'; readonly sentence: string; readonly delayMs: number }
  /** To be appended to the log, durably, before the turn goes on. */
  | { readonly type: 'said'; readonly message: AssistantMessage | ToolMessage }
  /** A complete answer was said: this is where a compaction is considered. */
  | { readonly type: 'answered'; readonly usage: Usage | undefined }
  | { readonly type: 'ended'; readonly end: TurnEnd };

/**
 * Runs one turn after a user message: asks the model, runs the tools it calls, yields events for both, and repeats
 * until it calls none. The last event says how the turn ended; every call has its result by then, except a question to
 * the person. Throws only when a port does.
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
    const answer = yield* askPatiently(ports, signal);
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
    if (await ports.hear()) {
      // Whoever says something is there to see to it, and answers what was asked.
      repeated.forget();
      step = 0;
    } else if (isAsked) return { kind: 'asked' };
    else if (inARow >= MOST_REPEATED) return { kind: 'repeated', sentence: repeatedSentence() };
    else if (step >= mostSteps) return { kind: 'stepLimit', sentence: stepLimitSentence(mostSteps) };
  }
}

function stepLimitSentence(steps: number): string {
  return `Stopped after ${String(steps)} steps. Let it go on, say something else, or raise the limit in the settings.`;
}

/**
 * Asks the model until there is an answer, or an error that a retry won't fix. A partial text is an answer, too, and
 * never thrown away.
 */
export async function* askPatiently(ports: AskPorts, signal: CancelSignal): Steps<Answer | TurnEnd> {
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

/** Above this share of the window, a refusal of the request is treated as one of its length. */
const NEARLY_FULL = 0.9;
/**
 * Statuses that blame the request itself (bad request, content too large, unprocessable), not the sender or the time.
 */
const REQUEST_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** Returns whether a shorter request may pass: providers word it differently, and new wordings come up. */
function isTooLong({ reason, status }: ChatError, windowShare: number): boolean {
  if (reason === 'contextOverflow') return true;
  return reason === 'badRequest' && REQUEST_STATUSES.has(status) && windowShare > NEARLY_FULL;
}

/** Asked through a function, since the signal may fire during an await, which the compiler doesn't know. */
function isCancelled(signal: CancelSignal): boolean {
  return signal.aborted;
}

/** Answers the calls of a broken answer without running them: their arguments may be half. */
function* endWith(error: ChatError, calls: readonly ToolCallPart[]): Generator<TurnEvent, TurnEnd> {
  for (const call of calls) yield { type: 'said', message: notBegunResult(call) };
  return error.reason === 'cancelled' ? { kind: 'stopped' } : { kind: 'failed', error };
}

/**
 * Runs the calls and says their results in the order of the calls; neighbours that only read run side by side. Tells whether
 * one of them asks the person, which has no result yet, and how many steps in a row brought nothing new: the last result
 * tells the model, too.
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
      const ends = isLast && at === results.length - 1;
      const asks = asking.has(message.toolName) && message.isError !== true;
      if (!asks) yield { type: 'said', message: ends ? withHint(message, inARow) : message };
      else if (isAsked) yield { type: 'said', message: secondQuestion(message) };
      isAsked ||= asks;
    }
  }
  return { isAsked, inARow };
}

/** Questions are answered one after the other: the first answer may settle the second question. */
function secondQuestion(message: ToolMessage): ToolMessage {
  const text = 'One question at a time: ask this after the answer to the other one, if it is still open.';
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
