import type { CountTokens } from '../../../../src/core/ports.ts';
import type { Message, Part } from '../../../../src/core/log/message.ts';
import { toolCallsOf } from '../../../../src/core/log/message.ts';
import type { ContextItem } from '../contextItem.ts';
import { tokensOf } from '../contextItem.ts';

/** A single message, or an assistant's calls with their results. Truncation keeps or drops the whole group. */
export type Group = readonly ContextItem[];

/**
 * Returns messages as a list that a provider accepts, with each result directly after its call. Calls without a result
 * get the result `[interrupted]`. Results without a call are left out.
 */
export function itemsOf(messages: readonly Message[]): readonly ContextItem[] {
  const results = new Map<string, ContextItem>();
  for (const message of messages) if (message.role === 'tool') results.set(message.callId, asItem(message));
  return messages
    .filter((message) => message.role !== 'tool')
    .flatMap((message) => [
      asItem(message),
      ...toolCallsOf(message).map(({ callId }) => results.get(callId) ?? interrupted(callId)),
    ]);
}

/** Divides a list of messages into groups. Each message that is not a tool result begins a group. */
export function groupsOf(items: readonly ContextItem[]): readonly Group[] {
  const groups: ContextItem[][] = [];
  for (const item of items) {
    if (item.role === 'tool') groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Returns as many of the newest groups as fit. */
export function newestWithin(
  groups: readonly Group[],
  budgetTokens: number,
  count: CountTokens,
): readonly Group[] {
  let left = budgetTokens;
  let start = groups.length;
  while (start > 0) {
    left -= tokensOf(groups[start - 1] ?? [], count);
    if (left < 0) break;
    start -= 1;
  }
  return groups.slice(start);
}

export function asItem(message: Message): ContextItem {
  const content = (message.parts as readonly Part[]).map(contentOf).filter(Boolean).join('\n');
  if (message.role === 'tool') {
    return { role: 'tool', content, tool_call_id: message.callId, treatment: 'verbatim' };
  }
  const calls = toolCallsOf(message).map((call) => ({
    id: call.callId,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    role: message.role,
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
    treatment: 'verbatim',
  };
}

function contentOf(part: Part): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text;
  return part.type === 'file' ? `${part.path}\n${part.text}` : '';
}

function interrupted(callId: string): ContextItem {
  return { role: 'tool', content: '[interrupted]', tool_call_id: callId, treatment: 'stub' };
}
