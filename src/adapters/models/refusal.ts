import * as v from 'valibot';
import type { Refusal } from './contextOverflow.ts';

const Words = v.fallback(v.optional(v.string()), undefined);
const Code = v.fallback(v.nullish(v.union([v.string(), v.number()])), undefined);
const Name = v.fallback(v.nullish(v.string()), undefined);

const Problem = v.object({
  message: v.optional(v.unknown()), // Mistral: an object with the detail
  detail: v.optional(v.unknown()), // FastAPI: a sentence, or a list of `{ loc, msg }`
  msg: Words,
  error_msg: Words, // Baidu
  status_msg: Words, // MiniMax
  error_code: Code,
  status_code: Code,
  base_resp: v.optional(v.unknown()),
  code: Code,
  type: Name,
  param: Name,
  loc: v.fallback(v.optional(v.array(v.union([v.string(), v.number()]))), undefined),
  error: v.optional(v.unknown()),
  errors: v.optional(v.unknown()), // Cloudflare
  metadata: v.fallback(v.optional(v.object({ raw: Words })), undefined), // OpenRouter: the provider's own words
});

/** The maximum number of nested wrappers to unwrap, as in `{ error: { errors: [{ message }] } }`. */
const MOST_DEPTH = 4;

/**
 * Parses an endpoint's error in any of the common formats: OpenAI's object, a string, FastAPI's detail, or a list. An
 * empty body (`{}`) has no message.
 */
export function readRefusal(body: unknown, depth = 0): Omit<Refusal, 'status'> {
  if (typeof body === 'string') return { text: body };
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const parsed = v.safeParse(Problem, first);
  if (!parsed.success || depth > MOST_DEPTH) return { text: body == null ? '' : wordsOf(body) };
  const { message, detail, type, param, loc, error, errors, base_resp, metadata } = parsed.output;
  const { code = parsed.output.error_code ?? parsed.output.status_code } = parsed.output;
  const words = MESSAGE_KEYS.map((key) => parsed.output[key]).find((text) => typeof text === 'string');
  const inner = error ?? errors ?? base_resp ?? detail ?? (typeof message === 'string' ? undefined : message);
  const below = inner == null ? undefined : readRefusal(inner, depth + 1);
  const raw = metadata?.raw === undefined ? undefined : readRefusal(jsonOrWords(metadata.raw), depth + 1);
  const texts = [words, below?.text, raw?.text].filter((text) => text !== undefined && text !== '');
  return {
    text: texts.length > 0 ? texts.join(': ') : wordsOf(first),
    code: code ?? below?.code,
    type: type ?? below?.type ?? raw?.type,
    param: param ?? pathOf(loc) ?? below?.param ?? raw?.param,
  };
}

/** The fields that may contain the message. Services use different fields. */
const MESSAGE_KEYS = ['message', 'msg', 'error_msg', 'status_msg'] as const;

/** Returns whether an object describes an error without OpenAI's wrapper `error`. */
export function describesError(body: object): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const isSaid = MESSAGE_KEYS.some((key) => typeof fields[key] === 'string');
  return isSaid || ['errors', 'detail', 'base_resp'].some((key) => fields[key] != null);
}

/** Joins the steps of FastAPI's path to an invalid field: `messages.0.content`. Omits `body` as the first step. */
function pathOf(loc: readonly (string | number)[] | undefined): string | undefined {
  return loc?.filter((step, at) => at > 0 || step !== 'body').join('.');
}

/** Returns the whole body as text if any of its values has a letter or a digit, and an empty text otherwise. */
function wordsOf(body: unknown): string {
  const written = JSON.stringify(body);
  const values = written.replace(/"(?:[^"\\]|\\.)*":|null|true|false/g, '');
  return /[\p{L}\p{N}]/u.test(values) ? written : '';
}

function jsonOrWords(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Most providers send their message as plain text and not as JSON.
    return text;
  }
}
