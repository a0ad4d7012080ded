import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import type { CompactionEntry, RecordBlock } from '../../core/log/entry.ts';
import { isForgotten } from '../../core/log/forget.ts';
import { addressOf, CONTINUED, isHeading, type NotesLine, shownLine } from '../../core/log/notesLine.ts';
import type { Session } from '../../core/log/session.ts';
import { sourcesOf } from '../../core/log/sources.ts';
import type { BlockView, EventDetail, ReceiptView, SourcedLine } from '../../shared/panelView.ts';

/** Returns the texts and the receipt of a compaction, so that the person can compare the texts with the log. */
export function eventDetail(
  entry: CompactionEntry,
  session: Pick<Session, 'allMessages'>,
  shown: ShownTokens = asCounted,
): Omit<EventDetail, 'changes'> {
  const { summary } = entry.event;
  return {
    id: entry.id,
    blocks: entry.blocks.flatMap((block) => blockViews(block, shown)),
    receipt: receiptView(entry, session),
    struck: summary?.struck ?? [],
    added: summary?.added ?? [],
  };
}

/**
 * Returns the receipt of a compaction, with the number of its messages whose text was deleted by “Forget This Text”.
 * They are counted each time, since a text may be deleted after the compaction.
 */
function receiptView(entry: CompactionEntry, { allMessages }: Pick<Session, 'allMessages'>): ReceiptView {
  const ids = new Set([...sourcesOf(entry), ...entry.replaced.map(({ id }) => id)]);
  const forgotten = allMessages.filter(({ id, message }) => ids.has(id) && isForgotten(message)).length;
  return { ...entry.receipt, forgotten };
}

function blockViews({ kind, tokens, lines, text }: RecordBlock, shown: ShownTokens): readonly BlockView[] {
  return text.trim() === '' ? [] : [{ kind, tokens: shown(tokens), sections: sectionsOf(lines) }];
}

/** Splits notes into sections. Lines before the first heading also form a section. Leaves out empty sections. */
function sectionsOf(lines: readonly NotesLine[]): BlockView['sections'] {
  const sections: { readonly title: string; readonly lines: SourcedLine[] }[] = [];
  for (const line of lines) {
    if (isHeading(line)) sections.push({ title: `${line.words}${line.tail ?? ''}`, lines: [] });
    else if (sections.length === 0) sections.push({ title: line.section, lines: [] });
    const text = shownLine(withoutAddress(line));
    const shownLines = sections.at(-1)?.lines ?? [];
    if (isHeading(line) || text === '') continue;
    // A line that continues the line above comes from the same messages, so one link is enough.
    const goesOn = line.mark.startsWith(CONTINUED) && shownLines.length > 0;
    shownLines.push({ text, sources: goesOn ? [] : line.ids });
  }
  return sections.filter((section) => section.lines.length > 0);
}

/** Removes the address from a line, since the line's link already shows the address. */
function withoutAddress(line: NotesLine): NotesLine {
  const address = addressOf(line);
  return address === undefined
    ? line
    : { ...line, mark: line.mark.slice(address.length).replace(/^: /u, '') };
}
