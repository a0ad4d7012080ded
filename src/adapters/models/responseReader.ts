import { APIError } from 'openai';
import * as v from 'valibot';
import type { FinishReason, Usage } from '../../core/log/message.ts';
import type { ChatDelta } from '../../core/ports.ts';
import { argumentsOf } from './callSlots.ts';
import { tokenCount } from './chunkDeltas.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';
import { readRefusal } from './refusal.ts';
import { ResponseKeeper } from './responseFields.ts';

const Item = v.looseObject({
  type: v.string(),
  id: v.fallback(v.nullish(v.string()), undefined),
  call_id: v.nullish(v.string()),
  name: v.nullish(v.string()),
  arguments: v.optional(v.unknown()),
  phase: v.optional(v.unknown()),
  content: v.fallback(
    v.nullish(v.array(v.looseObject({ text: v.nullish(v.string()), refusal: v.nullish(v.string()) }))),
    undefined,
  ),
});
type Item = v.InferOutput<typeof Item>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const FullResponse = v.looseObject({
  output: v.fallback(v.array(v.unknown()), []),
  error: v.fallback(v.nullish(v.looseObject({})), undefined),
  incomplete_details: v.fallback(v.nullish(v.object({ reason: v.nullish(v.string()) })), undefined),
  usage: v.fallback(
    v.nullish(
      v.object({
        input_tokens: tokenCount,
        output_tokens: tokenCount,
        input_tokens_details: v.fallback(
          v.nullish(v.object({ cached_tokens: v.nullish(tokenCount) })),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
});
type FullResponse = v.InferOutput<typeof FullResponse>;

const Event = v.looseObject({
  type: v.string(),
  output_index: v.fallback(count, 0),
  summary_index: v.fallback(count, 0),
  delta: v.fallback(v.string(), ''),
  item_id: v.fallback(v.nullish(v.string()), undefined),
  item: v.optional(v.unknown()),
  response: v.optional(v.unknown()),
});
type Event = v.InferOutput<typeof Event>;

/** The most items of an answer. */
const MOST_ITEMS = 1_000;

/** Converts events of the Responses API to deltas; ignores unknown events. */
export class ResponseReader {
  readonly kept = new ResponseKeeper();
  finish: FinishReason | undefined;
  usage: Usage | undefined;
  /** Whether a thought is in progress; it may be long and silent. */
  isThinking = false;
  /** The streamed text or arguments of each item, by its slot: the item's number in order of arrival. */
  readonly #streamed = new Map<number, string>();
  readonly #done = new Set<number>();
  /** The slots of items by id, and of the newest item at each index, since some servers give all the same index. */
  readonly #byId = new Map<string, number>();
  readonly #byIndex = new Map<number, number>();
  readonly #calls = new Set<number>();
  #count = 0;

  /** Returns the deltas of one event. Throws an APIError when the event reports a failure. */
  read(data: unknown): readonly ChatDelta[] {
    const event = v.parse(Event, data);
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.#text(this.#slot(event.output_index, event.item_id, 'continues'), event.delta);
      case 'response.reasoning_summary_part.added':
        return event.summary_index === 0 ? [] : [{ type: 'reasoning', text: '\n\n' }];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return event.delta === '' ? [] : [{ type: 'reasoning', text: event.delta }];
      case 'response.output_item.added':
        return this.#added(event);
      case 'response.function_call_arguments.delta':
        return this.#arguments(this.#slot(event.output_index, event.item_id, 'continues'), event.delta);
      case 'response.output_item.done':
        return this.#itemDone(event.output_index, event.item, 'ends');
      case 'response.completed':
      case 'response.incomplete':
        return this.#fullResponse(v.parse(FullResponse, event.response));
      case 'response.failed':
        throw failure(v.parse(FullResponse, event.response).error);
      case 'error':
        throw failure(event);
      default:
        return [];
    }
  }

  /**
   * The finish reason of an answer that sent `[DONE]` without its last event; undefined if there is no answer or a
   * call is incomplete.
   */
  get finishIfWhole(): FinishReason | undefined {
    if (this.#streamed.size === 0 || [...this.#calls].some((slot) => !this.#done.has(slot))) return undefined;
    return this.#calls.size > 0 ? 'toolCalls' : 'stop';
  }

  /**
   * Returns the slot of an event's item: by its id where known, else the newest at its index. An event that opens an
   * item gets a new slot, and so does an item's end if the newest item has already ended. Ids that change with each
   * event are ignored.
   */
  #slot(
    index: number,
    id: string | null | undefined,
    event: 'opens' | 'ends' | 'repeats' | 'continues',
  ): number {
    const known = id == null ? undefined : this.#byId.get(id);
    if (known !== undefined) return known;
    const newest = this.#byIndex.get(index);
    const isOther = event === 'opens' || (event === 'ends' && newest !== undefined && this.#done.has(newest));
    const slot = newest === undefined || isOther ? this.#count++ : newest;
    if (slot >= MOST_ITEMS) throw new PayloadTooLargeError();
    this.#byIndex.set(index, slot);
    if (id != null && this.#byId.size < MOST_ITEMS) this.#byId.set(id, slot);
    return slot;
  }

  #text(slot: number, text: string): readonly ChatDelta[] {
    if (text === '') return [];
    this.#streamed.set(slot, (this.#streamed.get(slot) ?? '') + text);
    return [{ type: 'text', text }];
  }

  #arguments(slot: number, text: string): readonly ChatDelta[] {
    if (text === '') return [];
    this.#streamed.set(slot, (this.#streamed.get(slot) ?? '') + text);
    return [{ type: 'toolCall', index: slot, arguments: text }];
  }

  #added({ output_index: index, item }: Event): readonly ChatDelta[] {
    const parsed = v.safeParse(Item, item);
    this.isThinking = parsed.success && parsed.output.type === 'reasoning';
    return parsed.success ? this.#opened(this.#slot(index, parsed.output.id, 'opens'), parsed.output) : [];
  }

  #opened(slot: number, { type, call_id, name }: Item): readonly ChatDelta[] {
    if (type !== 'function_call' || this.#streamed.has(slot)) return [];
    this.#streamed.set(slot, '');
    this.#calls.add(slot);
    return [
      {
        type: 'toolCall',
        index: slot,
        ...(call_id != null && { callId: call_id }),
        ...(name != null && { name }),
      },
    ];
  }

  /** Returns deltas for the parts of an item that were not streamed; its done event repeats the whole item. */
  #itemDone(index: number, data: unknown, event: 'ends' | 'repeats'): readonly ChatDelta[] {
    const parsed = v.safeParse(Item, data);
    if (!parsed.success) return [];
    const item = parsed.output;
    const slot = this.#slot(index, item.id, event);
    if (this.#done.has(slot)) return [];
    this.#done.add(slot);
    this.isThinking = false;
    switch (item.type) {
      case 'reasoning':
        this.kept.keepThought(data);
        return [];
      case 'message': {
        this.kept.keepText(item.phase);
        const text = (item.content ?? []).map((part) => part.text ?? part.refusal ?? '').join('');
        return this.#streamed.has(slot) ? [] : this.#text(slot, text);
      }
      case 'function_call': {
        const opening = this.#opened(slot, item);
        this.kept.keepCall(item.call_id ?? '');
        return this.#streamed.get(slot) === ''
          ? [...opening, ...this.#arguments(slot, argumentsOf(item.arguments))]
          : opening;
      }
      default:
        return [];
    }
  }

  #fullResponse({ output, usage, incomplete_details }: FullResponse): readonly ChatDelta[] {
    const deltas = output.flatMap((item, index) => this.#itemDone(index, item, 'repeats'));
    const reason = incomplete_details?.reason;
    this.finish = reason == null ? (this.#calls.size > 0 ? 'toolCalls' : 'stop') : finishReasonOf(reason);
    if (usage != null && usage.input_tokens > 0) {
      const cached = usage.input_tokens_details?.cached_tokens;
      this.usage = {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        ...(cached != null && { cachedInputTokens: Math.min(cached, usage.input_tokens) }),
      };
    }
    return deltas;
  }
}

function finishReasonOf(reason: string): FinishReason {
  return reason === 'content_filter' ? 'filtered' : 'length';
}

/** HTTP statuses by error code. An error in the middle of an answer has only a code. */
const STATUSES: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  server_error: 500,
  server_is_overloaded: 503,
};
const Failure = v.fallback(v.looseObject({}), {});

function failure(error: unknown): APIError {
  const body = v.parse(Failure, error);
  const { code } = readRefusal(body);
  return new APIError(STATUSES[String(code ?? 'server_error')] ?? 400, body, undefined, new Headers());
}
