import type { OpenAI } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ResponseCreateParamsBase, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { ChatDelta, ChatModel, ChatRequest, ModelProfile } from '../../core/ports.ts';
import { chatError } from './chatError.ts';
import { isContextOverflow, type Refusal } from './contextOverflow.ts';
import { effortFallback } from './fallbacks.ts';
import { clientFor, type OpenAiModelOptions } from './openAiModel.ts';
import { providerOf } from './opaqueFields.ts';
import { toResponseInput, toResponseTools } from './responseInput.ts';
import { ResponseReader } from './responseReader.ts';
import { asApiError, refusalOf, toChatError } from './sdkError.ts';
import { DEFAULT_WAIT_LIMITS, silenceError, waitLimitMs, type Wait } from './waitLimits.ts';
import { effortName } from './thinkingEffort.ts';
import { systemTimers, Watchdog } from './watchdog.ts';

/** What of a request an endpoint may refuse without losing the answer. Each is left out once it was refused. */
type Optional = 'temperature' | 'effort' | 'summary' | 'encrypted' | 'toolChoice' | 'outputLimit' | 'stream';

/** By the parameter that the error names, or by its words (https://platform.openai.com/docs/guides/error-codes). */
const REFUSALS: readonly (readonly [Optional, RegExp])[] = [
  ['temperature', /temperature/i],
  ['effort', /reasoning\.effort|reasoning_effort/i],
  ['summary', /reasoning\.summary|reasoning summar|\breasoning\b.{0,20}(unsupported|not supported)/i],
  ['encrypted', /encrypted[_ ]content|\binclude\b/i],
  ['toolChoice', /tool_choice/i],
  ['outputLimit', /max_output_tokens/i],
  ['stream', /'stream'|verified to stream/i],
];

const BAD_REQUESTS: ReadonlySet<number | undefined> = new Set([400, 422]);

/**
 * A model behind OpenAI's Responses API: the newer ones think between calls of tools only there. Nothing is stored at the
 * provider; what a model thought comes encrypted, stands in the log and goes back with the calls it led to
 * (https://platform.openai.com/docs/guides/reasoning).
 */
export class ResponsesModel implements ChatModel {
  readonly profile: ModelProfile;
  readonly #options: OpenAiModelOptions & Required<Pick<OpenAiModelOptions, 'limits' | 'timers'>>;
  readonly #client: OpenAI;
  readonly #refused = new Set<Optional>();

  constructor(options: OpenAiModelOptions) {
    this.profile = options.profile;
    this.#options = { limits: DEFAULT_WAIT_LIMITS, timers: systemTimers, ...options };
    this.#client = clientFor(this.#options);
  }

  async *stream(request: ChatRequest, signal: CancelSignal): AsyncGenerator<ChatDelta, void, undefined> {
    const controller = new AbortController();
    const abort = (): void => {
      controller.abort();
    };
    const watchdog = new Watchdog<Wait>(this.#options.timers, abort);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const run = { signal, controller, watchdog };
    try {
      yield* this.#answer(request, run);
    } catch (error) {
      throw this.#translate(error, run);
    } finally {
      watchdog.stop();
      signal.removeEventListener('abort', abort);
      abort();
    }
  }

  async *#answer(request: ChatRequest, run: Run): AsyncGenerator<ChatDelta, void, undefined> {
    const reader = new ResponseReader();
    for await (const event of await this.#send(request, run)) {
      const deltas = reader.read(event);
      if (deltas.length > 0 || reader.isThinking)
        this.#waitFor(reader.isThinking ? 'firstToken' : 'gap', run);
      yield* deltas;
      if (reader.finish !== undefined) break;
    }
    if (run.signal.aborted || run.watchdog.missed !== undefined || reader.finish === undefined)
      throw chatError('interrupted', this.#place);
    const items = reader.kept.items(this.#provider);
    if (items !== undefined) yield { type: 'opaque', items };
    yield { type: 'finish', reason: reader.finish, ...(reader.usage && { usage: reader.usage }) };
  }

  /** Sends, and sends again without what the endpoint refuses. */
  async #send(request: ChatRequest, run: Run): Promise<Stream<ResponseStreamEvent>> {
    for (;;) {
      this.#waitFor(this.#refused.has('stream') ? 'firstToken' : 'headers', run);
      try {
        const answer = await this.#post(request, run.controller.signal);
        this.#waitFor('firstToken', run);
        return answer;
      } catch (error) {
        const refused = asApiError(error);
        const refusal = refused && { ...refusalOf(refused), param: refused.param };
        const without = refusal && optionalIn(refusal);
        if (without === undefined || this.#refused.has(without)) throw error;
        this.#refused.add(without);
        if (without === 'effort')
          this.#options.onFallback?.(effortFallback(refusal?.text ?? '', this.#place));
      }
    }
  }

  /** The body says whether the answer is to come as a stream; it is read as one in either case. */
  #post(request: ChatRequest, signal: AbortSignal): Promise<Stream<ResponseStreamEvent>> {
    const body = { ...this.#params(request), stream: !this.#refused.has('stream') };
    return this.#client.post<Stream<ResponseStreamEvent>>('/responses', { body, signal, stream: true });
  }

  #params({
    messages,
    tools,
    toolChoice,
    maxOutputTokens,
    temperature,
  }: ChatRequest): ResponseCreateParamsBase {
    const takes = (what: Optional): boolean => !this.#refused.has(what);
    const effort = takes('effort') ? this.#options.effort : undefined;
    const { instructions, input } = toResponseInput(messages, this.#provider);
    return {
      model: this.profile.id,
      input,
      store: false,
      ...(instructions !== '' && { instructions }),
      ...(takes('encrypted') && { include: ['reasoning.encrypted_content'] }),
      ...((takes('summary') || effort !== undefined) && {
        reasoning: {
          ...(takes('summary') && { summary: 'auto' }),
          ...(effort !== undefined && { effort: effortName(effort) }),
        },
      }),
      ...(tools.length > 0 && { tools: toResponseTools(tools) }),
      ...(tools.length > 0 &&
        toolChoice === 'required' &&
        takes('toolChoice') && { tool_choice: toolChoice }),
      ...(maxOutputTokens !== undefined &&
        takes('outputLimit') && { max_output_tokens: Math.max(LEAST_OUTPUT, maxOutputTokens) }),
      ...(temperature !== undefined && takes('temperature') && { temperature }),
    };
  }

  #waitFor(wait: Wait, { watchdog }: Run): void {
    watchdog.waitFor(wait, waitLimitMs(wait, this.#options.endpoint, this.#options.limits));
  }

  #translate(error: unknown, { signal, watchdog: { missed } }: Run): Error {
    if (signal.aborted) return chatError('cancelled', this.#place);
    if (missed !== undefined) return silenceError(missed, this.#options.endpoint, this.#options.limits);
    return toChatError(error, this.#place);
  }

  get #place() {
    return { endpoint: this.#options.endpoint, model: this.profile.id };
  }

  get #provider(): string {
    return providerOf(this.#options.endpoint, this.profile.id);
  }
}

/** The API refuses a smaller limit. */
const LEAST_OUTPUT = 16;

/** One request under way. */
interface Run {
  readonly signal: CancelSignal;
  readonly controller: AbortController;
  readonly watchdog: Watchdog<Wait>;
}

function optionalIn(refusal: Refusal & { readonly param: string | null | undefined }): Optional | undefined {
  if (!BAD_REQUESTS.has(refusal.status) || isContextOverflow(refusal)) return undefined;
  const byName = REFUSALS.find(([, words]) => words.test(refusal.param ?? ''));
  return (byName ?? REFUSALS.find(([, words]) => words.test(refusal.text)))?.[0];
}
