import type { CountTokens } from '../../../src/core/ports.ts';
import { argumentText } from './spoken.ts';

/** One message of a compacted context, in the form of the headless command's output. */
export interface ContextItem {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly ContextCall[];
  readonly tool_call_id?: string;
  /**
   * The engine's word for the message's treatment. Baselines and peers use `verbatim` or `stub`, bags `notes`.
   */
  readonly treatment: string;
}

export interface ContextCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The tokens of a message beside its text: role and separators. */
const TOKENS_PER_MESSAGE = 4;

/** Returns the tokens of contents, tool names and arguments, plus a constant for each message. */
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
 * Returns the item's text as the measure reads it, with arguments decoded as in the past that it is compared with.
 */
export function textOfItem(item: ContextItem): string {
  const calls = item.tool_calls ?? [];
  return [item.content, ...calls.map(({ function: call }) => `${call.name}\n${argumentText(call.arguments)}`)]
    .filter(Boolean)
    .join('\n');
}

/**
 * Returns calls without a result right after their message, and results without a call, which a provider refuses.
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
