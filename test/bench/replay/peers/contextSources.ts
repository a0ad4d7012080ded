import type { ContextItem as CoreItem } from '../../../../src/core/context/context.ts';
import type { EntryId } from '../../../../src/core/log/entry.ts';
import type { AssistantPart, Message } from '../../../../src/core/log/message.ts';
import type { ContextItem } from '../../retention/contextItem.ts';
import { asItem } from '../../retention/rows/groups.ts';

/**
 * Maps a peer's items to the messages of the session, so that the contexts of the peer are counted like all other
 * contexts.
 */
export class ContextSources {
  readonly #known = new Map<ContextItem, CoreItem>();
  readonly #byCall = new Map<string, CoreItem>();

  /** Returns a message of the session in the format that peers get. */
  give(source: CoreItem): ContextItem {
    const item = asItem(source.message);
    this.#known.set(item, source);
    if (item.tool_call_id !== undefined) this.#byCall.set(item.tool_call_id, source);
    return item;
  }

  /**
   * Returns a peer's items as a context. An item that the peer made stands for the tool result that it shortens, or for
   * all messages that are gone.
   */
  contextOf(items: readonly ContextItem[]): readonly CoreItem[] {
    const held = new Set(items);
    const gone = [...this.#known].filter(([item]) => !held.has(item)).flatMap(([, { entries }]) => entries);
    return items.map((item) => this.#known.get(item) ?? this.#made(item, gone));
  }

  #made(item: ContextItem, gone: readonly EntryId[]): CoreItem {
    const shortened = item.tool_call_id === undefined ? undefined : this.#byCall.get(item.tool_call_id);
    const message = messageOf(item);
    if (shortened === undefined) return { message, treatment: 'summary', entries: gone };
    return { message, treatment: 'stub', entries: shortened.entries };
  }
}

function messageOf({
  role,
  content,
  tool_call_id: callId = '',
  tool_calls: calls = [],
}: ContextItem): Message {
  const text = { type: 'text', text: content } as const;
  if (role === 'tool') return { role, callId, toolName: '', parts: [text] };
  if (role !== 'assistant') return { role: 'user', parts: [text] };
  const asked = calls.map(({ id, function: { name, arguments: given } }): AssistantPart => ({
    type: 'toolCall',
    callId: id,
    name,
    arguments: given,
  }));
  return { role, parts: [text, ...asked] };
}
