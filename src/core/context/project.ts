import type { Entry, FoldedMessages, MessageId, ReplacedMessage } from '../log/entry.ts';
import { toolCallsOf, type Message, type SystemMessage, type ToolMessage } from '../log/message.ts';
import { foldSession, liveCompactions, type Session, type SessionMessage } from '../log/session.ts';
import { memoized } from '../memoized.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import type { Context, ContextItem } from './context.ts';
import { withoutExcludedText } from './included.ts';
import { conversationGroups, groupMessages, idsOf, isOrphanResult, type Group } from './groups.ts';
import { INTERRUPTED } from '../tools/noEffect.ts';
import { openingItem, recordItem } from './record.ts';
import { replaceText } from './replaceText.ts';

/** The label of a tool result without a call. The result gets the user role, but the person did not write it. */
export const LOST_RESULT = 'tool-result';

/** How the live compactions treat messages. `replaced` also contains excerpts of results that were too large. */
export interface Treatments {
  readonly replaced: ReadonlyMap<MessageId, ReplacedMessage>;
  readonly folded: ReadonlyMap<MessageId, FoldedMessages['as']>;
}

/** Returns whether a message was changed or removed, either by a compaction or because it was too large (`keptOut`). */
export function isTreated({ replaced, folded }: Treatments, id: MessageId): boolean {
  return replaced.has(id) || folded.has(id);
}

/** Returns whether a compaction shortened a message. */
export function isShortened(
  { replaced }: Treatments,
  { keptOut }: Pick<Session, 'keptOut'>,
  id: MessageId,
): boolean {
  const treatment = replaced.get(id);
  return treatment !== undefined && treatment !== keptOut.get(id);
}

/**
 * Returns the context that the model sees next. This is a pure function of the log: it reads no settings, counts, files
 * or clock.
 */
export function project(entries: readonly Entry[]): Context {
  return projectSession(foldSession(entries));
}

const projections = new WeakMap<Session, Context>();

/** Returns the context of the session. The context is cached with the session. */
export function projectSession(session: Session): Context {
  const known = projections.get(session);
  if (known !== undefined) return known;
  const context = projected(session);
  projections.set(session, context);
  return context;
}

/**
 * Projects a session that continues an earlier session (`before`). If only one message was added, projects only the
 * newest group again.
 */
export function projectNext(session: Session, before: Session | undefined): Context {
  return continuedContext(session, before) ?? projectSession(session);
}

/** Makes and caches a context from the cached context of `before`; undefined if that context can't be reused. */
function continuedContext(session: Session, before: Session | undefined): Context | undefined {
  const earlier = before && projections.get(before);
  if (before === undefined || earlier === undefined || !isShapedAs(session, before)) return undefined;
  const context = session.messages === before.messages ? earlier : grownContext(earlier, session, before);
  if (context !== undefined) projections.set(session, context);
  return context;
}

/** Returns whether everything that determines a context, apart from the messages, is the same. */
function isShapedAs(session: Session, before: Session): boolean {
  return SHAPING.every((part) => session[part] === before[part]);
}

const SHAPING = ['compactions', 'keptOut', 'pinnedIds', 'excludedIds', 'stages'] as const;

/**
 * Returns the context of a session that grew by one message. Reuses the earlier context and projects only the newest
 * group again. Undefined if more messages were added. Also undefined if the message is system text, an answer to an
 * older call, or the first message, because such a message can change more than its group.
 */
function grownContext(context: Context, session: Session, before: Session): Context | undefined {
  const group = hasOneMore(session.messages, before.messages) ? newestGroup(session.messages) : undefined;
  if (group === undefined || !context.some(({ message }) => message.role !== 'system')) return undefined;
  const ids = new Set(group.map(({ id }) => id));
  const kept = context.findLastIndex(({ entries }) => entries.length !== 1 || !ids.has(entries[0] ?? ''));
  return [...context.slice(0, kept + 1), ...itemsOf(group, session, treatmentsOf(session))];
}

function hasOneMore(messages: readonly SessionMessage[], before: readonly SessionMessage[]): boolean {
  return before.length > 0 && messages.length === before.length + 1 && messages.at(-2) === before.at(-1);
}

/**
 * Returns the newest group; undefined for system text, or if a result after the head of the group answers another
 * message.
 */
function newestGroup(messages: readonly SessionMessage[]): readonly SessionMessage[] | undefined {
  const head = messages.findLastIndex(({ message }) => message.role !== 'tool');
  const first = messages[head];
  if (first === undefined || first.message.role === 'system') return undefined;
  const calls = new Set(toolCallsOf(first.message).map(({ callId }) => callId));
  const group = messages.slice(head);
  return group.every(({ message }) => message.role !== 'tool' || calls.has(message.callId))
    ? group
    : undefined;
}

/** Returns the same result as `projectNext`, but works in steps, so that a long session does not block the thread. */
export function* projectInSteps(session: Session, before?: Session): Steps<Context> {
  const known = projections.get(session) ?? continuedContext(session, before);
  if (known !== undefined) return known;
  const treatments = treatmentsOf(session);
  yield;
  const groups = conversationGroups(session.messages);
  yield;
  const items = yield* mapInSteps(groups, (group) => groupItems(group, session, treatments));
  const context = contextOf(session, items.flat());
  projections.set(session, context);
  return context;
}

function projected(session: Session): Context {
  const treatments = treatmentsOf(session);
  return contextOf(session, itemsOfGroups(conversationGroups(session.messages), session, treatments));
}

/**
 * Puts the system text and the record before the items. If there is no record and the first item is not a user message,
 * puts an opening note before the items.
 */
function contextOf(session: Session, items: readonly ContextItem[]): Context {
  const compactions = liveCompactions(session);
  const system = systemItem(session.messages, treatmentsOf(session));
  const needsOpening = items.length > 0 && items[0]?.message.role !== 'user';
  const record =
    recordItem(session, compactions) ?? (needsOpening ? openingItem(session, compactions) : undefined);
  return [...(system ? [system] : []), ...(record ? [record] : []), ...items];
}

/** Returns the context items of adjacent messages, group by group. */
export function itemsOf(
  messages: readonly SessionMessage[],
  session: Session,
  treatments: Treatments,
): readonly ContextItem[] {
  return itemsOfGroups(groupMessages(messages), session, treatments);
}

function itemsOfGroups(
  groups: readonly Group[],
  session: Session,
  treatments: Treatments,
): readonly ContextItem[] {
  return groups.flatMap((group) => groupItems(group, session, treatments));
}

/**
 * Returns the treatment of each message: the treatment in the newest live compaction that names the message, otherwise
 * the excerpt if the message was kept out.
 */
export function treatmentsOf({ compactions, keptOut }: Session): Treatments {
  return treatmentsBy(compactions)(keptOut);
}

const treatmentsBy = memoized((compactions: Session['compactions']) =>
  memoized((keptOut: Session['keptOut']) => readTreatments(compactions, keptOut)),
);

function readTreatments(compactions: Session['compactions'], keptOut: Session['keptOut']): Treatments {
  const replaced = new Map(keptOut);
  const folded = new Map<MessageId, FoldedMessages['as']>();
  for (const compaction of liveCompactions({ compactions })) {
    for (const message of compaction.replaced) {
      folded.delete(message.id);
      replaced.set(message.id, message);
    }
    for (const { ids, as } of compaction.folded)
      for (const id of ids) {
        replaced.delete(id);
        folded.set(id, as);
      }
  }
  return { replaced, folded };
}

/**
 * Returns all system texts as one message, which comes first in the context. If two texts have the same slot, the later
 * text takes the place of the earlier text.
 */
function systemItem(messages: readonly SessionMessage[], { replaced }: Treatments): ContextItem | undefined {
  const all = systemTexts(messages).map(({ id, message }) => {
    const treatment = replaced.get(id);
    return { id, message: treatment === undefined ? message : shortenedSystem(message, treatment) };
  });
  const [first] = all;
  if (first === undefined) return undefined;
  const parts = all.flatMap(({ message }) => message.parts);
  return {
    message: all.length === 1 ? first.message : { role: 'system', parts },
    treatment: 'system',
    entries: all.map(({ id }) => id),
  };
}

/** Returns the system texts in effect. */
export function systemTexts(
  messages: readonly SessionMessage[],
): readonly { readonly id: MessageId; readonly message: SystemMessage }[] {
  const bySlot = new Map<string, { readonly id: MessageId; readonly message: SystemMessage }>();
  for (const { id, message } of messages)
    if (message.role === 'system') bySlot.set(message.slot ?? id, { id, message });
  return [...bySlot.values()];
}

export function shortenedSystem(message: SystemMessage, { text }: ReplacedMessage): SystemMessage {
  return { ...message, parts: text === '' ? [] : [{ type: 'text', text }] };
}

function groupItems(group: Group, session: Session, treatments: Treatments): readonly ContextItem[] {
  if (session.excludedIds.has(group.head.id)) return [];
  const isPinned = session.pinnedIds.size > 0 && idsOf(group).some((id) => session.pinnedIds.has(id));
  if (!isPinned && treatments.folded.has(group.head.id)) return [];
  const itemOf = (message: SessionMessage): ContextItem =>
    messageItem(message, session, isPinned ? undefined : treatments.replaced.get(message.id));
  const items = [itemOf(group.head), ...resultItems(group, itemOf)];
  return (isOrphanResult(group) ? items.map(asLostResult) : items).filter(saysSomething);
}

/** Returns whether a message is sent. A message without parts, e.g. after its reasoning was removed, is not sent. */
function saysSomething({ message }: ContextItem): boolean {
  return message.role === 'tool' || message.parts.length > 0;
}

/** Returns one result for each call, in the order of the calls. */
function resultItems(group: Group, itemOf: (message: SessionMessage) => ContextItem): readonly ContextItem[] {
  const calls = toolCallsOf(group.head.message);
  if (calls.length === 0) return [];
  const byCall = new Map(group.results.map((result) => [result.message.callId, itemOf(result)]));
  const interrupted = (callId: string): ContextItem => ({
    message: { role: 'tool', callId, toolName: '', parts: [{ type: 'text', text: INTERRUPTED }] },
    treatment: 'verbatim',
    entries: [group.head.id],
  });
  const callIds = new Set(calls.map(({ callId }) => callId));
  return [...callIds].map((callId) => byCall.get(callId) ?? interrupted(callId));
}

function messageItem(
  said: SessionMessage,
  session: Session,
  treatment: ReplacedMessage | undefined,
): ContextItem {
  const { id, message } = said;
  const entries = [id];
  const unseen = withoutExcludedText(said, session);
  if (unseen !== said) return { message: unseen.message, treatment: 'excluded', entries };
  if (treatment !== undefined)
    return { message: replaceText(message, treatment), treatment: treatment.as, entries };
  if (session.pinnedIds.has(id)) return { message: withoutReasoning(message), treatment: 'pinned', entries };
  return verbatimItem(said);
}

/**
 * For the same message, returns the same item. So `figuresOf` recognizes the beginning that the context shares with the
 * previous context, and need not count it again.
 */
const verbatimItem = memoized(({ id, message }: SessionMessage): ContextItem => ({
  message: withoutReasoning(message),
  treatment: 'verbatim',
  entries: [id],
}));

/**
 * Removes a model's reasoning, unless the reasoning must be sent back to the provider. For the same message, returns
 * the same object.
 */
export const withoutReasoning = memoized((message: Message): Message => {
  if (message.role !== 'assistant' || message.opaque?.withReasoning === true) return message;
  if (!message.parts.some((part) => part.type === 'reasoning')) return message;
  return { ...message, parts: message.parts.filter((part) => part.type !== 'reasoning') };
});

/** Converts a result that belongs to no call into client text, because such a result can't be sent as a result. */
function asLostResult(item: ContextItem): ContextItem {
  const message = item.message as ToolMessage;
  const parts = message.parts.map((part) =>
    part.type === 'text' ? { ...part, origin: 'client' as const, label: LOST_RESULT } : part,
  );
  return { ...item, message: { role: 'user', parts } };
}
