/** The levels of reasoning effort. If no level is set, the provider decides. */
export const EFFORTS = ['off', 'low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Returns the name that OpenAI, Gemini, Groq, xAI, Ollama and vLLM use for an effort. */
export function effortName(effort: Effort): 'none' | 'low' | 'medium' | 'high' {
  return effort === 'off' ? 'none' : effort;
}

/** The requested model and its output limit in tokens: the request's limit, or else the model's limit, if known. */
interface AskedModel {
  readonly model: string;
  readonly mostTokens?: number | undefined;
}

/**
 * Returns the parameters of a chat completion for a reasoning effort. OpenRouter uses its own object
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens). DeepSeek has its own field to turn thinking off
 * (https://api-docs.deepseek.com/guides/thinking_mode). Anthropic reads only its own field
 * (https://docs.claude.com/en/api/openai-sdk).
 */
export function effortParams(effort: Effort, baseUrl: string, asked: AskedModel): object {
  const host = new URL(baseUrl).hostname;
  if (/(^|\.)openrouter\.ai$/.test(host)) return { reasoning: { effort: effortName(effort) } };
  if (/(^|\.)anthropic\.com$/.test(host)) return anthropicParams(effort, asked);
  if (effort === 'off' && /(^|\.)deepseek\.com$/.test(host)) return { thinking: { type: 'disabled' } };
  return { reasoning_effort: effortName(effort) };
}

/** Matches Claude up to 4.5, which accepts a token limit for thinking. Later models accept only an effort. */
const THINKS_BY_TOKENS = /claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:-\d{8})?$)/;
/** The number of tokens for thinking at each effort. The number must be less than `max_tokens`. */
const THINKING_TOKENS = { low: 4_000, medium: 10_000, high: 20_000 } as const;
/** The smallest number of tokens for thinking that Anthropic accepts. Gateways to Anthropic have a similar minimum. */
const LEAST_THINKING_TOKENS = 1_024;
/** The number of tokens that are reserved for the answer itself. */
const ANSWER_TOKENS = 4_096;

function anthropicParams(effort: Effort, { model, mostTokens }: AskedModel): object {
  if (effort === 'off') return { thinking: { type: 'disabled' } };
  if (!THINKS_BY_TOKENS.test(model)) return { thinking: { type: 'adaptive' }, output_config: { effort } };
  const wanted = THINKING_TOKENS[effort];
  const max_tokens = mostTokens ?? wanted + ANSWER_TOKENS;
  const budget_tokens = Math.min(wanted, max_tokens - ANSWER_TOKENS);
  if (budget_tokens < LEAST_THINKING_TOKENS) return { thinking: { type: 'disabled' } };
  return { thinking: { type: 'enabled', budget_tokens }, max_tokens };
}
