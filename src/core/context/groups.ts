import type { SessionMessage } from '../log/session.ts';
import type { MessageId } from '../log/entry.ts';
import { toolCallsOf, type Message, type ToolCallPart, type ToolMessage } from '../log/message.ts';

export interface ToolResult {
  readonly id: MessageId;
  readonly at: number;
  readonly message: ToolMessage;
}

/**
 * Messages that stay in the context together or leave it together: an assistant message with tool calls and the results
 * of these calls, or any other single message. The results are in the order of the calls, regardless of their places in
 * the log.
 */
export interface Group {
  readonly head: SessionMessage;
  readonly results: readonly ToolResult[];
}

/** Returns all ids of a group, the head first. */
export function idsOf(group: Group): readonly MessageId[] {
  return [group.head.id, ...group.results.map((result) => result.id)];
}

export function messagesOf(group: Group): readonly SessionMessage[] {
  return [group.head, ...group.results];
}

/** Returns the call with this id from the group. */
export function callOf(group: Group, callId: string): ToolCallPart | undefined {
  return toolCallsOf(group.head.message).find((call) => call.callId === callId);
}

/**
 * Returns the call that a result answers: the newest earlier call with the call id of the result. Undefined if there is
 * no such call, or if the message is not a result.
 */
export function callAnsweredBy(
  { id, message }: SessionMessage,
  messages: readonly SessionMessage[],
): ToolCallPart | undefined {
  if (message.role !== 'tool') return undefined;
  const at = messages.findIndex((other) => other.id === id);
  const earlier = messages.slice(0, Math.max(0, at)).flatMap((other) => toolCallsOf(other.message));
  return earlier.findLast(({ callId }) => callId === message.callId);
}

/**
 * Returns the call that each result answers: the newest earlier call with the call id of the result. Call ids may
 * repeat, because some providers number calls anew in each answer.
 */
export function answeredCalls(
  messages: readonly { readonly message: Message }[],
): ReadonlyMap<Message, ToolCallPart> {
  const newest = new Map<string, ToolCallPart>();
  const answered = new Map<Message, ToolCallPart>();
  for (const { message } of messages) {
    for (const call of toolCallsOf(message)) newest.set(call.callId, call);
    const call = message.role === 'tool' ? newest.get(message.callId) : undefined;
    if (call !== undefined) answered.set(message, call);
  }
  return answered;
}

/**
 * Groups messages in the order of their heads. A result belongs to the newest earlier call with the same call id. If
 * there is no such call, or if the call already has a result, the result is a separate group.
 */
export function groupMessages(messages: readonly SessionMessage[]): readonly Group[] {
  const grouping = new Grouping();
  for (const message of messages) grouping.add(message);
  return grouping.groups;
}

/**
 * Returns the groups of a session's messages, without the system text. For a list that has grown, reads only the new
 * messages.
 */
export function conversationGroups(messages: readonly SessionMessage[]): readonly Group[] {
  const known = grouped.get(messages);
  if (known?.count === messages.length) return known.groups;
  const { groups } = groupingOf(messages);
  grouped.set(messages, { count: messages.length, groups });
  return groups;
}

const grouped = new WeakMap<
  readonly SessionMessage[],
  { readonly count: number; readonly groups: readonly Group[] }
>();

/** The newest grouping of a list, by the first message of the list. */
const groupings = new WeakMap<
  SessionMessage,
  { readonly count: number; readonly last: SessionMessage | undefined; readonly grouping: Grouping }
>();

function groupingOf(messages: readonly SessionMessage[]): Grouping {
  const [first] = messages;
  const before = first && groupings.get(first);
  const hasGrown = before !== undefined && messages[before.count - 1] === before.last;
  const grouping = hasGrown ? before.grouping : new Grouping();
  for (let at = hasGrown ? before.count : 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message !== undefined && message.message.role !== 'system') grouping.add(message);
  }
  if (first !== undefined) groupings.set(first, { count: messages.length, last: messages.at(-1), grouping });
  return grouping;
}

/**
 * Groups messages one by one as they are added, with the same result as `groupMessages`. Does not read earlier messages
 * again.
 */
export class Grouping {
  /** The heads whose calls wait for a result, by call id. */
  readonly #waiting = new Map<string, Head>();
  readonly #heads: Head[] = [];

  get groups(): readonly Group[] {
    return this.#heads.map(groupOf);
  }

  /** The number of groups so far. */
  get count(): number {
    return this.#heads.length;
  }

  headAt(place: number): SessionMessage | undefined {
    return this.#heads[place]?.head;
  }

  groupAt(place: number): Group | undefined {
    const head = this.#heads[place];
    return head && groupOf(head);
  }

  /**
   * Adds a message. Returns the place of its group. A result joins the group of its call if the call has no result yet.
   * Any other message, including any other result, begins a new group.
   */
  add(head: SessionMessage): number {
    const { id, at, message } = head;
    const awaited = message.role === 'tool' ? this.#waiting.get(message.callId) : undefined;
    if (message.role === 'tool' && awaited !== undefined) {
      this.#waiting.delete(message.callId);
      awaited.results?.set(message.callId, { id, at, message });
      awaited.group = undefined;
      return awaited.place;
    }
    const calls = toolCallsOf(message);
    const place = this.#heads.length;
    const results = calls.length === 0 ? undefined : new Map<string, ToolResult>();
    const own: Head = { head, place, results, group: undefined };
    for (const { callId } of calls) this.#waiting.set(callId, own);
    this.#heads.push(own);
    return place;
  }
}

interface Head {
  readonly head: SessionMessage;
  readonly place: number;
  /** The results by call id; undefined if the message has no calls. */
  readonly results: Map<string, ToolResult> | undefined;
  /** The group as it was last read; undefined after a further result was added. */
  group: Group | undefined;
}

function groupOf(of: Head): Group {
  of.group ??= { head: of.head, results: of.results === undefined ? [] : inOrder(of.head, of.results) };
  return of.group;
}

/** Returns results in the order of their calls. */
function inOrder({ message }: SessionMessage, results: ReadonlyMap<string, ToolResult>): Group['results'] {
  const callIds = new Set(toolCallsOf(message).map((call) => call.callId));
  return [...callIds].flatMap((id) => results.get(id) ?? []);
}

/** Returns whether the group is a tool result whose call is missing from the log or already has another result. */
export function isOrphanResult(group: Group): boolean {
  return group.head.message.role === 'tool';
}
