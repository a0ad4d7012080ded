import type { CountTokens } from '../../../src/core/ports.ts';
import { argumentText } from './spoken.ts';

/** A message of a compacted context, in the format of the headless command's output. */
export interface ContextItem {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly ContextCall[];
  readonly tool_call_id?: string;
  /**
   * The engine's name for the treatment of the message. Baselines use `verbatim` and `stub`, peers also use `summary`,
   * and bags use `notes`.
   */
  readonly treatment: string;
}

export interface ContextCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The number of tokens of a message in addition to its text: role and separators. */
const TOKENS_PER_MESSAGE = 4;

/** Returns the token count of contents, tool names and arguments, plus a constant for each message. */
export function tokensOf(items: readonly ContextItem[], count: CountTokens): number {
  return items.reduce((sum, item) => sum + tokensOfItem(item, count), 0);
}

export function tokensOfItem(item: ContextItem, count: CountTokens): number {
  const calls = item.tool_calls ?? [];
  const inCalls = calls.reduce(
    (sum, { function: call }) => sum + count(call.name) + count(call.arguments),
    0,
  );
  return count(item.content) + inCalls + TOKENS_PER_MESSAGE;
}

/**
 * Returns the text of the item for a comparison with the past. Decodes the arguments of tool calls in the same way as
 * the text of the past does.
 */
export function textOfItem(item: ContextItem): string {
  const calls = item.tool_calls ?? [];
  return [item.content, ...calls.map(({ function: call }) => `${call.name}\n${argumentText(call.arguments)}`)]
    .filter(Boolean)
    .join('\n');
}

/**
 * Returns the number of calls without a result directly after their message, and of results without a call. A provider
 * refuses both.
 */
export function countOrphans(items: readonly ContextItem[]): number {
  let orphans = 0;
  let open = new Set<string>();
  for (const item of items) {
    if (item.role === 'tool') {
      if (!open.delete(item.tool_call_id ?? '')) orphans += 1;
      continue;
    }
    orphans += open.size;
    open = new Set(item.tool_calls?.map(({ id }) => id));
  }
  return orphans + open.size;
}
