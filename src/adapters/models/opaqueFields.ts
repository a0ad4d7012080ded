import * as v from 'valibot';
import { normaliseCallId } from './callNames.ts';
import type { Endpoint } from './endpoint.ts';
import type { AssistantMessage, OpaqueItems } from '../../core/log/message.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';

/**
 * Lists beside an answer that are sent back whole: OpenRouter's (https://openrouter.ai/docs/use-cases/reasoning-tokens)
 * and LiteLLM's.
 */
const LIST_FIELDS = ['reasoning_details', 'thinking_blocks'] as const;
type ListField = (typeof LIST_FIELDS)[number];

/** The field names in which endpoints send a model's thoughts and accept them back. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const;
type ReasoningField = (typeof REASONING_FIELDS)[number];

/** Fields of an item that are streamed in pieces; all others arrive complete. */
const TEXTS_IN_PIECES = ['text', 'summary', 'thinking'];

/** The most items of an answer. */
const MOST_ITEMS = 1_000;

const Item = v.record(v.string(), v.unknown());
type Item = v.InferOutput<typeof Item>;

const Fields = v.object({
  reasoning_details: v.fallback(v.optional(v.array(Item)), undefined),
  thinking_blocks: v.fallback(v.optional(v.array(Item)), undefined),
  reasoning_field: v.fallback(v.optional(v.picklist(REASONING_FIELDS)), undefined),
  extra_content: v.fallback(v.optional(v.record(v.string(), Item)), undefined),
  own_ids: v.fallback(v.optional(v.array(v.string())), undefined),
});
/** The fields of an answer that the adapter for chat completions keeps. */
export type ChatFields = v.InferOutput<typeof Fields>;

/** Returns the key of a model at an endpoint. Only this model gets its fields back. */
export function modelKeyOf({ baseUrl }: Endpoint, model: string): string {
  return `${new URL(baseUrl).host} ${model}`;
}

/** Returns the fields that the model with this key added to the answer; empty for another model's answer. */
export function chatFieldsOf({ opaque }: AssistantMessage, from: string): ChatFields {
  const parsed = opaque?.from === from ? v.safeParse(Fields, opaque.fields) : undefined;
  return parsed?.success === true ? parsed.output : {};
}

/** The fields of a delta that may be needed back. */
export type OpaqueDelta = Readonly<Partial<Record<ListField | ReasoningField, unknown>>>;

/** Collects from a stream the fields that its provider needs back unchanged with the answer. */
export class OpaqueFields {
  readonly #lists = new Map<ListField, Item[]>();
  readonly #extras = new Map<string, object>();
  readonly #ids: string[] = [];
  #reasoningField: ReasoningField | undefined;

  keep(delta: OpaqueDelta): void {
    for (const field of LIST_FIELDS) {
      const items = v.safeParse(v.array(Item), delta[field]);
      if (items.success) for (const item of items.output) this.#add(field, item);
    }
    this.#reasoningField ??= REASONING_FIELDS.find((field) => typeof delta[field] === 'string');
  }

  /**
   * Keeps a call's signature. Gemini signs calls and rejects unsigned ones
   * (https://ai.google.dev/gemini-api/docs/openai).
   */
  keepCall(callId: string, extra: object): void {
    this.#extras.set(callId, extra);
  }

  /** Keeps a call's id if it would be normalised: LiteLLM puts Gemini's signatures in ids and accepts no other id. */
  keepId(callId: string): void {
    if (normaliseCallId(callId, 'openai') !== callId) this.#ids.push(callId);
  }

  /**
   * Returns the collected fields; undefined without any. Plain-text thoughts, unless a list also has them, are sent
   * back with the answers of a turn that calls tools (https://api-docs.deepseek.com/guides/thinking_mode).
   */
  items(from: string, isToolTurn: boolean): OpaqueItems | undefined {
    const lists = Object.fromEntries(this.#lists);
    const extras = this.#extras.size > 0 && { extra_content: Object.fromEntries(this.#extras) };
    const ids = this.#ids.length > 0 && { own_ids: this.#ids };
    const goesBack = isToolTurn && this.#lists.size === 0 && this.#reasoningField !== undefined;
    if (this.#lists.size === 0 && !extras && !ids && !goesBack) return undefined;
    const field = goesBack && { reasoning_field: this.#reasoningField };
    return {
      from,
      ...(goesBack && { withReasoning: true }),
      fields: { ...lists, ...extras, ...ids, ...field },
    };
  }

  /** Adds an item. Joins the pieces of a text into one item, the form of an answer that is not streamed. */
  #add(field: ListField, item: Item): void {
    const items = this.#lists.get(field) ?? [];
    const last = items.at(-1);
    const piece = TEXTS_IN_PIECES.find((key) => typeof item[key] === 'string');
    if (last !== undefined && piece !== undefined && continuesItem(last, item, piece)) {
      items[items.length - 1] = joined(last, item, piece);
      return;
    }
    if (items.length >= MOST_ITEMS) throw new PayloadTooLargeError();
    this.#lists.set(field, [...items, item]);
  }
}

/** Returns whether an item continues the last one; a signature ends a text. */
function continuesItem(last: Item, item: Item, piece: string): boolean {
  const isSame = last['type'] === item['type'] && last['index'] === item['index'];
  return isSame && typeof last[piece] === 'string' && last['signature'] == null;
}

function joined(last: Item, item: Item, piece: string): Item {
  const present = Object.fromEntries(Object.entries(item).filter(([, value]) => value != null));
  return { ...last, ...present, [piece]: `${String(last[piece])}${String(item[piece])}` };
}

/**
 * Gemini requires its signature on each call of a turn. It documents this placeholder for a missing signature, i.e. for
 * calls by another model or in an answer that broke off (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const PLACEHOLDER = 'skip_thought_signature_validator';

/** The placeholder in the field where Google's own endpoint expects a signature. */
export const PLACEHOLDER_EXTRA = { google: { thought_signature: PLACEHOLDER } };

/** Returns placeholders in the field where OpenRouter expects signatures, one per call. */
export function placeholderDetails(callIds: readonly string[]): readonly Item[] {
  return callIds.map((id, index) => ({
    type: 'reasoning.encrypted',
    data: PLACEHOLDER,
    id,
    index,
    format: 'google-gemini-v1',
  }));
}
