import { APIError } from 'openai';
import * as v from 'valibot';
import type { ChatDelta } from '../../core/ports.ts';
import type { FinishReason, Usage } from '../../core/log/message.ts';
import { NotAnAnswerError } from './answerEvents.ts';
import { CallDelta, CallSlots, MOST_ITEMS } from './callSlots.ts';
import { plainThoughtOf, type WordFields, wordsOf } from './deltaWords.ts';
import { OpaqueFields } from './opaqueFields.ts';
import { describesError } from './refusal.ts';

/**
 * Converts chunks of a chat completion stream to deltas. Chunks are parsed as untrusted data, since endpoints deviate
 * from the format. They omit ids and indexes, or send whole calls at once, arguments as objects, or content as parts.
 */
export class ChunkReader {
  readonly #calls: CallSlots;
  /** The fields that must be sent back to the endpoint with the answer. */
  readonly opaque = new OpaqueFields();
  #hasContent = false;
  /**
   * Whether a thought arrived in a field other than the lists `reasoning_details` and `thinking_blocks`. From then on,
   * the lists only repeat thoughts: LiteLLM sends a list with the whole thought when the thought is complete
   * (github.com/BerriAI/litellm/pull/31022).
   */
  #hasPlainThought = false;
  /** The text of all deltas. */
  #text = '';
  /**
   * The first error in an event without choices. False once an event with choices has arrived, since the endpoint is
   * then sending an answer.
   */
  #errorInstead: Error | false | undefined;
  finish: FinishReason | undefined;
  /**
   * Whether the answer has ended. If content follows the end, the answer continues until a chunk has a finish reason
   * and no content.
   */
  isOver = false;
  usage: Usage | undefined;

  constructor(newCallId: () => string) {
    this.#calls = new CallSlots(newCallId, this.opaque);
  }

  /** Returns the deltas of one chunk, in order. Throws an Error if the chunk reports a failure or is malformed. */
  read(chunk: unknown): readonly ChatDelta[] {
    const { usage, x_groq, choices, ...rest } = v.parse(Chunk, chunk);
    const choice = choices ?? undefined;
    this.usage = usageOf(usage) ?? usageOf(choice?.usage) ?? usageOf(x_groq?.usage) ?? this.usage;
    if (choice === undefined && isError(rest)) throw new APIError(undefined, rest, undefined, undefined);
    if (choices == null) this.#errorInstead ??= errorInsteadIn(rest);
    else this.#errorInstead = false;
    if (choice === undefined) return [];
    const { finish_reason: end } = choice;
    if (isIncomplete(end)) throw incompleteError(end, choice.error);
    const delta: Delta | null | undefined = choice.delta ?? choice.message ?? choice.text;
    if (delta != null) this.opaque.keep(delta);
    this.#hasPlainThought ||= delta != null && /\S/.test(plainThoughtOf(delta));
    const said = delta == null ? [] : wordsOf(delta, !this.#hasPlainThought);
    const words = this.#newWords(said, choice.delta == null);
    const deltas = delta == null ? [] : [...words, ...this.#calls.read(callsOf(delta))];
    const isContent = deltas.some(hasContent);
    this.#hasContent ||= isContent;
    const isResumed = this.finish !== undefined && isContent;
    // LocalAI, SGLang and older versions of Ollama send an empty finish reason with each chunk.
    const isEnd = end != null && end !== '';
    if (isEnd) this.finish = finishOf(end);
    this.isOver = !isResumed && (this.isOver || isEnd);
    return deltas;
  }

  /** Returns the words of a chunk, or an empty list for a message that repeats the text of all deltas. */
  #newWords(words: readonly ChatDelta[], isMessage: boolean): readonly ChatDelta[] {
    const text = words.map((word) => (word.type === 'text' ? word.text : '')).join('');
    if (!isMessage) this.#text += text;
    return isMessage && text !== '' && text === this.#text ? [] : words;
  }

  /**
   * The error that an endpoint sent instead of an answer: an error without the usual wrapper `error`, or JSON of
   * another API. Undefined if there was an answer.
   */
  get errorInstead(): Error | undefined {
    return this.#hasContent || this.#errorInstead === false ? undefined : this.#errorInstead;
  }

  /** Whether at least one of the answer's calls is incomplete. */
  get hasIncompleteCall(): boolean {
    return this.#calls.hasIncompleteCall;
  }

  /**
   * The finish reason to assume if the answer ended without a finish reason. Undefined if the answer is empty or a call
   * is incomplete.
   */
  get finishIfWhole(): FinishReason | undefined {
    if (!this.#hasContent || this.hasIncompleteCall) return undefined;
    return this.#calls.count > 0 ? 'toolCalls' : 'stop';
  }
}

const limitedList = v.pipe(v.array(v.unknown()), v.maxLength(MOST_ITEMS));

/** Parses a single call as a list with one item, and null as an empty list. */
const asList = v.pipe(
  v.unknown(),
  v.transform((value): unknown[] =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).filter((item) => item != null),
  ),
);

const Delta = v.looseObject({
  tool_calls: v.nullish(v.pipe(asList, limitedList, v.array(CallDelta))),
  /** The older format, with one function call. */
  function_call: v.optional(v.unknown()),
});
type Delta = v.InferOutput<typeof Delta> & WordFields;

/** The finish reasons by which Mistral, OpenRouter, DeepSeek, Z.ai and SGLang report an incomplete answer. */
const INCOMPLETE_REASONS: ReadonlySet<string> = new Set([
  'error',
  'insufficient_system_resource',
  'network_error',
  'abort',
]);

/** Matches Gemini's finish reasons for an unreadable call, with and without the prefix `function_call_filter: `. */
const UNREADABLE_CALL =
  /malformed_(?:function_call|response)|unexpected_tool_call|too_many_tool_calls|missing_thought_signature/i;

function isIncomplete(end: string | null | undefined): end is string {
  return end != null && (INCOMPLETE_REASONS.has(end) || UNREADABLE_CALL.test(end));
}

/** Returns the error of a failed answer. OpenRouter includes its provider's message. */
function incompleteError(end: string, error: unknown): Error {
  if (typeof error === 'object' && error !== null)
    return new APIError(undefined, error, undefined, undefined);
  return new Error(`the provider ended the answer early, with the reason “${end}”`);
}

/**
 * Returns whether a chunk is an error in the format of vLLM and similar servers. The SDK does not recognise this
 * format.
 */
function isError({ object, code, type, detail }: Readonly<Record<string, unknown>>): boolean {
  const isNamed = object === 'error' || (typeof type === 'string' && /error/i.test(type));
  return isNamed || Number(code) >= 400 || detail != null;
}

/** Returns the error in an event without choices, or undefined for an event that only keeps the connection alive. */
function errorInsteadIn(rest: Readonly<Record<string, unknown>>): Error | undefined {
  if (describesError(rest)) return new APIError(undefined, rest, undefined, undefined);
  return Object.keys(rest).length < 2 ? undefined : new NotAnAnswerError(JSON.stringify(rest));
}

/**
 * A choice. In an answer that is not streamed, a choice has a message instead of a delta. Moonshot reports the usage in
 * the choice.
 */
const Choice = v.object({
  delta: v.nullish(Delta),
  message: v.nullish(Delta),
  /** The text of servers that use the older completions API. */
  text: v.nullish(
    v.pipe(
      v.string(),
      v.transform((content): Delta => ({ content })),
    ),
  ),
  /** The finish reason, if the answer has ended. A value that is neither a string nor null counts as `stop`. */
  finish_reason: v.optional(v.fallback(v.nullish(v.string()), 'stop')),
  error: v.optional(v.unknown()),
  usage: v.optional(v.unknown()),
});

const Chunk = v.looseObject({
  /** Only the first choice is used, since requests ask for only one choice. */
  choices: v.nullish(
    v.pipe(
      v.array(v.unknown()),
      v.transform(([first]) => first),
      v.optional(Choice),
    ),
  ),
  usage: v.optional(v.unknown()),
  /** The field in which Groq reports the usage. */
  x_groq: v.fallback(v.nullish(v.object({ usage: v.optional(v.unknown()) })), undefined),
});

/** Ten times the largest window of any model. A larger number, such as the infinity from `1e999`, is ignored. */
const MOST_TOKENS = 100_000_000;
export const tokenCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_TOKENS));
const tokensIfAny = v.fallback(v.nullish(tokenCount), undefined);

const ReportedUsage = v.object({
  prompt_tokens: tokenCount,
  completion_tokens: tokensIfAny,
  prompt_tokens_details: v.fallback(v.nullish(v.object({ cached_tokens: tokensIfAny })), undefined),
  prompt_cache_hit_tokens: tokensIfAny,
});

/** Returns whether a delta has content. Endpoints send empty deltas or white space to keep a connection alive. */
export function hasContent(delta: ChatDelta): boolean {
  if (delta.type === 'text' || delta.type === 'reasoning') return /\S/.test(delta.text);
  if (delta.type !== 'toolCall') return true;
  return delta.callId !== undefined || delta.name !== undefined || /\S/.test(delta.arguments ?? '');
}

function callsOf({ tool_calls, function_call }: Delta): readonly CallDelta[] {
  const calls = tool_calls ?? [];
  if (calls.length > 0 || function_call == null) return calls;
  return [v.parse(CallDelta, { index: 0, function: function_call })];
}

/**
 * Converts a finish reason. Gateways forward the finish reasons of the API behind them, such as Gemini’s reasons in
 * capital letters, `model_length` of Mistral, or `sensitive` of Z.ai.
 */
function finishOf(reason: string): FinishReason {
  if (/tool|function_call/i.test(reason)) return 'toolCalls';
  if (/length|max_(output_)?tokens|context_window/i.test(reason)) return 'length';
  return /content_filter|safety|sensitive|prohibited|recitation|refusal|blocklist|spii/i.test(reason)
    ? 'filtered'
    : 'stop';
}

/** Returns the reported usage, or undefined if there is no usage or the usage is implausible. */
function usageOf(value: unknown): Usage | undefined {
  const parsed = v.safeParse(ReportedUsage, value);
  if (!parsed.success || parsed.output.prompt_tokens <= 0) return undefined;
  const { prompt_tokens, completion_tokens, prompt_tokens_details, prompt_cache_hit_tokens } = parsed.output;
  const cached = prompt_tokens_details?.cached_tokens ?? prompt_cache_hit_tokens;
  return { ...inputOf(prompt_tokens, cached), outputTokens: completion_tokens ?? 0 };
}

/**
 * Returns the number of input tokens, and how many of these tokens came from the cache. `read` is the number of input
 * tokens that the endpoint reported. If `cached` is greater than `read`, then `read` does not include the cached
 * tokens, so both numbers are added. Some proxies pass on such counts from Anthropic's API.
 */
export function inputOf(
  read: number,
  cached: number | null | undefined,
): Pick<Usage, 'inputTokens' | 'cachedInputTokens'> {
  if (cached == null) return { inputTokens: read };
  return { inputTokens: cached > read ? read + cached : read, cachedInputTokens: cached };
}
