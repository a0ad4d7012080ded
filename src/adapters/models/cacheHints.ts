import type {
  ChatCompletionContentPartText,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';

const HINT = { cache_control: { type: 'ephemeral' } } as const;

type Param = ChatCompletionMessageParam;

/** Returns whether a model caches a request's beginning only where the request says so. */
export function takesCacheHints(model: string): boolean {
  return /claude/i.test(model);
}

/**
 * Returns the messages with a cache hint at the end of each part that the next request will start with: the system
 * text, what was sent last time (everything before the newest answer), and the whole. Anthropic reads tools, then
 * system, then messages, accepts four hints at most, and finds what was cached up to a hint of an earlier request;
 * routers pass hints on that are in a part of a message
 * (https://docs.claude.com/en/docs/build-with-claude/prompt-caching,
 * https://openrouter.ai/docs/features/prompt-caching).
 */
export function hintedMessages(messages: readonly Param[]): Param[] {
  const answer = messages.findLastIndex(({ role }) => role === 'assistant');
  const system = messages.findLastIndex(({ role }) => role === 'system');
  const ends = [system, lastWithText(messages, answer - 1), lastWithText(messages, messages.length - 1)];
  return messages.map((param, at) => (ends.includes(at) ? hinted(param) : param));
}

/** Returns the tools with a hint behind the last. */
export function hintedTools(tools: readonly ChatCompletionTool[]): ChatCompletionTool[] {
  return tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, ...HINT } : tool));
}

function lastWithText(messages: readonly Param[], from: number): number {
  for (let at = from; at >= 0; at--) if (textsOf(messages[at]).length > 0) return at;
  return -1;
}

function textsOf(param: Param | undefined): readonly ChatCompletionContentPartText[] {
  const content = param?.content ?? [];
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return content.filter(
    (part) => part.type === 'text' && part.text !== '',
  ) as ChatCompletionContentPartText[];
}

/** Parts take a hint, messages don't; and not every router takes one of an image. */
function hinted(param: Param): Param {
  const last = textsOf(param).at(-1);
  if (last === undefined) return param;
  if (typeof param.content === 'string') return { ...param, content: [{ ...last, ...HINT }] } as Param;
  const content = (param.content ?? []).map((part) => (part === last ? { ...part, ...HINT } : part));
  return { ...param, content } as Param;
}
