import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import type { CompactionEntry, Provenance, RecordBlock } from '../../core/log/entry.ts';
import { isForgotten } from '../../core/log/forget.ts';
import type { Session } from '../../core/log/session.ts';
import { sourcesOf } from '../../core/log/sources.ts';
import type { BlockView, EventDetail, ReceiptView, SourcedLine } from '../../shared/panelView.ts';

/** What one compaction wrote and what it kept, to be checked against the log. */
export function eventDetail(
  entry: CompactionEntry,
  session: Pick<Session, 'allMessages'>,
  shown: ShownTokens = asCounted,
): Omit<EventDetail, 'changes'> {
  const { summary } = entry.event;
  return {
    id: entry.id,
    blocks: entry.blocks.flatMap((block) => blockViews(block, entry.provenance, shown)),
    receipt: receiptView(entry, session),
    struck: summary?.struck ?? [],
    added: summary?.added ?? [],
  };
}

/** A text may be forgotten long after the compaction, so that is counted now. */
function receiptView(entry: CompactionEntry, { allMessages }: Pick<Session, 'allMessages'>): ReceiptView {
  const ids = new Set([...sourcesOf(entry), ...entry.replaced.map(({ id }) => id)]);
  const forgotten = allMessages.filter(({ id, message }) => ids.has(id) && isForgotten(message)).length;
  return { ...entry.receipt, forgotten };
}

function blockViews(
  block: RecordBlock,
  provenance: readonly Provenance[],
  shown: ShownTokens,
): readonly BlockView[] {
  if (block.text.trim() === '') return [];
  const sources = new Map(
    provenance.flatMap(({ block: kind, line, ids }) => (kind === block.kind ? [[line, ids] as const] : [])),
  );
  return [{ kind: block.kind, tokens: shown(block.tokens), sections: sectionsOf(block.text, sources) }];
}

interface Section {
  readonly title: string;
  readonly lines: SourcedLine[];
}

/** Titles are Markdown headings; a text without any is one section without a title. */
function sectionsOf(text: string, sources: ReadonlyMap<number, readonly string[]>): BlockView['sections'] {
  const sections: Section[] = [];
  text.split('\n').forEach((written, index) => {
    const heading = /^#{1,6}\s+(.+)$/.exec(written);
    if (heading?.[1] !== undefined) {
      sections.push({ title: heading[1].trim(), lines: [] });
      return;
    }
    const line = lineOf(written);
    if (line === '') return;
    if (sections.length === 0) sections.push({ title: '', lines: [] });
    // A line that goes on with the one above stands on the same messages: one link is enough.
    const goesOn = /^ {2}/.test(written) && (sections.at(-1)?.lines.length ?? 0) > 0;
    sections.at(-1)?.lines.push({ text: line, sources: goesOn ? [] : (sources.get(index) ?? []) });
  });
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Without the mark of a list, and without the address that the line's own link shows. */
function lineOf(written: string): string {
  return written
    .trim()
    .replace(/^[-*•]\s+/, '')
    .replace(/^m\d+(?: ((?:You|thought|agent): )|: )/, '$1');
}
