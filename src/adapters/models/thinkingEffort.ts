/** How much a model is to think before it answers; where nothing is said, its provider decides. */
export const EFFORTS = ['off', 'low', 'medium', 'high'] as const;
export type Effort = (typeof EFFORTS)[number];

/** As OpenAI, Gemini, Groq, xAI, Ollama and vLLM name it. */
export function effortName(effort: Effort): 'none' | 'low' | 'medium' | 'high' {
  return effort === 'off' ? 'none' : effort;
}

/**
 * What of a chat completion's request asks for the effort: OpenRouter has an object of its own
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens), DeepSeek a switch of its own
 * (https://api-docs.deepseek.com/guides/thinking_mode).
 */
export function effortParams(effort: Effort, baseUrl: string): object {
  const host = new URL(baseUrl).hostname;
  if (/(^|\.)openrouter\.ai$/.test(host)) return { reasoning: { effort: effortName(effort) } };
  if (effort === 'off' && /(^|\.)deepseek\.com$/.test(host)) return { thinking: { type: 'disabled' } };
  return { reasoning_effort: effortName(effort) };
}
