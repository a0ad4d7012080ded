/** What is known of a refusal, whatever client or endpoint it came from. */
export interface Refusal {
  readonly status?: number | undefined;
  /** A string at OpenAI and Azure, a number at vLLM and llama.cpp. */
  readonly code?: string | number | null | undefined;
  readonly type?: string | null | undefined;
  /** The part of the request that is meant, where the endpoint names it: `tools`, `messages[3].tool_calls[0].id`. */
  readonly param?: string | null | undefined;
  readonly text: string;
}

/** Codes and types that mean nothing else. */
const OVERFLOW_CODES: ReadonlySet<unknown> = new Set([
  'context_length_exceeded', // OpenAI, Azure, DeepSeek
  'exceed_context_size_error', // llama.cpp
  'model_max_prompt_tokens_exceeded', // GitHub Copilot
  'max_prompt_tokens_exceeded',
  'model_context_window_exceeded',
  'tokens_limit_reached', // GitHub Models
  'request_too_large', // Anthropic
  'string_above_max_length', // OpenAI, one message
  '1261', // Z.ai
  5021, // Cloudflare Workers AI
]);

/** The vendors' sentences for "the request is too long"; none of them says so in a common code. */
const OVERFLOW_SENTENCES: readonly RegExp[] = [
  /exceeds? the context window/i, // OpenAI, newer
  /maximum context length/i, // OpenAI, Azure, vLLM before 0.16, OpenRouter, Mistral, Fireworks, SGLang
  /context[_ ]length[_ ]exceeded/i,
  /model'?s context length/i, // vLLM since 0.16, Together, SGLang
  /longer than the maximum model length/i, // vLLM, with images or the older engine
  /exceeds? the (available )?context size/i, // llama.cpp
  /greater than the context length/i, // LM Studio
  /tokens to keep from the initial prompt/i,
  /trying to keep the first \d+ tokens/i,
  /cannot truncate prompt with n_keep/i,
  /prompt (is )?too long/i, // Anthropic, Ollama
  /prompt tokens too long/i, // Baidu
  /exceeds? context limit/i, // Anthropic, prompt and answer together
  /exceeded max context length/i,
  /request_too_large/i,
  /`?inputs`? (tokens \+ `?max_new_tokens`? must be <=|must have less than) \d+/i, // Text Generation Inference
  /input token count.{0,40}exceeds? the maximum/i, // Gemini
  /input token count is \d+ but.{0,20}model only supports/i, // Vertex AI
  /reduce the length of the messages/i, // Groq
  /prompt token count of \d+ exceeds the limit/i, // GitHub Copilot
  /request body too large for .{1,80} model/i, // GitHub Models
  /maximum prompt length/i, // xAI
  /prompt exceeds max length/i, // Z.ai
  /context window (exceeds? )?limit/i, // MiniMax, Cloudflare
  /range of input length should be/i, // DashScope, Xunfei
  /input length \d+ exceeds? (the )?maximum/i, // Volcengine, DeepInfra
  /exceeds? (the )?maximum input length/i, // TensorRT-LLM
  /must be less than max_seq_len/i, // SiliconFlow
  /input tokens exceeds? maximum length/i, // Bedrock, Nova
  /input tokens \d+ cannot exceed/i, // watsonx
  /input is too long for requested model/i, // Bedrock
  /too many tokens: size limit exceeded/i, // Cohere
  /exceeded model token limit/i, // Moonshot
];

const THROTTLING =
  /rate.?limit|too many (requests|tokens(, please wait| per))|throttl|quota|overloaded|tokens per (minute|day)/i;
const THROTTLING_STATUSES: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
/** These are about who asks and what for, whatever their words. */
const OTHER_STATUSES: ReadonlySet<number | undefined> = new Set([401, 402, 403, 404, 405]);
const TOO_LARGE = 413;

/** Whether an endpoint refused because of its load or the account's limits: waiting helps, a shorter request does not. */
export function isThrottling({ status, text }: Refusal): boolean {
  return THROTTLING_STATUSES.has(status) || THROTTLING.test(text);
}

/**
 * Whether an endpoint refused a request for its length: by status (413 means nothing else, whoever says it), by code, by a
 * rate that this request alone exceeds, so that waiting would not help, and by the vendors' sentences. Throttling is excluded
 * before the sentences, since some say "too many tokens" for it. Local servers send such an error inside a stream, with no status.
 */
export function isContextOverflow(refusal: Refusal): boolean {
  const { status, code, type, text } = refusal;
  if (status === TOO_LARGE || OVERFLOW_CODES.has(code) || OVERFLOW_CODES.has(type)) return true;
  if (OTHER_STATUSES.has(status)) return false;
  if (exceedsItsRate(text)) return true;
  return !isThrottling(refusal) && OVERFLOW_SENTENCES.some((sentence) => sentence.test(text));
}

/** `Limit 30000, Requested 32000` (OpenAI, Groq): never passes, as opposed to a rate that others have used up. */
function exceedsItsRate(text: string): boolean {
  const [, limit = '', requested = ''] = /\blimit:? (\d{1,12}), requested:? (\d{1,12})/i.exec(text) ?? [];
  return Number(requested) > Number(limit);
}
