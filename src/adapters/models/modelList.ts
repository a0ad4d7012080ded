import * as v from 'valibot';
import type { ModelProfile } from '../../core/ports.ts';
import { chatError } from './chatError.ts';
import type { Endpoint } from './endpoint.ts';
import { askJson } from './endpointJson.ts';
import type { ProfileFacts } from './profiles.ts';

/** A model that an endpoint offers, with the facts in the endpoint's list. */
export interface OfferedModel {
  readonly id: string;
  readonly facts: ProfileFacts;
}

const LIST_TIMEOUT_MS = 5_000;
/** The maximum number of characters to show of an answer that is not a list. */
const MOST_DETAIL = 80;
const byName = new Intl.Collator();

/**
 * Returns the models that an endpoint offers, sorted by name. Rejects with a ChatError if the endpoint can't be
 * reached, refuses the request, or does not send a list of models.
 */
export async function listModels(endpoint: Endpoint, signal?: AbortSignal): Promise<readonly OfferedModel[]> {
  const answer = await askJson(endpoint, '/models', { timeoutMs: LIST_TIMEOUT_MS, signal });
  const rows = rowsIn(answer);
  if (rows === undefined) {
    const detail = JSON.stringify(answer).slice(0, MOST_DETAIL);
    throw chatError('notAModel', { endpoint }, { detail });
  }
  const models = rows
    .slice(0, MOST_MODELS)
    .map((row) => v.safeParse(ModelRow, row))
    .flatMap(({ success, output }) => (success ? output : []));
  const byId = new Map(models.map((model) => [model.id, model]));
  return models
    .map((model) => offeredModel(model, byId.get(model.parent ?? '')))
    .sort((a, b) => byName.compare(a.id, b.id));
}

/**
 * Returns the rows of the list in an answer. Returns an empty list if the answer is an object with neither a list nor
 * an error. Returns undefined if the answer contains an error instead of a list, or is not in a known format.
 */
function rowsIn(answer: unknown): readonly unknown[] | undefined {
  const parsed = v.safeParse(ModelList, answer);
  if (!parsed.success) return undefined;
  if (Array.isArray(parsed.output)) return parsed.output;
  const { data, models, error } = parsed.output;
  return data ?? models ?? (error === undefined ? [] : undefined);
}

function tokensFrom(least: number) {
  const count = v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(10_000_000));
  return v.fallback(v.optional(count), undefined);
}

/**
 * Parses a window. Ignores values outside the bounds of the setting `longthread.contextWindow`. Servers report 0, -1
 * and 1 if no model is loaded or the window is unknown.
 */
export const windowIfAny = tokensFrom(1_000);
const tokens = tokensFrom(1);
/** Parses OpenRouter's price, which is a text in dollars per token. */
const dollars = v.fallback(v.optional(v.pipe(v.string(), v.transform(Number), v.minValue(0))), undefined);

const ModelRow = v.object({
  id: v.string(),
  parent: v.fallback(v.nullish(v.string()), undefined), // vLLM: the model that an adapter (LoRA) extends
  context_length: windowIfAny, // OpenRouter, Together, Moonshot
  max_model_len: windowIfAny, // vLLM
  context_window: windowIfAny, // Groq
  max_context_length: windowIfAny, // LM Studio, Mistral
  loaded_context_length: windowIfAny, // LM Studio: the window of the loaded model
  meta: v.fallback(v.nullish(v.object({ n_ctx: windowIfAny })), undefined), // llama.cpp, if the model is loaded
  top_provider: v.fallback(v.nullish(v.object({ max_completion_tokens: tokens })), undefined),
  supported_parameters: v.fallback(v.nullish(v.array(v.string())), undefined),
  pricing: v.fallback(
    v.nullish(v.object({ prompt: dollars, completion: dollars, input_cache_read: dollars })),
    undefined,
  ),
});
type ModelRow = v.InferOutput<typeof ModelRow>;

/** The maximum number of models that are read from a list. Routers have some hundreds of models. */
const MOST_MODELS = 5_000;

const Rows = v.array(v.unknown());
const ModelList = v.union([
  Rows,
  v.object({ data: v.nullish(Rows), models: v.nullish(Rows), error: v.optional(v.unknown()) }),
]);

function windowOf(row: ModelRow): number | undefined {
  return (
    row.loaded_context_length ??
    row.meta?.n_ctx ??
    row.context_length ??
    row.max_model_len ??
    row.context_window ??
    row.max_context_length
  );
}

/** Converts a row. A LoRA adapter without a window has the window of the model that the adapter extends. */
function offeredModel(row: ModelRow, parent: ModelRow | undefined): OfferedModel {
  const window = windowOf(row) ?? (parent && windowOf(parent));
  const maxOutputTokens = row.top_provider?.max_completion_tokens;
  const price = priceOf(row);
  return {
    id: row.id,
    facts: {
      ...(window !== undefined && { window }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      ...(row.supported_parameters != null && { supportsTools: row.supported_parameters.includes('tools') }),
      ...(price !== undefined && { price }),
    },
  };
}

const MILLION = 1_000_000;

function priceOf({ pricing }: ModelRow): ModelProfile['price'] {
  if (pricing?.prompt === undefined || pricing.completion === undefined) return undefined;
  const cached = pricing.input_cache_read;
  return {
    input: pricing.prompt * MILLION,
    output: pricing.completion * MILLION,
    ...(cached !== undefined && { cachedInput: cached * MILLION }),
  };
}
