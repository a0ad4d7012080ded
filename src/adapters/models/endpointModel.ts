import type { CancelSignal } from '../../core/cancellation.ts';
import {
  ChatError,
  type ChatDelta,
  type ChatModel,
  type ChatRequest,
  type ModelProfile,
} from '../../core/ports.ts';
import { isAzureOpenAi } from './endpoint.ts';
import { OpenAiModel, type ApiModel, type OpenAiModelOptions } from './openAiModel.ts';
import type { ProfileFacts } from './profiles.ts';
import { ResponsesModel } from './responsesModel.ts';
import { NeedsResponses } from './learnedShape.ts';

export interface EndpointModelOptions extends OpenAiModelOptions {
  readonly api?: EndpointApi;
  /** If no API is configured, chooses the API to try first. */
  readonly usualApi?: typeof usualApi;
  /** Called after the first complete answer. By then, a server that loads models on demand has loaded this model. */
  readonly onFirstAnswer?: () => void;
  /**
   * Called when the endpoint refuses a request as too long. The error is thrown after the promise is settled, so that a
   * compaction after the error knows the window that `learn` sets in the meantime. A cancelled request does not wait.
   */
  readonly onOverflow?: () => Promise<void>;
}

/**
 * A model behind an endpoint. Requests use the API that is configured. If no API is configured, `usualApi` chooses the
 * first API. If the endpoint then rejects a chat completion and names the Responses API, the Responses API is tried. If
 * the endpoint does not have the Responses API, chat completions are tried.
 */
export class EndpointModel implements ChatModel {
  readonly #options: EndpointModelOptions;
  #profile: ModelProfile;
  #api: Api;
  #hasAnswered = false;
  #mayHaveResponses = true;
  readonly #models: Partial<Record<Api, ApiModel>> = {};

  constructor(options: EndpointModelOptions) {
    this.#profile = options.profile;
    this.#options = options;
    const { api = 'auto', endpoint, usualApi: usual = usualApi } = options;
    this.#api = api === 'auto' ? usual(endpoint.baseUrl, this.profile.id) : api;
  }

  get profile(): ModelProfile {
    return this.#profile;
  }

  /** Adds the facts that the endpoint reported about the model to the profile. */
  learn(facts: ProfileFacts): void {
    this.#profile = { ...this.#profile, ...facts };
    for (const model of Object.values(this.#models)) model.profile = this.#profile;
  }

  async *stream(request: ChatRequest, signal: CancelSignal): AsyncGenerator<ChatDelta, void, undefined> {
    try {
      yield* this.#answer(request, signal);
    } catch (error) {
      if (error instanceof ChatError && error.reason === 'contextOverflow')
        await this.#reportOverflow(signal);
      throw error;
    }
    if (this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#options.onFirstAnswer?.();
  }

  /** Resolves after `onOverflow`, or as soon as the signal aborts. Ignores errors of `onOverflow`. */
  async #reportOverflow(signal: CancelSignal): Promise<void> {
    let stop: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const report = async (): Promise<void> => this.#options.onOverflow?.();
    await Promise.race([report().catch(() => undefined), stopped]);
    signal.removeEventListener('abort', stop);
  }

  /** Yields an answer. Tries the other API after some errors, but not after an answer has begun. */
  async *#answer(
    request: ChatRequest,
    signal: CancelSignal,
    api = this.#api,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    let isBegun = false;
    try {
      for await (const delta of this.#model(api).stream(request, signal)) {
        isBegun = true;
        yield delta;
      }
      this.#api = api;
    } catch (error) {
      const other = isBegun ? undefined : this.#otherApi(api, error);
      if (other === undefined) throw error;
      yield* this.#answer(request, signal, other);
    }
  }

  #model(api: Api): ApiModel {
    const Model = api === 'chat' ? OpenAiModel : ResponsesModel;
    const leavesForResponses = this.#isAuto && this.#mayHaveResponses;
    return (this.#models[api] ??= new Model({
      ...this.#options,
      profile: this.#profile,
      leavesForResponses,
    }));
  }

  get #isAuto(): boolean {
    return (this.#options.api ?? 'auto') === 'auto';
  }

  #otherApi(asked: Api, error: unknown): Api | undefined {
    if (!this.#isAuto || !(error instanceof ChatError)) return undefined;
    if (asked === 'chat') return error instanceof NeedsResponses ? 'responses' : undefined;
    if (error.status === undefined || !NO_SUCH_PAGE.has(error.status)) return undefined;
    // The server lacks the Responses API, so Longthread does not switch to this API again, even if an error recommends
    // it.
    this.#mayHaveResponses = false;
    delete this.#models.chat;
    return 'chat';
  }
}

/** Statuses of servers without the Responses API: not found, method not allowed, not implemented. */
const NO_SUCH_PAGE: ReadonlySet<number> = new Set([404, 405, 501]);

/** Matches OpenAI's reasoning models: the o series, Codex, and GPT-5 and later, except the variants for chat. */
const THINKS = /^(o\d|gpt-([5-9]|[12]\d)(?!.*-chat)|codex)/i;

/**
 * Returns the API to use for a model if no API is configured. Returns the Responses API for OpenAI's reasoning models
 * on OpenAI's own servers in all regions, and on Azure if the address ends in `/openai` or `/openai/v1`.
 */
export function usualApi(baseUrl: string, model: string): Api {
  const { hostname, pathname } = new URL(baseUrl);
  const hasIt =
    /(^|\.)api\.openai\.com$/.test(hostname) ||
    (isAzureOpenAi(hostname) && /\/openai(\/v1)?$/.test(pathname));
  return hasIt && THINKS.test(model) ? 'responses' : 'chat';
}

/** One of OpenAI's two APIs. */
type Api = 'chat' | 'responses';

/** The API that is configured for an endpoint, or `auto` if Longthread chooses the API. */
export type EndpointApi = 'auto' | Api;
