import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';

/** A request as the demo model reads it. */
export interface DemoRequest {
  readonly systemText: string;
  /** The person's newest typed words, without the client's additions. */
  readonly question: string;
  /** The results of the tools that were called after the question, newest last. */
  readonly results: readonly DemoResult[];
  readonly toolNames: ReadonlySet<string>;
  /** All text except the system text, for summaries. */
  readonly transcript: string;
  readonly turns: number;
}

export interface DemoResult {
  readonly tool: string;
  readonly argument: string;
  readonly text: string;
}

export function readRequest({ messages, tools = [] }: ChatCompletionRequest): DemoRequest {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const lastQuestion = messages[lastUser];
  return {
    systemText: messages
      .filter(({ role }) => role === 'system')
      .map(textOf)
      .join('\n'),
    question: lastQuestion === undefined ? '' : withoutClientText(textOf(lastQuestion)),
    results: resultsOf(messages.slice(lastUser + 1)),
    toolNames: new Set(tools.map((tool) => tool.function.name)),
    transcript: messages
      .filter(({ role }) => role !== 'system')
      .map(textOf)
      .join('\n\n'),
    turns: messages.filter(({ role }) => role === 'user').length,
  };
}

export function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('\n');
}

export function withoutClientText(text: string): string {
  return text
    .replace(
      /<(client|file|current_datetime|system_reminder|tools_changed_notice)\b[^>]*>[\s\S]*?<\/\1>/g,
      '',
    )
    .trim();
}

function resultsOf(messages: readonly ChatMessage[]): readonly DemoResult[] {
  const calls = messages.flatMap(({ tool_calls: called = [] }) => called);
  return messages.flatMap((message) => {
    if (message.role !== 'tool') return [];
    const call = calls.find(({ id }) => id === message.tool_call_id);
    const argument = call?.function.arguments ?? '{}';
    return [{ tool: call?.function.name ?? '', argument: mainArgument(argument), text: textOf(message) }];
  });
}

/** Returns the first string in a call's arguments, which is a path or a query. */
function mainArgument(written: string): string {
  const values = Object.values(JSON.parse(written) as Record<string, unknown>);
  const first = values.find((value) => typeof value === 'string');
  return typeof first === 'string' ? first : '';
}

const SOURCE_PATH = /(?<![./\w-])(?:[\w-]+\/)*[\w.-]+\.(?:tsx?|jsx?|mjs|json|md|css|html|py|rs|go)\b/g;

/** Returns the paths of source files in a text, each once, in order. */
export function pathsIn(text: string): readonly string[] {
  return [...new Set(text.match(SOURCE_PATH) ?? [])];
}

/** Estimates the number of tokens. In English and code, a token has about four characters. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
