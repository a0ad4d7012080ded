import * as v from 'valibot';
import { normaliseCallId } from './callNames.ts';
import type { Endpoint } from './endpoint.ts';
import type { AssistantMessage, OpaqueItems } from '../../core/log/message.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';

/**
 * The lists in an answer that are sent back unchanged: the list of OpenRouter
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens) and the list of LiteLLM.
 */
const LIST_FIELDS = ['reasoning_details', 'thinking_blocks'] as const;
type ListField = (typeof LIST_FIELDS)[number];

/** The fields in which endpoints send a model's thoughts and accept them back. The last field is GitHub Copilot's. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;
type ReasoningField = (typeof REASONING_FIELDS)[number];

/**
 * The fields of a call that are sent back with the call: Google's field (https://ai.google.dev/gemini-api/docs/openai)
 * and LiteLLM's field (https://docs.litellm.ai/docs/providers/gemini). Each contains Gemini's signature. Gemini rejects
 * a call without its signature.
 */
const CALL_FIELDS = ['extra_content', 'provider_specific_fields'] as const;
type CallField = (typeof CALL_FIELDS)[number];
/** The values of `CALL_FIELDS` in a tool call. Later requests may have to return these values to the endpoint. */
export type OpaqueCall = Readonly<Partial<Record<CallField, object | null | undefined>>>;

/** The fields of an item that are streamed in pieces. All other fields arrive complete. */
const TEXTS_IN_PIECES = ['text', 'summary', 'thinking'];

/** The maximum number of items in each list of an answer. */
const MOST_ITEMS = 1_000;

const Item = v.record(v.string(), v.unknown());
type Item = v.InferOutput<typeof Item>;

const Fields = v.object({
  reasoning_details: v.fallback(v.optional(v.array(Item)), undefined),
  thinking_blocks: v.fallback(v.optional(v.array(Item)), undefined),
  reasoning_field: v.fallback(v.optional(v.picklist(REASONING_FIELDS)), undefined),
  extra_content: v.fallback(v.optional(v.record(v.string(), Item)), undefined),
  provider_specific_fields: v.fallback(v.optional(v.record(v.string(), Item)), undefined),
  reasoning_opaque: v.fallback(v.optional(v.string()), undefined),
  own_ids: v.fallback(v.optional(v.array(v.string())), undefined),
});
/** The fields of an answer that the adapter for chat completions keeps. */
export type ChatFields = v.InferOutput<typeof Fields>;

/**
 * Returns a text that identifies a model of an endpoint. The fields of an answer are sent back only to the model that
 * sent them.
 */
export function modelKeyOf({ baseUrl }: Endpoint, model: string): string {
  return `${new URL(baseUrl).host} ${model}`;
}

/** Returns the fields that the model `from` (see `modelKeyOf`) added. Returns no fields for another model's answer. */
export function chatFieldsOf({ opaque }: AssistantMessage, from: string): ChatFields {
  const parsed = opaque?.from === from ? v.safeParse(Fields, opaque.fields) : undefined;
  return parsed?.success === true ? parsed.output : {};
}

/** Returns the fields to send back with a call. */
export function callFieldsOf(fields: ChatFields, callId: string): OpaqueCall {
  return Object.fromEntries(
    CALL_FIELDS.flatMap((name) => {
      const byId = fields[name] ?? {};
      return Object.hasOwn(byId, callId) ? [[name, byId[callId]]] : [];
    }),
  );
}

/**
 * A delta's values of `LIST_FIELDS`, `REASONING_FIELDS` and `reasoning_opaque`. Later requests may have to return these
 * values to the endpoint.
 */
export type OpaqueDelta = Readonly<Partial<Record<ListField | ReasoningField | 'reasoning_opaque', unknown>>>;

/**
 * Collects fields of a streamed answer. If a later request to the same model contains the answer, the request must also
 * contain these fields unchanged.
 */
export class OpaqueFields {
  readonly #lists = new Map<ListField, Item[]>();
  readonly #calls = new Map<CallField, Record<string, object>>();
  readonly #ids: string[] = [];
  #reasoningField: ReasoningField | undefined;
  /** GitHub Copilot's encrypted thought, which belongs to `reasoning_text`. */
  #encrypted = '';

  keep(delta: OpaqueDelta): void {
    for (const field of LIST_FIELDS) {
      const items = v.safeParse(v.array(Item), delta[field]);
      if (items.success) for (const item of items.output) this.#add(field, item);
    }
    if (typeof delta.reasoning_opaque === 'string') this.#encrypted += delta.reasoning_opaque;
    this.#reasoningField ??= REASONING_FIELDS.find((field) => typeof delta[field] === 'string');
  }

  /** Keeps a call's non-empty `CALL_FIELDS`, so that they can be sent back with the call. */
  keepCall(callId: string, call: OpaqueCall): void {
    for (const name of CALL_FIELDS) {
      const value = call[name];
      const isEmpty = Object.values(value ?? {}).every((one) => one == null);
      if (value != null && !isEmpty) this.#calls.set(name, { ...this.#calls.get(name), [callId]: value });
    }
  }

  /**
   * Keeps a call's id if normalising would change the id. LiteLLM puts Gemini's signatures into ids and accepts only
   * these ids.
   */
  keepId(callId: string): void {
    if (normaliseCallId(callId, 'openai') !== callId) this.#ids.push(callId);
  }

  /**
   * Returns the collected fields, or undefined if there are none. In a turn that calls tools, an answer's plain-text
   * thoughts are sent back, too (https://api-docs.deepseek.com/guides/thinking_mode). They are not sent back if the
   * answer has one of the `LIST_FIELDS`, since that list contains the same thoughts.
   */
  items(from: string, isToolTurn: boolean): OpaqueItems | undefined {
    const lists = Object.fromEntries(this.#lists);
    const calls = Object.fromEntries(this.#calls);
    const encrypted = this.#encrypted !== '' && { reasoning_opaque: this.#encrypted };
    const ids = this.#ids.length > 0 && { own_ids: this.#ids };
    const goesBack = isToolTurn && this.#lists.size === 0 && this.#reasoningField !== undefined;
    const isEmpty = this.#lists.size + this.#calls.size === 0 && !encrypted && !ids && !goesBack;
    if (isEmpty) return undefined;
    const field = goesBack && { reasoning_field: this.#reasoningField };
    return {
      from,
      ...(goesBack && { withReasoning: true }),
      fields: { ...lists, ...calls, ...encrypted, ...ids, ...field },
    };
  }

  /** Adds an item. Joins the pieces of a text into one item, as in an answer that is not streamed. */
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

/**
 * Returns whether an item continues the last item. A signature ends a text. LiteLLM before July 2026 sends an empty
 * signature with each piece (github.com/BerriAI/litellm/issues/29428).
 */
function continuesItem(last: Item, item: Item, piece: string): boolean {
  const isSame = last['type'] === item['type'] && last['index'] === item['index'];
  return isSame && typeof last[piece] === 'string' && (last['signature'] ?? '') === '';
}

function joined(last: Item, item: Item, piece: string): Item {
  const present = Object.fromEntries(Object.entries(item).filter(([, value]) => value != null));
  return { ...last, ...present, [piece]: `${String(last[piece])}${String(item[piece])}` };
}

/**
 * The placeholder for a missing signature. Gemini requires its signature on each call of a turn. Its documentation
 * names this placeholder for the calls of another model and for the calls of an answer that broke off
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const PLACEHOLDER = 'skip_thought_signature_validator';

/** The placeholder in the field where Google's own endpoint expects a signature. */
export const PLACEHOLDER_EXTRA = { google: { thought_signature: PLACEHOLDER } };

/** Returns one placeholder for each call, for the field where OpenRouter expects signatures. */
export function placeholderDetails(callIds: readonly string[]): readonly Item[] {
  return callIds.map((id, index) => ({
    type: 'reasoning.encrypted',
    data: PLACEHOLDER,
    id,
    index,
    format: 'google-gemini-v1',
  }));
}
