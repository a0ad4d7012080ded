import type { CompactionEntry, Provenance, RecordBlock } from '../../core/session/entry.ts';
import type { BlockView, EventDetail, SourcedLine } from '../../shared/panelView.ts';

/** What one compaction wrote and what it kept, to be checked against the log. */
export function eventDetail(entry: CompactionEntry): EventDetail {
  const { summary } = entry.event;
  return {
    id: entry.id,
    blocks: entry.blocks.flatMap((block) => blockViews(block, entry.provenance)),
    receipt: entry.receipt,
    struck: summary?.struck ?? [],
    added: summary?.added ?? [],
  };
}

function blockViews(block: RecordBlock, provenance: readonly Provenance[]): readonly BlockView[] {
  if (block.text.trim() === '') return [];
  const sources = new Map(
    provenance.flatMap(({ block: kind, line, ids }) => (kind === block.kind ? [[line, ids] as const] : [])),
  );
  return [{ kind: block.kind, tokens: block.tokens, sections: sectionsOf(block.text, sources) }];
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
    sections.at(-1)?.lines.push({ text: line, sources: sources.get(index) ?? [] });
  });
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Without the list's mark; what stands under another line keeps a sign of it. */
function lineOf(written: string): string {
  const isNested = /^\s{2,}\S/.test(written);
  const text = written.trim().replace(/^[-*•]\s+/, '');
  return isNested && text !== '' ? `↳ ${text}` : text;
}
