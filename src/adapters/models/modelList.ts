import * as v from 'valibot';
import type { ModelProfile } from '../../core/ports.ts';
import type { Endpoint } from './endpoint.ts';
import { askJson } from './endpointJson.ts';
import type { ProfileFacts } from './profiles.ts';

/** A model that an endpoint offers, with what its list says of it. */
export interface OfferedModel {
  readonly id: string;
  readonly facts: ProfileFacts;
}

const LIST_TIMEOUT_MS = 5_000;
const byName = new Intl.Collator();

/**
 * The models an endpoint offers, by name. Rejects with a ChatError when the endpoint can't be reached, refuses, or
 * answers with something that is no list of models.
 */
export async function listModels(endpoint: Endpoint, signal?: AbortSignal): Promise<readonly OfferedModel[]> {
  const answer = await askJson(endpoint, '/models', { timeoutMs: LIST_TIMEOUT_MS, signal });
  const parsed = v.safeParse(ModelList, answer);
  const rows = !parsed.success
    ? []
    : Array.isArray(parsed.output)
      ? parsed.output
      : (parsed.output.data ?? parsed.output.models ?? []);
  return rows.map(offeredModel).sort((a, b) => byName.compare(a.id, b.id));
}

const tokens = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined);
/** OpenRouter tells dollars a token as text. */
const dollars = v.fallback(v.optional(v.pipe(v.string(), v.transform(Number), v.minValue(0))), undefined);

const ModelRow = v.object({
  id: v.string(),
  context_length: tokens, // OpenRouter, Together, Moonshot
  max_model_len: tokens, // vLLM
  context_window: tokens, // Groq
  max_context_length: tokens, // LM Studio, Mistral
  loaded_context_length: tokens, // LM Studio: what is served now
  meta: v.fallback(v.nullish(v.object({ n_ctx_train: tokens })), undefined), // llama.cpp
  top_provider: v.fallback(v.nullish(v.object({ max_completion_tokens: tokens })), undefined),
  supported_parameters: v.fallback(v.nullish(v.array(v.string())), undefined),
  pricing: v.fallback(
    v.nullish(v.object({ prompt: dollars, completion: dollars, input_cache_read: dollars })),
    undefined,
  ),
});
type ModelRow = v.InferOutput<typeof ModelRow>;

/** Routers have some hundreds. */
const MOST_MODELS = 5_000;

const Rows = v.pipe(
  v.array(v.unknown()),
  v.transform((rows) => rows.slice(0, MOST_MODELS)),
  v.array(ModelRow),
);
const ModelList = v.union([Rows, v.object({ data: v.nullish(Rows), models: v.nullish(Rows) })]);

function offeredModel(row: ModelRow): OfferedModel {
  const window =
    row.loaded_context_length ??
    row.context_length ??
    row.max_model_len ??
    row.context_window ??
    row.max_context_length;
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
