import { saysTooLong } from './overflowWords.ts';

/** An endpoint's error, parsed from any of the known formats. */
export interface Refusal {
  readonly status?: number | undefined;
  /** The error code. OpenAI and Azure send a string, and vLLM and llama.cpp send a number. */
  readonly code?: string | number | null | undefined;
  readonly type?: string | null | undefined;
  /** The rejected part of the request, if the endpoint names this part: `tools`, `messages[3].tool_calls[0].id`. */
  readonly param?: string | null | undefined;
  readonly text: string;
}

/** Codes and types that always mean an overflow. */
const OVERFLOW_CODES: ReadonlySet<unknown> = new Set([
  'context_length_exceeded', // OpenAI, Azure, DeepSeek
  'exceed_context_size_error', // llama.cpp
  'model_max_prompt_tokens_exceeded', // GitHub Copilot
  'max_prompt_tokens_exceeded',
  'model_context_window_exceeded',
  'context_window_exceeded',
  'prompt_too_long',
  'tokens_limit_reached', // GitHub Models
  'request_too_large', // Anthropic
  '1261', // Z.ai
  5021, // Cloudflare Workers AI
]);

const THROTTLING =
  /rate.?limit|\brate\b.{0,20}\bexceed|too many (requests|tokens(, please wait| per))|throttl|quota|overloaded|tokens per (minute|day)|速率限制|频率|频繁/i;
const THROTTLING_STATUSES: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
/**
 * Statuses about the account or the address. An error with such a status is an overflow only if it has one of the
 * `OVERFLOW_CODES`, whatever its text says.
 */
const OTHER_STATUSES: ReadonlySet<number | undefined> = new Set([401, 402, 403, 404, 405]);
const TOO_LARGE = 413;

/**
 * Returns whether an endpoint rejected a request because the server is overloaded or the account has reached a limit.
 * Usually, waiting helps and a shorter request does not help.
 */
export function isThrottling({ status, text, code, type }: Refusal): boolean {
  const words = [text, code, type].map((word) => String(word ?? ''));
  return THROTTLING_STATUSES.has(status) || words.some((word) => THROTTLING.test(word));
}

/**
 * Returns whether an endpoint rejected a request because the request is too long. The status 413 and some codes always
 * mean this. Also returns true if this request alone exceeds a rate limit, since waiting would not help. Returns false
 * for other rate limits. The message of a rate limit may say "too many tokens", so rate limits are checked first. The
 * status may be missing, since local servers send this error inside a stream.
 */
export function isContextOverflow(refusal: Refusal): boolean {
  const { status, code, type, text } = refusal;
  if (status === TOO_LARGE || OVERFLOW_CODES.has(code) || OVERFLOW_CODES.has(type)) return true;
  if (OTHER_STATUSES.has(status)) return false;
  if (isOfOneString(refusal)) return isOfContent(refusal);
  if (exceedsItsRate(text)) return true;
  return !isThrottling(refusal) && [text, code, type].some((word) => saysTooLong(String(word ?? '')));
}

/** Returns whether the error has OpenAI's code for one field or list that is too long. */
function isOfOneString({ code }: Refusal): boolean {
  return code === 'string_above_max_length' || code === 'array_above_max_length';
}

/**
 * Returns whether the field that is too long is a message's content or the list of messages. A compaction can shorten
 * these fields, but not a call's id or the list of tools.
 */
function isOfContent({ param, text }: Refusal): boolean {
  const named = param ?? /['"`]([\w.[\]]+)['"`]/.exec(text)?.[1] ?? '';
  return /^(?:messages|input)$|\b(?:content|text)$/.test(named.replace(/\W+$/, ''));
}

/**
 * Returns whether the message names a limit that this request alone exceeds, such as `Limit 30000, Requested 32000`
 * (OpenAI, Groq).
 */
function exceedsItsRate(text: string): boolean {
  // Anthropic sends this error if a request is longer than the context window that the person's plan includes.
  if (/extra usage is required for long context/i.test(text)) return true;
  const [, limit = '', requested = ''] = /\blimit:? (\d{1,12}), requested:? (\d{1,12})/i.exec(text) ?? [];
  return Number(requested) > Number(limit);
}
