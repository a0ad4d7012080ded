import * as v from 'valibot';
import type { ChatDelta } from '../../core/ports.ts';
import type { FinishReason, Usage } from '../../core/log/message.ts';
import { OpaqueFields } from './opaqueFields.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';

/**
 * From the chunks of a chat completion stream to deltas. Endpoints take liberties with the format (ids and indices left
 * out, whole calls at once, arguments as objects, content as parts), so chunks are parsed as outside data.
 */
export class ChunkReader {
  readonly #slots: Slot[] = [];
  /** What the endpoint wants back with the answer. */
  readonly opaque = new OpaqueFields();
  finish: FinishReason | undefined;
  /** Whether all was said: words behind an end show that it was none, until another comes without words. */
  isOver = false;
  usage: Usage | undefined;

  readonly #newCallId: () => string;

  constructor(newCallId: () => string) {
    this.#newCallId = newCallId;
  }

  /** The deltas of one chunk, in order. Throws an Error when the chunk says that the answer failed. */
  read(chunk: unknown): readonly ChatDelta[] {
    const { usage, choices } = v.parse(Chunk, chunk);
    this.usage = usageOf(usage) ?? this.usage;
    const choice = choices ?? undefined;
    if (choice === undefined) return [];
    if (choice.finish_reason === 'error') throw new Error('the provider reported an error');
    const { delta, finish_reason: end } = choice;
    if (delta != null) this.opaque.hear(delta);
    const deltas = delta == null ? [] : [...textDeltas(delta), ...this.#callDeltas(delta.tool_calls ?? [])];
    const goesOn = this.finish !== undefined && deltas.some(saysSomething);
    // LocalAI, SGLang and older Ollama send an empty one with each chunk.
    const isEnd = end != null && end !== '';
    if (isEnd) this.finish = finishOf(end);
    this.isOver = !goesOn && (this.isOver || isEnd);
    return deltas;
  }

  #callDeltas(calls: readonly CallDelta[]): readonly ChatDelta[] {
    return calls.map((call) => {
      const index = this.#slotOf(call);
      if (index >= MOST_ITEMS) throw new PayloadTooLargeError();
      const isNew = this.#slots[index] === undefined;
      const slot = (this.#slots[index] ??= this.#newSlot(call));
      if (call.extra_content != null) this.opaque.hearCall(slot.callId, call.extra_content);
      const name = slot.isNamed ? '' : (call.function?.name ?? '');
      slot.isNamed ||= name !== '';
      const written = argumentsOf(call.function?.arguments);
      return {
        type: 'toolCall',
        index,
        ...(isNew && { callId: slot.callId }),
        ...(name !== '' && { name }),
        ...(written !== '' && { arguments: written }),
      };
    });
  }

  #newSlot({ id, index }: CallDelta): Slot {
    const callId = id != null && id !== '' ? id : this.#newCallId();
    return { id, callId, place: index, isNamed: false };
  }

  /**
   * Which call a delta belongs to. By index as the format says, unless its id is another than that call's (Gemini gives
   * all parallel calls index 0); without an index by id; without both, a name begins the next call.
   */
  #slotOf({ index, id, function: called }: CallDelta): number {
    const hasId = id != null && id !== '';
    const byId = hasId ? this.#slots.findIndex((slot) => slot.id === id) : -1;
    if (byId >= 0) return byId;
    const last = this.#slots.length - 1;
    if (index == null) return hasId || (called?.name ?? '') !== '' ? last + 1 : Math.max(last, 0);
    const byIndex = this.#slots.findLastIndex((slot) => slot.place === index);
    const isOther = hasId && (this.#slots[byIndex]?.id ?? '') !== '';
    return byIndex < 0 || isOther ? last + 1 : byIndex;
  }
}

interface Slot {
  readonly id: string | null | undefined;
  /** The endpoint's, or one made here. */
  readonly callId: string;
  /** The index that the endpoint gave the call. */
  readonly place: number | null | undefined;
  isNamed: boolean;
}

const CallDelta = v.object({
  index: v.nullish(v.number()),
  id: v.nullish(v.string()),
  extra_content: v.fallback(v.nullish(v.looseObject({})), undefined),
  function: v.nullish(v.object({ name: v.nullish(v.string()), arguments: v.optional(v.unknown()) })),
});
type CallDelta = v.InferOutput<typeof CallDelta>;

/** More calls or parts than any answer has; so many of them are not even looked at. */
const MOST_ITEMS = 1_000;
const few = v.pipe(v.array(v.unknown()), v.maxLength(MOST_ITEMS));

const ContentParts = v.pipe(
  few,
  v.array(
    v.looseObject({ type: v.string(), text: v.nullish(v.string()), thinking: v.optional(v.unknown()) }),
  ),
);

const Delta = v.object({
  content: v.nullish(v.union([v.string(), ContentParts])),
  refusal: v.nullish(v.string()),
  reasoning_content: v.optional(v.unknown()),
  reasoning: v.optional(v.unknown()),
  reasoning_details: v.optional(v.unknown()),
  thinking_blocks: v.optional(v.unknown()),
  tool_calls: v.nullish(v.pipe(few, v.array(CallDelta))),
});
type Delta = v.InferOutput<typeof Delta>;

const Choice = v.object({ delta: v.nullish(Delta), finish_reason: v.nullish(v.string()) });

const Chunk = v.object({
  /** The first of them: no other is asked for. */
  choices: v.nullish(
    v.pipe(
      v.array(v.unknown()),
      v.transform(([first]) => first),
      v.optional(Choice),
    ),
  ),
  usage: v.optional(v.unknown()),
});

/** Ten times the largest window there is: a figure above it, such as the infinity that `1e999` becomes, reports nothing. */
const MOST_TOKENS = 100_000_000;
const tokens = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_TOKENS));
const tokensIfAny = v.fallback(v.nullish(tokens), undefined);

const ReportedUsage = v.object({
  prompt_tokens: tokens,
  completion_tokens: tokensIfAny,
  prompt_tokens_details: v.fallback(v.nullish(v.object({ cached_tokens: tokensIfAny })), undefined),
  prompt_cache_hit_tokens: tokensIfAny,
});

/** A delta that somebody waits for; empty ones keep a connection alive, not an answer. */
export function saysSomething(delta: ChatDelta): boolean {
  if (delta.type !== 'toolCall') return true;
  return delta.callId !== undefined || delta.name !== undefined || delta.arguments !== undefined;
}

function textDeltas(delta: Delta): readonly ChatDelta[] {
  const parts =
    typeof delta.content === 'string' ? [{ type: 'text', text: delta.content }] : (delta.content ?? []);
  const thought = [delta.reasoning_content, delta.reasoning].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return [
    { type: 'reasoning' as const, text: typeof thought === 'string' ? thought : '' },
    ...parts.map(partDelta),
    { type: 'text' as const, text: delta.refusal ?? '' },
  ].filter(({ text }) => text !== '');
}

/** Mistral's thinking models send content as parts, `thinking` holding parts again. */
function partDelta(part: v.InferOutput<typeof ContentParts>[number] | { type: string; text: string }): {
  type: 'text' | 'reasoning';
  text: string;
} {
  const inner = 'thinking' in part ? v.safeParse(ContentParts, part.thinking) : undefined;
  if (inner?.success !== true) return { type: 'text', text: part.text ?? '' };
  return { type: 'reasoning', text: inner.output.map(({ text }) => text ?? '').join('') };
}

function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value == null ? '' : JSON.stringify(value);
}

function finishOf(reason: string): FinishReason {
  switch (reason) {
    case 'tool_calls':
    case 'function_call':
      return 'toolCalls';
    case 'length':
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'content_filter':
      return 'filtered';
    default:
      return 'stop';
  }
}

/** Undefined when the endpoint reports nothing, or what can't be. */
function usageOf(value: unknown): Usage | undefined {
  const parsed = v.safeParse(ReportedUsage, value);
  if (!parsed.success || parsed.output.prompt_tokens <= 0) return undefined;
  const { prompt_tokens, completion_tokens, prompt_tokens_details, prompt_cache_hit_tokens } = parsed.output;
  const cached = prompt_tokens_details?.cached_tokens ?? prompt_cache_hit_tokens;
  return {
    inputTokens: prompt_tokens,
    outputTokens: completion_tokens ?? 0,
    ...(cached != null && { cachedInputTokens: Math.min(cached, prompt_tokens) }),
  };
}
