import * as v from 'valibot';
import type { Refusal } from './contextOverflow.ts';

const Words = v.fallback(v.optional(v.string()), undefined);
const Code = v.fallback(v.nullish(v.union([v.string(), v.number()])), undefined);

const Problem = v.object({
  message: Words,
  detail: v.optional(v.unknown()), // FastAPI: a sentence, or a list of `{ msg }`
  msg: Words,
  code: Code,
  type: v.fallback(v.nullish(v.string()), undefined),
  error: v.optional(v.unknown()),
  errors: v.optional(v.unknown()), // Cloudflare
  metadata: v.fallback(v.optional(v.object({ raw: Words })), undefined), // OpenRouter: the provider's own words
});

/** Nesting of wrappers that is looked into: `{ error: { errors: [{ message }] } }`. */
const MOST_DEPTH = 4;

/** What an endpoint's error says, whichever of the common shapes it has: OpenAI's object, a bare string, FastAPI's detail, a list. */
export function readRefusal(body: unknown, depth = 0): Omit<Refusal, 'status'> {
  if (typeof body === 'string') return { text: body };
  const first: unknown = Array.isArray(body) ? body[0] : body;
  const parsed = v.safeParse(Problem, first);
  if (!parsed.success || depth > MOST_DEPTH) return { text: body == null ? '' : JSON.stringify(body) };
  const { message, msg, detail, code, type, error, errors, metadata } = parsed.output;
  const inner = error ?? errors ?? detail;
  const below = inner == null ? undefined : readRefusal(inner, depth + 1);
  const texts = [message ?? msg, below?.text, metadata?.raw].filter(
    (text) => text !== undefined && text !== '',
  );
  return {
    text: texts.length > 0 ? texts.join(': ') : JSON.stringify(first),
    code: code ?? below?.code,
    type: type ?? below?.type,
  };
}
