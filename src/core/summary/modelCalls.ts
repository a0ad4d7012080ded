import { Cancellation, type CancelSignal } from '../cancellation.ts';
import { askModel, type Answer, type DeltaEvent } from '../model/answer.ts';
import { retryDelayMs } from '../model/retry.ts';
import { countMessage } from '../context/account.ts';
import { costOf } from '../context/cost.ts';
import { windowOf } from '../context/window.ts';
import type { ChatRequest, ChatError, ModelProfile } from '../ports.ts';
import type { SummaryFigures } from '../log/entry.ts';
import {
  spokenTextOf,
  toolCallsOf,
  type AssistantMessage,
  type FinishReason,
  type Message,
} from '../log/message.ts';
import { MEMORY_TOOL, memoryOfCall, type SummaryMemory } from '../memory/savedMemories.ts';
import {
  DEFAULT_MEMORY_ROUNDS,
  SummaryError,
  type SummarizeDependencies,
  type SummaryFailure,
} from './summary.ts';
import { isRefusal } from './refusal.ts';

/** The default time-out of a call: long enough for a slow local model, short enough to notice a model that hangs. */
const DEFAULT_TIMEOUT_MS = 180_000;

/** The text that the summarizing model wrote in one answer. */
export interface ModelText {
  readonly text: string;
  /** Whether the answer reached its output limit. */
  readonly isCutOff: boolean;
}

/** The maximum numbers of tokens of an answer: of its text, and of text and thinking together. */
export interface OutputLimits {
  readonly textTokens: number;
  readonly allTokens: number;
}

/**
 * The maximum number of tokens for thinking. They are added to the tokens of the text, since most providers count both
 * as output. OpenAI advises to begin with 25,000 tokens for thinking and answer, and Anthropic requires at least 1,024.
 * This number lies between the two. A model with a small window gets fewer tokens.
 */
const THINKING_TOKENS = 8_192;
const THINKING_SHARE = 0.125;

/** Returns the limits of an answer with `textTokens` of text. */
export function outputLimits(textTokens: number, profile: ModelProfile): OutputLimits {
  const thinking = Math.floor(windowOf(profile, {}).totalTokens * THINKING_SHARE);
  const allTokens = textTokens + Math.min(THINKING_TOKENS, thinking);
  return { textTokens, allTokens: Math.min(allTokens, profile.maxOutputTokens ?? Infinity) };
}

interface Writing extends OutputLimits {
  /** Receives the text that the model has written so far. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** The tokens of the text are counted again each time the text has grown by this many characters. */
const CHARACTERS_A_COUNT = 200;

/** Makes the model calls for one summary. Limits the time of each call, and counts the calls and their tokens. */
export class ModelCalls {
  readonly memories: SummaryMemory[] = [];
  readonly #deps: SummarizeDependencies;
  readonly #signal: CancelSignal;
  readonly #onText: ((text: string) => void) | undefined;
  readonly #started: number;
  #calls = 0;
  #inputTokens = 0;
  #outputTokens = 0;
  #cost = 0;

  constructor(deps: SummarizeDependencies, signal: CancelSignal, onText?: (text: string) => void) {
    this.#deps = deps;
    this.#onText = onText;
    this.#signal = signal;
    this.#started = deps.clock.monotonic();
  }

  get canSaveMemories(): boolean {
    return this.#deps.model.profile.supportsTools && this.#memoryRounds > 0;
  }

  get #memoryRounds(): number {
    return this.#deps.memoryRounds ?? DEFAULT_MEMORY_ROUNDS;
  }

  figures(): Omit<SummaryFigures, 'struck' | 'added'> {
    const { profile } = this.#deps.model;
    return {
      model: profile.id,
      calls: this.#calls,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      durationMs: this.#deps.clock.monotonic() - this.#started,
      ...(profile.price === undefined ? {} : { cost: this.#cost }),
    };
  }

  fail(reason: SummaryFailure, sentence: string, isRetryable: boolean): SummaryError {
    return new SummaryError(reason, sentence, isRetryable, this.#deps.model.profile.id);
  }

  /**
   * Returns the model's text. Stops the answer when the text exceeds its limit. If an answer only saves memories, asks
   * again with the results. Throws SummaryError and ContextOverflowError.
   */
  async write(messages: ChatRequest['messages'], limits: OutputLimits): Promise<ModelText> {
    let asked = messages;
    for (let round = 1; ; round += 1) {
      const tools = this.canSaveMemories && round <= this.#memoryRounds ? [MEMORY_TOOL] : [];
      const answer = await this.#ask({ messages: asked, tools }, { ...limits, onText: this.#onText });
      const text = spokenTextOf(answer).trim();
      const isDone = text !== '' || toolCallsOf(answer).length === 0 || round > this.#memoryRounds;
      if (isDone) return this.#checked(text, answer.finish);
      asked = [...asked, answer, ...resultsOf(answer)];
    }
  }

  /** Returns the model's answer to a question about its own summary. Offers no tools and does not call `onText`. */
  async ask(messages: ChatRequest['messages'], textTokens: number): Promise<string> {
    const limits = outputLimits(textTokens, this.#deps.model.profile);
    return spokenTextOf(await this.#ask({ messages, tools: [] }, limits));
  }

  #checked(text: string, finish: FinishReason | undefined): ModelText {
    if (finish === 'filtered' || isRefusal(text))
      throw this.fail('refused', 'The model refused to write the notes.', false);
    const isCutOff = finish === 'length';
    if (text !== '') return { text, isCutOff };
    if (isCutOff)
      throw this.fail('empty', 'The model used up its output limit before it wrote a word.', false);
    throw this.fail('empty', 'The model answered with nothing.', true);
  }

  async #ask(asked: Pick<ChatRequest, 'messages' | 'tools'>, writing: Writing): Promise<AssistantMessage> {
    this.#calls += 1;
    const request = { ...asked, maxOutputTokens: writing.allTokens };
    const message = this.#messageOf(await this.#within((signal) => this.#askAgain(request, writing, signal)));
    this.#count(request, message);
    for (const call of toolCallsOf(message)) {
      const memory = memoryOfCall(call);
      if (memory !== undefined) this.memories.push(memory);
    }
    return message;
  }

  /** Retries after a temporary error. All attempts share one time-out. Discards a partly written summary. */
  async #askAgain(request: ChatRequest, writing: Writing, signal: CancelSignal): Promise<Answer> {
    const { model } = this.#deps;
    const newCallId = (): string => `call${String(this.memories.length + 1)}`;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#watched(askModel({ model, request, newCallId }, signal), writing);
      if (answer.error === undefined || answer.finish !== undefined) return answer;
      const delayMs = retryDelayMs(answer.error, attempt);
      if (delayMs === undefined) return answer;
      await this.#deps.sleep(delayMs, signal);
    }
  }

  /** Stops an answer whose text exceeds the limit. Thinking does not count. */
  async #watched(answering: AsyncGenerator<DeltaEvent, Answer>, writing: Writing): Promise<Answer> {
    const isTooLong = this.#lengthLimit(writing);
    let [text, thoughts] = ['', ''];
    for (;;) {
      const { done, value } = await answering.next();
      if (done === true) return value;
      const { delta } = value;
      if (delta.type === 'thoughtSoFar') {
        thoughts += text;
        text = '';
        writing.onText?.(text);
      }
      if (delta.type === 'reasoning') thoughts += delta.text;
      if (delta.type !== 'text') continue;
      if (isTooLong(text)) return (await answering.return(stoppedAnswer(text, thoughts))).value as Answer;
      text += delta.text;
      writing.onText?.(text);
    }
  }

  #lengthLimit({ textTokens }: OutputLimits): (text: string) => boolean {
    let counted = textTokens;
    return (text) => {
      if (text.length < counted + CHARACTERS_A_COUNT) return false;
      counted = text.length;
      return this.#deps.count(text) > textTokens;
    };
  }

  /** Returns the answer's message, which is empty if the answer has no content. Throws if the stream broke off. */
  #messageOf({ message, error, finish }: Answer): AssistantMessage {
    if (finish === undefined) throw this.#failureOf(error);
    return message ?? { role: 'assistant', parts: [], finish };
  }

  #failureOf(error: ChatError | undefined): Error {
    const { reason = 'interrupted', message = 'The answer broke off.', isRetryable = true } = error ?? {};
    switch (reason) {
      case 'contextOverflow':
        return new ContextOverflowError(message);
      case 'cancelled':
      case 'timeout':
      case 'refused':
        return this.fail(reason, message, isRetryable);
      default:
        return this.fail('model', message, isRetryable);
    }
  }

  /** Returns the result of the work. Throws at the time-out or when cancelled, even if the model hangs. */
  async #within(work: (signal: CancelSignal) => Promise<Answer>): Promise<Answer> {
    this.throwIfCancelled();
    const stop = new Cancellation();
    const onAbort = (): void => stop.cancel();
    this.#signal.addEventListener('abort', onAbort, { once: true });
    try {
      const timeoutMs = this.#deps.timeoutMs ?? DEFAULT_TIMEOUT_MS;
      const late = this.#deps.sleep(timeoutMs, stop.signal).then(() => 'late' as const);
      const first = await Promise.race([work(stop.signal), late]);
      this.throwIfCancelled();
      if (first !== 'late') return first;
      throw this.fail('timeout', `The model took longer than ${String(timeoutMs / 1_000)} s.`, true);
    } finally {
      this.#signal.removeEventListener('abort', onAbort);
      stop.cancel();
    }
  }

  /** Throws if the summary was cancelled. */
  throwIfCancelled(): void {
    if (this.#signal.aborted) throw this.fail('cancelled', 'Stopped.', false);
  }

  #count({ messages, tools }: ChatRequest, answer: AssistantMessage): void {
    const { model, count } = this.#deps;
    const usage = answer.usage ?? {
      inputTokens:
        messages.reduce((sum, message) => sum + countMessage(message, count), 0) + countTools(tools, count),
      outputTokens: countMessage(answer, count),
    };
    this.#inputTokens += usage.inputTokens;
    this.#outputTokens += usage.outputTokens;
    if (model.profile.price !== undefined) this.#cost += costOf(usage, model.profile.price);
  }
}

function stoppedAnswer(text: string, thoughts: string): Answer {
  const thought = thoughts === '' ? [] : [{ type: 'reasoning' as const, text: thoughts }];
  const message: AssistantMessage = {
    role: 'assistant',
    parts: [...thought, { type: 'text', text }],
    finish: 'length',
  };
  return { message, finish: 'length' };
}

/** Thrown if the request exceeds the model's window because the window is smaller than the model's profile says. */
export class ContextOverflowError extends Error {
  override readonly name = 'ContextOverflowError';
}

const NOT_SAVED = 'Not saved: give type, text and the address of the message that contains it.';

function resultsOf(message: AssistantMessage): readonly Message[] {
  return toolCallsOf(message).map((call) => ({
    role: 'tool',
    callId: call.callId,
    toolName: call.name,
    parts: [{ type: 'text', text: memoryOfCall(call) === undefined ? NOT_SAVED : 'Offered to the person.' }],
  }));
}

function countTools(tools: ChatRequest['tools'], count: SummarizeDependencies['count']): number {
  return tools.length === 0 ? 0 : count(JSON.stringify(tools));
}
