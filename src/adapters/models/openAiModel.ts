import { randomUUID } from 'node:crypto';
import { OpenAI } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ChatCompletionChunk, ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { ChatDelta, ChatModel, ChatRequest, ModelProfile } from '../../core/ports.ts';
import { answerRun, abortReason, type AnswerRun } from './answerRun.ts';
import { AnswerWords } from './answerWords.ts';
import { receivedDone, readHead, withBoundedEvents } from './boundedBody.ts';
import { hintedMessages, hintedTools, takesCacheHints } from './cacheHints.ts';
import { chatError } from './chatError.ts';
import { ChunkReader, hasContent } from './chunkReader.ts';
import { headersOf, JSON_HEADERS, shownAddress, withQueryOf, type Endpoint } from './endpoint.ts';
import { modelKeyOf } from './opaqueFields.ts';
import { toRequestMessages } from './requestMessages.ts';
import type { Fallback } from './fallbackWords.ts';
import { LearnedShape } from './learnedShape.ts';
import { CHAT_SHAPE, type RequestShape } from './endpointQuirks.ts';
import { effortParams, type Effort } from './thinkingEffort.ts';
import { DEFAULT_WAIT_LIMITS, type WaitLimits } from './waitLimits.ts';
import { systemTimers, type Timers } from './watchdog.ts';
import { fetchWithinOrigin } from './redirects.ts';
import { wellFormedJson } from './wellFormed.ts';

export interface OpenAiModelOptions {
  readonly endpoint: Endpoint;
  readonly profile: ModelProfile;
  readonly limits?: WaitLimits;
  readonly timers?: Timers;
  readonly newCallId?: () => string;
  /**
   * Called when later requests use another format because the endpoint rejected the previous one. Also called once if
   * the server's tool parser seems to be disabled, since an answer contains a tool call as plain text.
   */
  readonly onFallback?: (fallback: Fallback) => void;
  /** The reasoning effort. If undefined, the provider's default is used. */
  readonly effort?: Effort | undefined;
  /** Whether to throw NeedsResponses if an error names the Responses API, so that the caller can use this API. */
  readonly leavesForResponses?: boolean;
}

/** A model behind an endpoint. Uses one of OpenAI's two APIs, in the format that the endpoint accepts. */
export abstract class ApiModel implements ChatModel {
  /** The model's profile. `EndpointModel` replaces the profile when the endpoint reports more facts about the model. */
  profile: ModelProfile;
  protected readonly options: Required<OpenAiModelOptions>;
  protected readonly learned: LearnedShape;
  readonly #client: OpenAI;

  constructor(options: OpenAiModelOptions, shape: RequestShape) {
    this.profile = options.profile;
    this.options = {
      effort: undefined,
      leavesForResponses: false,
      limits: DEFAULT_WAIT_LIMITS,
      timers: systemTimers,
      newCallId: () => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      onFallback: () => undefined,
      ...options,
    };
    this.#client = clientFor(this.options);
    const { onFallback, leavesForResponses } = this.options;
    this.learned = new LearnedShape(
      { ...shape, tools: this.profile.supportsTools, effort: options.effort !== undefined },
      { place: this.place, onFallback, leavesForResponses },
    );
  }

  stream(request: ChatRequest, signal: CancelSignal): AsyncGenerator<ChatDelta, void, undefined> {
    return answerRun(signal, this.runOptions, (run) =>
      this.learned.ask((shape) => this.answer(request, shape, run)),
    );
  }

  protected abstract answer(
    request: ChatRequest,
    shape: RequestShape,
    run: AnswerRun,
  ): AsyncGenerator<ChatDelta, void, undefined>;

  /** Requests an answer. Reads the answer as a stream, even if the body asks for a whole answer. */
  protected post<Chunk>(path: string, body: object, signal: AbortSignal) {
    return this.#client.post<Stream<Chunk>>(path, { body, signal, stream: true }).withResponse();
  }

  protected get modelKey(): string {
    return modelKeyOf(this.options.endpoint, this.profile.id);
  }

  protected get runOptions() {
    const { timers, limits } = this.options;
    return { timers, limits, place: this.place };
  }

  /** The endpoint and the model, to be named in error messages. */
  protected get place() {
    return { endpoint: this.options.endpoint, model: this.profile.id };
  }
}

/** The time to wait for the usage after the answer is complete. */
const USAGE_TIMEOUT_MS = 5_000;

/**
 * A model behind any endpoint with OpenAI's chat completions API. An answer without a finish reason counts as
 * interrupted, unless `[DONE]` or a whole JSON body arrived and the answer has content and no incomplete call. The end
 * of the SDK's loop does not mean that the answer is complete, since the loop also ends on an abort.
 */
export class OpenAiModel extends ApiModel {
  constructor(options: OpenAiModelOptions) {
    super(options, { ...CHAT_SHAPE, cacheHints: takesCacheHints(options.profile.id) });
  }

  protected async *answer(
    request: ChatRequest,
    shape: RequestShape,
    run: AnswerRun,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const reader = new ChunkReader(this.options.newCallId);
    const words = new AnswerWords(shape.tools ? request.tools : []);
    let hasCalls = false;
    let answer: Response | undefined;
    try {
      run.waitFor(shape.withoutStream ? 'firstToken' : 'headers');
      const { data, response } = await this.post<ChatCompletionChunk>(
        '/chat/completions',
        this.#params(request, shape),
        run.controller.signal,
      );
      answer = response;
      run.waitFor('firstToken');
      for await (const chunk of data) {
        const wasOver = reader.isOver;
        const deltas = reader.read(chunk);
        if (!reader.isOver && deltas.some(hasContent)) run.waitFor('gap');
        if (reader.isOver && !wasOver) run.watchdog.waitFor('usage', USAGE_TIMEOUT_MS);
        hasCalls ||= deltas.some(({ type }) => type === 'toolCall');
        yield* deltas.flatMap((delta) => words.read(delta));
      }
    } catch (error) {
      if (!reader.isOver || run.signal.aborted) {
        yield* words.end(false);
        throw error;
      }
    }
    const end = reader.finish ?? (answer && receivedDone(answer) ? reader.finishIfWhole : undefined);
    const reason = this.#isCut(reader, request) ? 'length' : end;
    const problem = abortReason(run, this.runOptions);
    const isWhole = problem === undefined && (reason === 'stop' || reason === 'toolCalls');
    yield* words.end(isWhole);
    if (problem !== undefined) throw problem;
    if (reason === undefined) throw reader.errorInstead ?? chatError('interrupted', this.place);
    if (words.isParserOff) this.learned.reportParserOff();
    const items = reader.opaque.items(this.modelKey, hasCalls || isToolTurn(request));
    if (items !== undefined) yield { type: 'opaque', items };
    const finish = isWhole && words.hasCalls ? 'toolCalls' : reason;
    yield { type: 'finish', reason: finish, ...(reader.usage && { usage: reader.usage }) };
  }

  /**
   * Returns whether a call was cut off at the output limit or the window. vLLM reports such an answer as a normal end
   * (github.com/vllm-project/vllm/issues/58228).
   */
  #isCut({ finish, hasIncompleteCall, usage }: ChunkReader, { maxOutputTokens }: ChatRequest): boolean {
    if (finish === undefined || !hasIncompleteCall || usage === undefined) return false;
    const { window = Infinity, maxOutputTokens: most = Infinity } = this.profile;
    return (
      usage.outputTokens >= (maxOutputTokens ?? most) || usage.inputTokens + usage.outputTokens >= window
    );
  }

  #params(request: ChatRequest, shape: RequestShape): ChatCompletionCreateParams {
    const { usageInStream, outputLimit, cacheHints } = shape;
    const { effort, endpoint } = this.options;
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
    };
  }

  #messages(
    { messages, tools: offered }: ChatRequest,
    { tools: accepted, reasoning, images, signatures }: RequestShape,
  ): ReturnType<typeof toRequestMessages> {
    const tools = accepted && offered.length > 0;
    const callIds = callIdStyle(this.profile.id);
    const { modelKey } = this;
    return toRequestMessages(messages, { tools, reasoning, images, callIds, signatures, modelKey });
  }
}

/** Returns whether tools were called since the person's last message. */
function isToolTurn({ messages }: ChatRequest): boolean {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(newest + 1).some(({ role }) => role === 'tool');
}

/**
 * Returns the SDK's client for an endpoint. The client does not retry, does not send the SDK's own headers, and stops
 * reading at an event that is too large.
 */
function clientFor({ endpoint, limits }: Pick<Required<OpenAiModelOptions>, 'endpoint' | 'limits'>): OpenAI {
  return new OpenAI({
    baseURL: shownAddress(endpoint),
    // The SDK's headers are not sent, since the SDK takes the organization and custom headers from the environment.
    // They may be for another endpoint.
    fetch: (input, init) =>
      endpointFetch(withQueryOf(endpoint, input instanceof Request ? input.url : String(input)), {
        ...init,
        headers: headersOf(endpoint, JSON_HEADERS),
      }),
    apiKey: 'none',
    // The caller retries, and tells the person about each pause.
    maxRetries: 0,
    // The watchdog limits each wait, so the SDK's own timeout must be longer.
    timeout: (limits.headers + limits.firstToken) * 1_000,
    // The SDK logs broken events to the console. We report these events as errors instead.
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

/** The maximum number of bytes of an error that are read. At most 300 characters of the error are shown. */
const MOST_ERROR_BYTES = 64 * 1024;
/** The statuses for which `Response` accepts no body. */
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Fetches from an endpoint. Follows redirects only within the endpoint's origin. Limits the size of each event and of
 * an error's body. Wraps the body of an error in `{ error }`, since the SDK drops the message of other bodies.
 */
async function endpointFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetchWithinOrigin(input, withWellFormedBody(init));
  if (response.ok) return withBoundedEvents(response);
  if (BODILESS_STATUSES.has(response.status)) return response;
  const error = errorIn(await readHead(response, MOST_ERROR_BYTES));
  const { status, statusText, headers } = response;
  return new Response(JSON.stringify({ error }), { status, statusText, headers });
}

function withWellFormedBody(init: RequestInit = {}): RequestInit {
  return typeof init.body === 'string' ? { ...init, body: wellFormedJson(init.body) } : init;
}

function errorIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body && body.error !== null
      ? body.error
      : body;
  } catch {
    // The body is an HTML page, plain text or truncated JSON, so the text itself is used.
    return text === '' ? undefined : text;
  }
}
