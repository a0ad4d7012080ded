import type {
  ChatCompletionContentPartText,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources/chat/completions';

const HINT = { cache_control: { type: 'ephemeral' } } as const;

type Param = ChatCompletionMessageParam;

/** Returns whether requests to a model are cached only if they contain cache hints. */
export function takesCacheHints(model: string): boolean {
  return /claude/i.test(model);
}

/**
 * Adds cache hints to the ends of three prefixes that a later request may share: the system text, the previous request
 * (which ends before the newest answer), and this whole request. For Anthropic, a request begins with the tools,
 * followed by the system text and the messages. Anthropic accepts at most four hints, and finds cached prefixes that
 * end at the hints of earlier requests. Routers forward hints in message parts
 * (https://docs.claude.com/en/docs/build-with-claude/prompt-caching,
 * https://openrouter.ai/docs/features/prompt-caching).
 */
export function hintedMessages(messages: readonly Param[]): Param[] {
  const answer = messages.findLastIndex(({ role }) => role === 'assistant');
  const system = messages.findLastIndex(({ role }) => role === 'system');
  const ends = [system, lastWithText(messages, answer - 1), lastWithText(messages, messages.length - 1)];
  return messages.map((param, at) => (ends.includes(at) ? hinted(param) : param));
}

/** Adds a hint to the last tool. */
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

/** Adds a hint to the last text of a message, since not every router accepts a hint on an image. */
function hinted(param: Param): Param {
  const last = textsOf(param).at(-1);
  if (last === undefined) return param;
  if (typeof param.content === 'string') return { ...param, content: [{ ...last, ...HINT }] } as Param;
  const content = (param.content ?? []).map((part) => (part === last ? { ...part, ...HINT } : part));
  return { ...param, content } as Param;
}
