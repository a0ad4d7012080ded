import type { ResponseReasoningItem } from 'openai/resources/responses/responses';
import * as v from 'valibot';
import type { AssistantMessage, OpaqueItems } from '../../core/log/message.ts';

const Phase = v.picklist(['commentary', 'final_answer']);

/**
 * A reasoning item with its required fields. All further fields of the item are kept, too, and sent back to the model.
 */
const Thought = v.looseObject({
  type: v.literal('reasoning'),
  id: v.string(),
  encrypted_content: v.string(),
});

const Fields = v.object({
  thoughts: v.array(v.object({ item: Thought, before: v.optional(v.string()) })),
  phase: v.optional(Phase),
});

/** A model's encrypted thought. `before` is the id of the call after the thought; undefined if the text follows. */
export interface KeptThought {
  readonly item: ResponseReasoningItem;
  readonly before?: string | undefined;
}

export interface ResponseFields {
  readonly thoughts: readonly KeptThought[];
  /** The text's phase, which must be sent back to newer models with the text. */
  readonly phase?: v.InferOutput<typeof Phase> | undefined;
}

/** Returns the fields that the model with this key added to an answer. Returns no fields for another model's answer. */
export function responseFieldsOf({ opaque }: AssistantMessage, from: string): ResponseFields {
  const parsed = opaque?.from === from ? v.safeParse(Fields, opaque.fields) : undefined;
  if (parsed?.success !== true) return { thoughts: [] };
  const thoughts = parsed.output.thoughts.map(({ item, before }) => ({
    item: item as unknown as ResponseReasoningItem,
    before,
  }));
  return { thoughts, phase: parsed.output.phase };
}

/**
 * Collects an answer's encrypted thoughts and its phase from the finished items. Later requests must return the
 * thoughts and the phase to the model, together with the answer.
 */
export class ResponseKeeper {
  readonly #thoughts: { item: unknown; before?: string }[] = [];
  #open: unknown[] = [];
  #phase: unknown;

  /**
   * Keeps a reasoning item. Drops an item without encrypted content: requests set `store: false`, so the provider has
   * nothing stored for the item's id.
   */
  keepThought(item: unknown): void {
    if (v.is(Thought, item)) this.#open.push(item);
  }

  keepText(phase: unknown): void {
    if (v.is(Phase, phase)) this.#phase = phase;
    this.#close();
  }

  keepCall(callId: string): void {
    this.#close(callId);
  }

  items(from: string): OpaqueItems | undefined {
    if (this.#thoughts.length === 0 && this.#phase === undefined) return undefined;
    const phase = this.#phase !== undefined && { phase: this.#phase };
    return { from, fields: { thoughts: this.#thoughts, ...phase } };
  }

  /**
   * Links the latest thoughts to the item that follows. Thoughts at the end of an answer are dropped, since the API
   * rejects thoughts without an item after them.
   */
  #close(before?: string): void {
    for (const item of this.#open) this.#thoughts.push({ item, ...(before !== undefined && { before }) });
    this.#open = [];
  }
}
