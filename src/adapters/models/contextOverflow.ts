/** What is known of a refusal, whatever client or endpoint it came from. */
export interface Refusal {
  readonly status?: number | undefined;
  /** A string at OpenAI and Azure, a number at vLLM and llama.cpp. */
  readonly code?: string | number | null | undefined;
  readonly type?: string | null | undefined;
  readonly text: string;
}

/** The vendors' sentences for "the request is too long"; none of them says so in a common code. */
const OVERFLOW_SENTENCES: readonly RegExp[] = [
  /exceeds? the context window/i, // OpenAI, newer
  /maximum context length/i, // OpenAI, Azure, vLLM before 0.16, OpenRouter, Mistral
  /context[_ ]length[_ ]exceeded/i,
  /model'?s context length/i, // vLLM since 0.16, Together
  /exceeds? the (available )?context size/i, // llama.cpp
  /greater than the context length/i, // LM Studio
  /tokens to keep from the initial prompt/i,
  /trying to keep the first \d+ tokens/i,
  /cannot truncate prompt with n_keep/i,
  /prompt (is )?too long/i, // Anthropic, Ollama
  /exceeded max context length/i,
  /request_too_large/i,
  /input token count.{0,40}exceeds? the maximum/i, // Gemini
  /reduce the length of the messages/i, // Groq
  /maximum prompt length/i, // xAI
  /context window exceeds? limit/i, // MiniMax
  /input is too long for requested model/i, // Bedrock
  /exceeded model token limit/i, // Moonshot
  /model_context_window_exceeded/i,
];

const THROTTLING = /rate.?limit|too many (requests|tokens)|throttl|quota|overloaded|tokens per (minute|day)/i;
const OVERFLOW_STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422, undefined]);

/** Whether an endpoint refused because of its load or the account's limits: waiting helps, a shorter request does not. */
export function isThrottling({ status, text }: Refusal): boolean {
  return status === 429 || status === 503 || status === 529 || THROTTLING.test(text);
}

/**
 * Whether an endpoint refused a request for its length. Codes first, then the vendors' sentences; throttling is
 * excluded before the sentences, since some say "too many tokens" for it. Local servers send such an error inside a stream,
 * with no status at all.
 */
export function isContextOverflow(refusal: Refusal): boolean {
  const { status, code, type, text } = refusal;
  if (code === 'context_length_exceeded' || type === 'exceed_context_size_error') return true;
  if (isThrottling(refusal) || !OVERFLOW_STATUSES.has(status)) return false;
  return OVERFLOW_SENTENCES.some((sentence) => sentence.test(text));
}
