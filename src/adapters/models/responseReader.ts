import * as v from 'valibot';
import type { FinishReason, Usage } from '../../core/log/message.ts';
import type { ChatDelta } from '../../core/ports.ts';
import { argumentsOf } from './callSlots.ts';
import { inputOf, tokenCount } from './chunkReader.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';
import { failureOf } from './sdkError.ts';
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
  /** The complete text of a part of an item. Like `refusal` and `arguments`, it comes after the last delta. */
  text: v.fallback(v.string(), ''),
  refusal: v.fallback(v.string(), ''),
  arguments: v.optional(v.unknown()),
  item_id: v.fallback(v.nullish(v.string()), undefined),
  item: v.optional(v.unknown()),
  response: v.optional(v.unknown()),
});
type Event = v.InferOutput<typeof Event>;

/** The maximum number of items in an answer. */
const MOST_ITEMS = 1_000;

/**
 * What an event does to an item: it opens, continues or ends the item. The last event of an answer repeats every item.
 */
type ItemStep = 'opens' | 'continues' | 'ends' | 'repeats';

/**
 * Converts events of the Responses API to deltas. Ignores unknown events. An answer consists of items: texts, thoughts
 * and calls. For example, `{ type: 'response.output_text.delta', output_index: 0, delta: 'Hi' }` becomes `{ type:
 * 'text', text: 'Hi' }`. The events at the end of an item and of the answer repeat the content. Only content that was
 * not streamed before becomes a delta.
 */
export class ResponseReader {
  readonly kept = new ResponseKeeper();
  finish: FinishReason | undefined;
  usage: Usage | undefined;
  /** Whether a thought is in progress. A thought may take long without any event. */
  isThinking = false;
  // An item is identified by its slot, which is its number in the order of arrival. Servers' indexes and ids are
  // unreliable.
  /** The slots of the calls whose first delta, with the id and the name, was returned. */
  readonly #calls = new Set<number>();
  /** The streamed text or arguments of each slot. */
  readonly #streamed = new Map<number, string>();
  /** The complete text or arguments of each slot, if an event before the end of the item contained them. */
  readonly #whole = new Map<number, string>();
  /** The slots of the items that ended. */
  readonly #done = new Set<number>();
  readonly #slotById = new Map<string, number>();
  /** The slot of the newest item at each index. Some servers give all items the same index. */
  readonly #slotByIndex = new Map<number, number>();
  #slotCount = 0;
  /** The slot of the newest text, and of the newest thought unless a text or a call followed it. */
  #newest: { readonly text?: number | undefined; readonly reasoning?: number } = {};

  /** Returns the deltas of one event. Throws an APIError if the event reports a failure. */
  read(data: unknown): readonly ChatDelta[] {
    const event = v.parse(Event, data);
    switch (event.type) {
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return this.#words('text', this.#slotOf(event.output_index, event.item_id, 'continues'), event.delta);
      case 'response.reasoning_summary_part.added':
        return event.summary_index === 0 ? [] : [{ type: 'reasoning', text: '\n\n' }];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#words(
          'reasoning',
          this.#slotOf(event.output_index, event.item_id, 'continues'),
          event.delta,
        );
      case 'response.output_item.added':
        return this.#added(event);
      case 'response.function_call_arguments.delta':
        return this.#arguments(this.#slotOf(event.output_index, event.item_id, 'continues'), event.delta);
      case 'response.output_text.done':
      case 'response.refusal.done':
      case 'response.function_call_arguments.done':
        this.#keepWhole(event);
        return [];
      case 'response.output_item.done':
        return this.#itemDone(event.output_index, event.item, 'ends');
      case 'response.completed':
      case 'response.incomplete':
        return this.#fullResponse(v.parse(FullResponse, event.response), event.type);
      case 'response.failed':
        throw failureOf(v.parse(FullResponse, event.response).error);
      case 'error':
        throw failureOf(event);
      default:
        return [];
    }
  }

  /**
   * The finish reason of an answer that ends with `[DONE]` but lacks the event with the full response. Undefined if the
   * answer is empty or a call is incomplete.
   */
  get finishIfWhole(): FinishReason | undefined {
    const isEmpty = this.#streamed.size === 0 && this.#calls.size === 0;
    if (isEmpty || [...this.#calls].some((slot) => !this.#done.has(slot))) return undefined;
    return this.#calls.size > 0 ? 'toolCalls' : 'stop';
  }

  /**
   * Returns the slot of an event's item. If the item's id is known, the id determines the slot. Otherwise the slot is
   * the newest slot at the item's index, or a new slot. A new slot begins if the index has no slot, or if the event
   * opens an item. A new slot also begins if the event ends an item but the item in the newest slot has already ended.
   * Suppose that two items open, continue and end one after the other at index 0: their slots are 0 and 1, even if each
   * event has a new id.
   */
  #slotOf(index: number, id: string | null | undefined, step: ItemStep): number {
    const known = id == null ? undefined : this.#slotById.get(id);
    if (known !== undefined) return known;
    const newest = this.#slotByIndex.get(index);
    const isNew = newest === undefined || step === 'opens' || (step === 'ends' && this.#done.has(newest));
    const slot = isNew ? this.#slotCount++ : newest;
    if (slot >= MOST_ITEMS) throw new PayloadTooLargeError();
    this.#slotByIndex.set(index, slot);
    if (id != null && this.#slotById.size < MOST_ITEMS) this.#slotById.set(id, slot);
    return slot;
  }

  /**
   * Returns the delta of a text or thought. Puts an empty line between the texts or thoughts of two items, e.g. between
   * a commentary and the final answer (github.com/langchain4j/langchain4j/pull/6403).
   */
  #words(type: 'text' | 'reasoning', slot: number, text: string): readonly ChatDelta[] {
    if (text === '') return [];
    const isSeparate = (this.#newest[type] ?? slot) !== slot;
    this.#newest = { ...(type === 'reasoning' && this.#newest), [type]: slot };
    if (type === 'text') this.#streamed.set(slot, this.#streamedIn(slot) + text);
    return [{ type, text: isSeparate ? `\n\n${text}` : text }];
  }

  #arguments(slot: number, text: string): readonly ChatDelta[] {
    if (text === '') return [];
    this.#streamed.set(slot, this.#streamedIn(slot) + text);
    return [{ type: 'toolCall', index: slot, arguments: text }];
  }

  #streamedIn(slot: number): string {
    return this.#streamed.get(slot) ?? '';
  }

  /**
   * Keeps the complete text or arguments of an item until the item ends. Appends a text to the item's earlier texts,
   * since an item may have several.
   */
  #keepWhole({ output_index, item_id, text, refusal, arguments: given }: Event): void {
    const slot = this.#slotOf(output_index, item_id, 'continues');
    const before = this.#calls.has(slot) ? '' : (this.#whole.get(slot) ?? '');
    this.#whole.set(slot, before + text + refusal + argumentsOf(given));
  }

  /** Returns the part of an item's complete text or arguments that was not streamed. */
  #rest(slot: number, given: string): readonly ChatDelta[] {
    const whole = given === '' ? (this.#whole.get(slot) ?? '') : given;
    const streamed = this.#streamedIn(slot);
    const rest = whole.startsWith(streamed) ? whole.slice(streamed.length) : '';
    return this.#calls.has(slot) ? this.#arguments(slot, rest) : this.#words('text', slot, rest);
  }

  #added({ output_index: index, item }: Event): readonly ChatDelta[] {
    const parsed = v.safeParse(Item, item);
    this.isThinking = parsed.success && parsed.output.type === 'reasoning';
    return parsed.success ? this.#opened(this.#slotOf(index, parsed.output.id, 'opens'), parsed.output) : [];
  }

  /**
   * Returns the first delta of a call. Returns an empty list for other items, and for a call that already has deltas.
   */
  #opened(slot: number, { type, call_id, name, arguments: given }: Item): readonly ChatDelta[] {
    if (type !== 'function_call' || this.#hasBegun(slot)) return [];
    this.#calls.add(slot);
    this.#newest = { text: this.#newest.text };
    if (argumentsOf(given) !== '') this.#whole.set(slot, argumentsOf(given));
    return [
      {
        type: 'toolCall',
        index: slot,
        ...(call_id != null && { callId: call_id }),
        ...(name != null && { name }),
      },
    ];
  }

  /** Returns whether a delta of a text or call was already returned for this slot. */
  #hasBegun(slot: number): boolean {
    return this.#calls.has(slot) || this.#streamed.has(slot);
  }

  /** Ends an item. Returns deltas for the parts of the item that were not streamed. */
  #itemDone(index: number, data: unknown, step: 'ends' | 'repeats'): readonly ChatDelta[] {
    const parsed = v.safeParse(Item, data);
    if (!parsed.success) return [];
    const item = parsed.output;
    const slot = this.#slotOf(index, item.id, step);
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
        return this.#rest(slot, text);
      }
      case 'function_call': {
        this.kept.keepCall(item.call_id ?? '');
        return [...this.#opened(slot, item), ...this.#rest(slot, argumentsOf(item.arguments))];
      }
      default:
        return [];
    }
  }

  /**
   * Reads the event that ends an answer. Returns deltas for the parts of items that were not streamed. Stores the
   * finish reason and the usage. Throws an APIError if the event contains an error.
   */
  #fullResponse(
    { output, usage, incomplete_details, error }: FullResponse,
    type: 'response.completed' | 'response.incomplete',
  ): readonly ChatDelta[] {
    if (Object.values(error ?? {}).some((value) => value != null)) throw failureOf(error);
    const ended = output.flatMap((item, index) => this.#itemDone(index, item, 'repeats'));
    const left = [...this.#whole.keys()].filter((slot) => !this.#done.has(slot));
    const deltas = [...ended, ...left.flatMap((slot) => this.#rest(slot, ''))];
    const cut = type === 'response.incomplete' ? 'max_output_tokens' : undefined;
    this.finish = finishReasonOf(incomplete_details?.reason ?? cut, this.#calls.size > 0);
    if (usage != null && usage.input_tokens > 0) {
      const input = inputOf(usage.input_tokens, usage.input_tokens_details?.cached_tokens);
      this.usage = { ...input, outputTokens: usage.output_tokens };
    }
    return deltas;
  }
}

/** Returns why an answer ended. `incompleteReason` says why it is incomplete, for example `max_output_tokens`. */
function finishReasonOf(incompleteReason: string | null | undefined, hasCalls: boolean): FinishReason {
  if (incompleteReason == null) return hasCalls ? 'toolCalls' : 'stop';
  return incompleteReason === 'content_filter' ? 'filtered' : 'length';
}
