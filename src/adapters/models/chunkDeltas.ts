import * as v from 'valibot';
import type { ChatDelta } from '../../core/ports.ts';
import type { FinishReason, Usage } from '../../core/log/message.ts';
import { CallDelta, CallSlots, MOST_ITEMS } from './callSlots.ts';
import { OpaqueFields } from './opaqueFields.ts';

/**
 * From the chunks of a chat completion stream to deltas. Endpoints take liberties with the format (ids and indices left
 * out, whole calls at once, arguments as objects, content as parts), so chunks are parsed as outside data.
 */
export class ChunkReader {
  readonly #calls: CallSlots;
  /** What the endpoint wants back with the answer. */
  readonly opaque = new OpaqueFields();
  #hasSaid = false;
  finish: FinishReason | undefined;
  /** Whether all was said: words behind an end show that it was none, until another comes without words. */
  isOver = false;
  usage: Usage | undefined;

  constructor(newCallId: () => string) {
    this.#calls = new CallSlots(newCallId, (callId, extra) => {
      this.opaque.hearCall(callId, extra);
    });
  }

  /** The deltas of one chunk, in order. Throws an Error when the chunk says that the answer failed. */
  read(chunk: unknown): readonly ChatDelta[] {
    const { usage, choices } = v.parse(Chunk, chunk);
    this.usage = usageOf(usage) ?? this.usage;
    const choice = choices ?? undefined;
    if (choice === undefined) return [];
    if (choice.finish_reason === 'error') throw new Error('the provider reported an error');
    const { finish_reason: end } = choice;
    const delta = choice.delta ?? choice.message;
    if (delta != null) this.opaque.hear(delta);
    const deltas = delta == null ? [] : [...textDeltas(delta), ...this.#calls.read(delta.tool_calls ?? [])];
    const says = deltas.some(saysSomething);
    this.#hasSaid ||= says;
    const goesOn = this.finish !== undefined && says;
    // LocalAI, SGLang and older Ollama send an empty one with each chunk.
    const isEnd = end != null && end !== '';
    if (isEnd) this.finish = finishOf(end);
    this.isOver = !goesOn && (this.isOver || isEnd);
    return deltas;
  }

  /** How an answer ends that said so without a reason; undefined where there is none, or a call of it is half. */
  get soundEnd(): FinishReason | undefined {
    if (!this.#hasSaid || this.#calls.hasHalf) return undefined;
    return this.#calls.count > 0 ? 'toolCalls' : 'stop';
  }
}

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

/** A whole answer has a message in place of the delta. */
const Choice = v.object({
  delta: v.nullish(Delta),
  message: v.nullish(Delta),
  finish_reason: v.nullish(v.string()),
});

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

/** A delta that somebody waits for; empty ones and white space keep a connection alive, not an answer. */
export function saysSomething(delta: ChatDelta): boolean {
  if (delta.type === 'text' || delta.type === 'reasoning') return /\S/.test(delta.text);
  if (delta.type !== 'toolCall') return true;
  return delta.callId !== undefined || delta.name !== undefined || /\S/.test(delta.arguments ?? '');
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
