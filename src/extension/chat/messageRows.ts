import type { Group } from '../../core/context/groups.ts';
import type { EntryId, SecretSpan } from '../../core/log/entry.ts';
import {
  personTextOf,
  toolCallsOf,
  type AssistantMessage,
  type FinishReason,
  type Message,
  type TextPart,
  type UserMessage,
} from '../../core/log/message.ts';
import type { AssistantRow, ChatRow, UserRow } from '../../shared/chatView.ts';
import type { AttachmentView } from '../../shared/composerView.ts';
import { MEMORY_LABEL } from '../memories/memoryCompanion.ts';
import { OBSERVATION_LABEL } from '../observations/observationBuffer.ts';
import { ATTACHED_TEXTS, kindOfPath } from './attachedLists.ts';
import { awayField } from './awayView.ts';
import type { RowContext } from './rowContext.ts';
import { callRows, orphanRow } from './toolRows.ts';

/** Returns the rows of a group: one for the text of its first message, then one for each call. */
export function groupRows(group: Group, context: RowContext): readonly ChatRow[] {
  const { head } = group;
  switch (head.message.role) {
    case 'user':
      return userRows(group, head.message, context);
    case 'assistant':
      return [...assistantRows(group, head.message, context), ...callRows(group, context)];
    case 'tool':
      return [orphanRow(group, head.message, context)];
    case 'system':
      return [];
  }
}

/**
 * Returns the number of rows that `groupRows` returns for a group with this head. The number does not depend on the
 * group's results. A person's message has one row, which shows all parts of the message.
 */
export function rowCountOf(head: Message): number {
  switch (head.role) {
    case 'user':
      return head.parts.length > 0 ? 1 : 0;
    case 'assistant':
      return (hasTextRow(head) ? 1 : 0) + toolCallsOf(head).length;
    case 'tool':
      return 1;
    case 'system':
      return 0;
  }
}

function userRows(group: Group, message: UserMessage, context: RowContext): readonly UserRow[] {
  const { id, at } = group.head;
  const text = personTextOf(message);
  const attachments = attachmentsOf(id, message);
  const row = {
    type: 'user' as const,
    id,
    at,
    isPinned: context.session.pinnedIds.has(id),
    ...awayField(id, group, context),
  };
  const secrets = context.secretsOf(id).map(({ index, span }) => ({
    index,
    kind: kindOf(span),
  }));
  if (text.trim() === '' && attachments.length === 0) {
    const clientText = clientTextOf(message);
    if (clientText === undefined) return [];
    return [{ ...row, ...clientText, attachments, secrets, isEditable: false }];
  }
  return [
    {
      ...row,
      text,
      ...sentAlong(message),
      attachments,
      secrets,
      isEditable: !context.isReadOnly && context.isLed !== true,
    },
  ];
}

/**
 * The labels of texts that are lists, with the words for one item and for several items. If such a text is sent along,
 * the row shows the number of its items. For any other text, the row shows the label.
 */
const LISTED: Readonly<Record<string, readonly [one: string, several: string]>> = {
  [OBSERVATION_LABEL]: ['observation', 'observations'],
  [MEMORY_LABEL]: ['memory', 'memories'],
};

/** Returns the texts that are sent along with the person's own words, so that the row shows all that is sent. */
function sentAlong(message: UserMessage): Pick<UserRow, 'sentAlong'> {
  const parts = message.parts.filter(
    (part): part is TextPart =>
      part.type === 'text' && part.origin === 'client' && ATTACHED_TEXTS[part.label ?? ''] === undefined,
  );
  if (parts.length === 0) return {};
  const labels = [...new Set(parts.map(({ label }) => label ?? 'text added automatically'))];
  const names = labels.map((label) => {
    const [one, several] = LISTED[label] ?? [];
    if (one === undefined || several === undefined) return label;
    const texts = parts.flatMap((part) => (part.label === label ? part.text.split('\n') : []));
    const lines = texts.filter((line) => line.startsWith('- ')).length;
    return `${String(lines)} ${lines === 1 ? one : several}`;
  });
  const label = `Sent along: ${names.join(', ')}`;
  return { sentAlong: { label, text: parts.map(({ text }) => text).join('\n\n') } };
}

function kindOf({ kind, number }: SecretSpan): string {
  return number === undefined ? kind : `${kind} #${String(number)}`;
}

function attachmentsOf(id: EntryId, message: UserMessage): readonly AttachmentView[] {
  return message.parts.flatMap((part, index): readonly AttachmentView[] => {
    const own = { id: `${id}:${index}` };
    switch (part.type) {
      case 'file':
        return [{ ...own, label: part.path, kind: kindOfPath(part.path) }];
      case 'image':
        return [{ ...own, label: part.name ?? 'image', kind: 'image' }];
      case 'text': {
        const kind = part.origin === 'client' ? ATTACHED_TEXTS[part.label ?? ''] : undefined;
        return kind === undefined ? [] : [{ ...own, label: `@${part.label ?? ''}`, kind }];
      }
    }
  });
}

/** Returns the text of a message that only a client program wrote, e.g. a reminder in an imported transcript. */
function clientTextOf(message: UserMessage): { text: string; clientLabel: string } | undefined {
  const parts = message.parts.filter((part): part is TextPart => part.type === 'text');
  if (parts.length === 0) return undefined;
  const labels = new Set(parts.map(({ label }) => label ?? 'text added automatically'));
  return { text: parts.map(({ text }) => text).join('\n\n'), clientLabel: [...labels].join(', ') };
}

function assistantRows(
  group: Group,
  message: AssistantMessage,
  context: RowContext,
): readonly AssistantRow[] {
  const { id, at } = group.head;
  const markdown = joined(message, 'text');
  const reasoning = joined(message, 'reasoning');
  const ended = ENDED[message.finish ?? 'stop'];
  if (!hasTextRow(message)) return [];
  return [
    {
      type: 'assistant',
      id,
      at,
      markdown,
      reasoning,
      isStreaming: false,
      isPinned: context.session.pinnedIds.has(id),
      ...awayField(id, group, context),
      ...(message.model === undefined ? {} : { model: message.model }),
      ...(ended === undefined ? {} : { ended }),
    },
  ];
}

function hasTextRow({ parts, finish }: AssistantMessage): boolean {
  const hasContent = parts.some(
    (part) => (part.type === 'text' || part.type === 'reasoning') && part.text.trim() !== '',
  );
  return hasContent || ENDED[finish ?? 'stop'] !== undefined;
}

/** Words for the end of an answer that was cut or stopped. */
const ENDED: Readonly<Record<FinishReason, string | undefined>> = {
  stop: undefined,
  toolCalls: undefined,
  length: 'cut at the output limit',
  filtered: 'cut by the provider’s filter',
  interrupted: 'stopped',
};

function joined(message: Message, type: 'text' | 'reasoning'): string {
  return message.parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('\n\n');
}

/**
 * Returns whether the row `now` replaces the row `old`: the answer in the log replaces a streamed answer, and a result
 * replaces a running or waiting call.
 */
export function takesPlaceOf(now: ChatRow, old: ChatRow): boolean {
  if (old.type === 'assistant') return old.isStreaming && now.type === 'assistant';
  const isOpen = old.type === 'tool' && (old.status === 'running' || old.status === 'waiting');
  return isOpen && now.type === 'tool';
}

/** Returns the row of an answer that begins to arrive. */
export function emptyAnswer(id: string, at: number): AssistantRow {
  return {
    type: 'assistant',
    id,
    at,
    markdown: '',
    reasoning: '',
    isStreaming: true,
    isPinned: false,
  };
}

/** Returns the row of an unfinished answer with more of its text. */
export function withText(
  row: AssistantRow,
  { text = '', reasoning = '' }: { readonly text?: string; readonly reasoning?: string },
): AssistantRow {
  return { ...row, markdown: row.markdown + text, reasoning: row.reasoning + reasoning };
}
