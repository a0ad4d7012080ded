import type { Prepared } from '../../core/compaction/plan/draft.ts';
import type { TokenAccount } from '../../core/context/account.ts';
import type { Context, ContextItem } from '../../core/context/context.ts';
import { isRecord } from '../../core/context/record.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { textOf } from '../../core/log/message.ts';
import { textOfLine, shownLine } from '../../core/log/notesLine.ts';
import type { ContextItemView } from '../../shared/panelView.ts';
import { contextViews } from '../chat/contextItems.ts';

export interface PreviewItem {
  readonly id: string;
  readonly label: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The lines of the notes that come from this message. */
  readonly lines: readonly string[];
}

/** A token account whose token counts are the ones that the person sees. */
export type ShownAccount = Pick<TokenAccount, 'ofItem' | 'ofText'>;

export interface PreviewedChange {
  readonly prepared: Prepared;
  /** The context as it is now. */
  readonly context: Context;
  readonly account: ShownAccount;
}

/**
 * Returns a row for each message that would change. For a message that leaves the context, `tokensAfter` counts the
 * lines of the notes that come from the message. The rest of the notes has a row of its own if the notes change. The
 * rows are sorted by their savings, the largest first. Apart from rounding, the savings of all rows add up to the
 * saving of the compaction.
 */
export function previewItems({ prepared, context, account }: PreviewedChange): readonly PreviewItem[] {
  const tokensOf = (item: ContextItem): number => account.ofItem(item);
  const before = contextViews({ context, tokensOf, classes: new Map() });
  const after = contextViews({ context: prepared.context, tokensOf, classes: new Map() });
  const later = new Map(after.map((view, at) => [view.id, { view, text: textAt(prepared.context, at) }]));
  const noteLines = new NoteLines(prepared, account);
  const items = before.flatMap((view, at): readonly PreviewItem[] => {
    const item = context[at];
    const next = later.get(view.id);
    if (item === undefined || isRecord(item.message)) return [];
    if (next === undefined) return [noteLines.rowOf(view)];
    const isSame = next.text === textAt(context, at) && next.view.tokens === view.tokens;
    return isSame ? [] : [rowOf(view, next.view)];
  });
  const record = [recordOf(context, before), recordOf(prepared.context, after)] as const;
  return [...recordRow(...record, items), ...items].sort(
    (a, b) => b.tokensBefore - b.tokensAfter - (a.tokensBefore - a.tokensAfter),
  );
}

function recordOf(context: Context, views: readonly ContextItemView[]): ContextItemView | undefined {
  return views[context.findIndex(({ message }) => isRecord(message))];
}

function textAt(context: Context, at: number): string {
  const item = context[at];
  return item === undefined ? '' : textOf(item.message);
}

function rowOf(
  { id, label, tokens }: ContextItemView,
  { tokens: tokensAfter }: ContextItemView,
): PreviewItem {
  return { id, label, tokensBefore: tokens, tokensAfter, lines: [] };
}

/**
 * Returns the row for the rest of the notes: titles, digests of stages, and lines of earlier compactions. The rows of
 * the messages do not count this rest. Returns no row if the notes stay as they are.
 */
function recordRow(
  old: ContextItemView | undefined,
  next: ContextItemView | undefined,
  items: readonly PreviewItem[],
): readonly PreviewItem[] {
  if (next === undefined && old === undefined) return [];
  const told = items.reduce((sum, { lines, tokensAfter }) => sum + (lines.length > 0 ? tokensAfter : 0), 0);
  const tokensAfter = (next?.tokens ?? 0) - told;
  if (told === 0 && old?.tokens === tokensAfter) return [];
  return [
    {
      id: 'record',
      label: next?.label ?? old?.label ?? '',
      tokensBefore: old?.tokens ?? 0,
      tokensAfter,
      lines: [],
    },
  ];
}

/** The lines of the new notes, keyed by the messages that they come from. */
class NoteLines {
  readonly #byMessage = new Map<MessageId, { text: string; tokens: number }[]>();

  constructor({ draft }: Prepared, account: ShownAccount) {
    for (const line of draft.blocks.flatMap(({ lines }) => lines)) {
      const tokens = Math.floor(account.ofText(textOfLine(line)) / Math.max(1, line.ids.length));
      for (const id of line.ids)
        this.#byMessage.set(id, [...(this.#byMessage.get(id) ?? []), { text: shownLine(line), tokens }]);
    }
  }

  /** Returns the row of a message that would leave the context. */
  rowOf({ id, label, tokens }: ContextItemView): PreviewItem {
    const lines = this.#byMessage.get(id) ?? [];
    return {
      id,
      label,
      tokensBefore: tokens,
      tokensAfter: lines.reduce((sum, line) => sum + line.tokens, 0),
      lines: lines.map(({ text }) => text),
    };
  }
}
