import { randomUUID } from 'node:crypto';
import { OpenAI } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ChatCompletionChunk, ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { ChatDelta, ChatErrorReason, ChatModel, ChatRequest, ModelProfile } from '../../core/ports.ts';
import { saidDone } from './boundedBody.ts';
import { hintedMessages, hintedTools, takesCacheHints } from './cacheHints.ts';
import { chatError } from './chatError.ts';
import { ChunkReader, saysSomething } from './chunkDeltas.ts';
import { isContextOverflow } from './contextOverflow.ts';
import { headersOf, JSON_BODY, shownAddress, type Endpoint } from './endpoint.ts';
import { endpointFetch } from './endpointFetch.ts';
import { namesResponses, NeedsResponses } from './needsResponses.ts';
import { providerOf } from './opaqueFields.ts';
import { toRequestMessages } from './requestMessages.ts';
import { changedKeys, fallbackOf, parserOff, type Fallback, type Step } from './fallbacks.ts';
import { adaptShape, type RequestShape } from './requestShape.ts';
import { effortParams, type Effort } from './thinkingEffort.ts';
import { asApiError, refusalOf, toChatError } from './sdkError.ts';
import { TextCalls } from './textCalls.ts';
import { ThinkTags } from './thinkTags.ts';
import { DEFAULT_WAIT_LIMITS, silenceError, waitLimitMs, type Wait, type WaitLimits } from './waitLimits.ts';
import { systemTimers, Watchdog, type Timers } from './watchdog.ts';

export interface OpenAiModelOptions {
  readonly endpoint: Endpoint;
  readonly profile: ModelProfile;
  readonly limits?: WaitLimits;
  readonly timers?: Timers;
  readonly newCallId?: () => string;
  /** Hears of each way in which the endpoint has to be asked otherwise from now on, with its reason. */
  readonly onFallback?: (fallback: Fallback) => void;
  /** How much the model is to think; its provider decides where nothing is said. */
  readonly effort?: Effort | undefined;
  /** A refusal that names the Responses API is thrown as NeedsResponses: somebody asks by that one then. */
  readonly leavesForResponses?: boolean;
}

/** An endpoint that refuses more than this is not asked in yet another way. */
const MOST_STEPS = 8;

/** How long the usage may take after the answer is complete. */
const USAGE_TIMEOUT_MS = 5_000;

/**
 * A model behind any OpenAI-compatible endpoint. An answer is complete when its finish reason was seen, or `[DONE]` behind
 * something sound: the SDK ends its loop silently on an abort and on a missing end, so nothing else counts as success.
 */
export class OpenAiModel implements ChatModel {
  readonly profile: ModelProfile;
  readonly #options: Required<OpenAiModelOptions>;
  readonly #client: OpenAI;
  #shape: RequestShape;
  #hasToldParser = false;

  constructor(options: OpenAiModelOptions) {
    this.profile = options.profile;
    this.#options = {
      effort: undefined,
      leavesForResponses: false,
      limits: DEFAULT_WAIT_LIMITS,
      timers: systemTimers,
      newCallId: () => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      onFallback: () => undefined,
      ...options,
    };
    this.#client = clientFor(this.#options);
    this.#shape = {
      usageInStream: true,
      outputLimit: 'max_tokens',
      temperature: true,
      tools: this.profile.supportsTools,
      reasoning: 'given',
      images: true,
      toolChoice: true,
      signatures: 'given',
      cacheHints: takesCacheHints(this.profile.id),
      withoutThinking: false,
      effort: options.effort !== undefined,
      withoutStream: false,
    };
  }

  async *stream(request: ChatRequest, signal: CancelSignal): AsyncGenerator<ChatDelta, void, undefined> {
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort();
    };
    const watchdog = new Watchdog<Expected>(this.#options.timers, abort);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    try {
      yield* this.#answer(request, { signal, controller, watchdog });
    } finally {
      watchdog.stop();
      signal.removeEventListener('abort', abort);
      abort();
    }
  }

  async *#answer(request: ChatRequest, run: Run): AsyncGenerator<ChatDelta, void, undefined> {
    const reader = new ChunkReader(this.#options.newCallId);
    const tags = new ThinkTags();
    const written = new TextCalls(this.#shape.tools ? request.tools : []);
    const untagged = (): readonly ChatDelta[] => tags.end().flatMap((delta) => written.read(delta));
    let hasCalls = false;
    let answer: Response | undefined;
    try {
      const { data, response } = await this.#send(request, run);
      answer = response;
      this.#waitFor('firstToken', run);
      for await (const chunk of data) {
        const wasOver = reader.isOver;
        const deltas = reader.read(chunk);
        if (!reader.isOver && deltas.some(saysSomething)) this.#waitFor('gap', run);
        if (reader.isOver && !wasOver) run.watchdog.waitFor('usage', USAGE_TIMEOUT_MS);
        hasCalls ||= deltas.some(({ type }) => type === 'toolCall');
        yield* deltas.flatMap((delta) => tags.read(delta)).flatMap((delta) => written.read(delta));
      }
    } catch (error) {
      if (!reader.isOver || run.signal.aborted) {
        yield* [...untagged(), ...written.end(false)];
        throw this.#translate(error, run);
      }
    }
    const reason = reader.finish ?? (answer && saidDone(answer) ? reader.soundEnd : undefined);
    const problem = run.signal.aborted ? this.#error('cancelled') : this.#silence(run);
    const isWhole = problem === undefined && (reason === 'stop' || reason === 'toolCalls');
    yield* [...untagged(), ...written.end(isWhole)];
    if (problem !== undefined) throw problem;
    if (reason === undefined) throw this.#error('interrupted');
    if (written.isParserOff) this.#tellParser();
    const items = reader.opaque.items(this.#provider, hasCalls || isToolTurn(request));
    if (items !== undefined) yield { type: 'opaque', items };
    const finish = isWhole && written.hasCalls ? 'toolCalls' : reason;
    yield { type: 'finish', reason: finish, ...(reader.usage && { usage: reader.usage }) };
  }

  /** Once: it stays so until the server is set up otherwise. */
  #tellParser(): void {
    if (this.#hasToldParser) return;
    this.#hasToldParser = true;
    this.#options.onFallback(parserOff(this.#place));
  }

  #waitFor(wait: Wait, { watchdog }: Run): void {
    watchdog.waitFor(wait, waitLimitMs(wait, this.#options.endpoint, this.#options.limits));
  }

  /**
   * Sends, and sends again in another shape while the endpoint refuses something it need not know. What was changed is
   * remembered once the endpoint takes the request so, and told.
   */
  async #send(request: ChatRequest, run: Run) {
    let shape = this.#shape;
    const steps: Step[] = [];
    for (;;) {
      this.#waitFor(shape.withoutStream ? 'firstToken' : 'headers', run);
      try {
        const sent = await this.#post(this.#params(request, shape), run.controller.signal);
        for (const step of steps) this.#learn(step);
        return sent;
      } catch (error) {
        const refused = asApiError(error);
        const refusal = refused && refusalOf(refused);
        if (refusal === undefined || isContextOverflow(refusal) || steps.length >= MOST_STEPS) throw error;
        if (this.#options.leavesForResponses && namesResponses(refusal)) throw new NeedsResponses(refusal);
        const adapted = adaptShape(shape, refusal);
        if (adapted === undefined) throw error;
        steps.push({ from: shape, to: adapted, said: refusal.text });
        shape = adapted;
      }
    }
  }

  /** The body says whether the answer is to come as a stream; it is read as one in either case. */
  #post(body: ChatCompletionCreateParams, signal: AbortSignal) {
    const answer = this.#client.post<Stream<ChatCompletionChunk>>('/chat/completions', {
      body,
      signal,
      stream: true,
    });
    return answer.withResponse();
  }

  #learn(step: Step): void {
    const changed = changedKeys(step);
    this.#shape = { ...this.#shape, ...Object.fromEntries(changed.map((key) => [key, step.to[key]])) };
    this.#options.onFallback(fallbackOf(step, this.#place));
  }

  #params(request: ChatRequest, shape: RequestShape): ChatCompletionCreateParams {
    const { usageInStream, outputLimit, temperature, cacheHints } = shape;
    const { effort, endpoint } = this.#options;
    const messages = this.#messages(request, shape);
    const hasTools = shape.tools && request.tools.length > 0;
    const mostTokens = request.maxOutputTokens ?? this.profile.maxOutputTokens;
    const asked = { model: this.profile.id, mostTokens };
    return {
      model: this.profile.id,
      messages: cacheHints ? hintedMessages(messages) : messages,
      stream: !shape.withoutStream,
      ...(usageInStream && !shape.withoutStream && { stream_options: { include_usage: true } }),
      ...(hasTools && toolParams(request, shape)),
      ...(shape.effort && effort !== undefined && effortParams(effort, endpoint.baseUrl, asked)),
      ...(hasTools && shape.withoutThinking && { reasoning_effort: 'none' as const }),
      ...(request.maxOutputTokens !== undefined &&
        outputLimit !== 'none' && { [outputLimit]: request.maxOutputTokens }),
      ...(request.temperature !== undefined && temperature && { temperature: request.temperature }),
    };
  }

  #messages(
    { messages }: ChatRequest,
    { tools, reasoning, images, signatures }: RequestShape,
  ): ReturnType<typeof toRequestMessages> {
    const callIds = callIdStyle(this.profile.id);
    const provider = this.#provider;
    return toRequestMessages(messages, { tools, reasoning, images, callIds, signatures, provider });
  }

  get #provider(): string {
    return providerOf(this.#options.endpoint, this.profile.id);
  }

  #translate(error: unknown, run: Run): Error {
    if (run.signal.aborted) return this.#error('cancelled');
    return this.#silence(run) ?? toChatError(error, this.#place);
  }

  #silence({ watchdog: { missed } }: Run): Error | undefined {
    if (missed === undefined || missed === 'usage') return undefined;
    return silenceError(missed, this.#options.endpoint, this.#options.limits);
  }

  #error(reason: ChatErrorReason, said = ''): Error {
    return chatError(reason, this.#place, { said });
  }

  get #place() {
    return { endpoint: this.#options.endpoint, model: this.profile.id };
  }
}

/** Whether tools were called since the person spoke. */
function isToolTurn({ messages }: ChatRequest): boolean {
  const spoke = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(spoke + 1).some(({ role }) => role === 'tool');
}

type Expected = Wait | 'usage';

/** One request under way. */
interface Run {
  readonly signal: CancelSignal;
  readonly controller: AbortController;
  readonly watchdog: Watchdog<Expected>;
}

/** The SDK's client for an endpoint: it asks once, sends the endpoint's headers alone, and reads no more than an answer takes. */
export function clientFor({
  endpoint,
  limits,
}: Pick<Required<OpenAiModelOptions>, 'endpoint' | 'limits'>): OpenAI {
  return new OpenAI({
    baseURL: shownAddress(endpoint),
    defaultQuery: Object.fromEntries(new URL(endpoint.baseUrl).searchParams),
    // The SDK takes a key, an organization and whole headers from the environment, which are for another endpoint.
    fetch: (input, init) => endpointFetch(input, { ...init, headers: headersOf(endpoint, JSON_BODY) }),
    apiKey: 'none',
    // One layer asks again, the one that tells the person: the turn's own.
    maxRetries: 0,
    // The watchdog comes first; the SDK's limit only must not cut it short.
    timeout: (limits.headers + limits.firstToken) * 1_000,
    // The SDK writes broken events to the console; they are told as an error.
    logLevel: 'off',
  });
}

function toolParams(
  { tools, toolChoice }: ChatRequest,
  shape: RequestShape,
): Pick<ChatCompletionCreateParams, 'tools' | 'tool_choice'> {
  const functions = tools.map((tool) => ({ type: 'function' as const, function: { ...tool } }));
  return {
    tools: shape.cacheHints ? hintedTools(functions) : functions,
    ...(toolChoice === 'required' && shape.toolChoice && { tool_choice: toolChoice }),
  };
}

function callIdStyle(model: string): 'openai' | 'mistral' {
  return /(mis|minis|magis)tral|mixtral|codestral|devstral|pixtral/i.test(model) ? 'mistral' : 'openai';
}
