import type { BlockKind, CompactionEntry, Entry, MessageId, RecordBlock } from './entry.ts';
import { comparisonKey } from './notesEdit.ts';

/** Who said a line; `agent` is a subagent of the assistant's. */
export type Speaker = 'person' | 'assistant' | 'thought' | 'agent';

/** A line or a heading of the notes. Its text is its mark, its words and its tail. */
export interface NotesLine {
  /** The heading above it; for a heading, its own words; empty above the first heading. */
  readonly section: string;
  /** Absent for lines about the work, and for headings. */
  readonly speaker?: Speaker;
  /** The messages that it comes from. */
  readonly ids: readonly MessageId[];
  /** Text before the words: their source, or a sign that they continue a line, are quoted, or are a heading. */
  readonly mark: string;
  readonly words: string;
  /** Text after the words: an ellipsis where something is left out. */
  readonly tail?: string;
}

/** The prefix of a line that continues the one above. */
export const CONTINUED = '  ';
const LEFT_OUT = / …\s*$/u;
const HEADING = '#';

/** Returns a line for a text, which may begin with white space and end in an ellipsis. */
export function lineOf(
  of: Pick<NotesLine, 'section' | 'ids' | 'speaker'>,
  mark: string,
  text: string,
): NotesLine {
  const words = text.replace(LEFT_OUT, '').trim();
  const start = text.indexOf(words);
  const tail = text.slice(start + words.length);
  return { ...of, mark: mark + text.slice(0, start), words, ...(tail === '' ? {} : { tail }) };
}

export function headingOf(title: string): NotesLine {
  return { section: title, ids: [], mark: `${HEADING}${HEADING} `, words: title };
}

export function isHeading({ mark }: NotesLine): boolean {
  return mark.startsWith(HEADING);
}

export function textOfLine({ mark, words, tail = '' }: NotesLine): string {
  return `${mark}${words}${tail}`;
}

export function textOfLines(lines: readonly NotesLine[]): string {
  return lines.map(textOfLine).join('\n');
}

/** Returns a line of the notes as a list shows it, without a mark of its own. */
export function shownLine(line: NotesLine): string {
  return textOfLine(line)
    .trim()
    .replace(/^[-*•]\s+/u, '');
}

/** Returns the key by which the person's edits name a line. */
export function keyOf({ words }: Pick<NotesLine, 'words'>): string {
  return comparisonKey(words);
}

/** Returns the message whose words begin in this line. */
export function addressOf({ mark }: NotesLine): MessageId | undefined {
  return /^m\d+(?=[: ])/u.exec(mark)?.[0];
}

/** Returns a block of notes with the text of these lines. */
export function blockOf(
  kind: RecordBlock['kind'],
  lines: readonly NotesLine[],
  tokens: number,
  mode: RecordBlock['mode'] = 'replace',
): RecordBlock {
  return { kind, lines, text: textOfLines(lines), mode, tokens };
}

const TITLE = /^(#{1,6}\s+)(.+)$/u;
const MARK = /^(?:[me]\d+(?: (You|thought|agent))?: |(You): | {2}(?:> )?)/u;
const SPEAKERS: Readonly<Record<string, Speaker>> = { You: 'person', thought: 'thought', agent: 'agent' };

/**
 * Splits a text by a model or an earlier version into lines. `idsOf` returns the sources of each line, counted from 0.
 */
export function linesOfText(
  text: string,
  idsOf: (line: number) => readonly MessageId[] = () => [],
): readonly NotesLine[] {
  if (text === '') return [];
  let section = '';
  let speaker: Speaker | undefined;
  return text.split('\n').map((line, at): NotesLine => {
    const ids = idsOf(at);
    const [, hashes, title = ''] = TITLE.exec(line) ?? [];
    if (hashes !== undefined) {
      section = title.trim();
      return lineOf({ section, ids }, hashes, title);
    }
    const [found = '', told, added] = MARK.exec(line) ?? [];
    if (!found.startsWith(' ')) speaker = SPEAKERS[told ?? added ?? ''];
    // The person's own quotations belong to their words.
    const mark = found.startsWith(' ') && speaker === 'person' ? CONTINUED : found;
    return lineOf({ section, ids, ...(speaker && { speaker }) }, mark, line.slice(mark.length));
  });
}

/** The names of blocks in a log: they are older than those in the code. */
export const WRITTEN_KINDS = {
  notes: 'ledger',
  summary: 'summary',
  observations: 'notes',
  eviction: 'eviction',
} as const satisfies Readonly<Record<BlockKind, string>>;
export type WrittenKind = (typeof WRITTEN_KINDS)[BlockKind];

const KINDS: Readonly<Record<WrittenKind, BlockKind>> = {
  ledger: 'notes',
  summary: 'summary',
  notes: 'observations',
  eviction: 'eviction',
};

/**
 * A compaction as any version wrote it. Until 0.1.0 it held plain texts, with the sources of their lines beside them.
 */
export interface WrittenCompaction extends Omit<CompactionEntry, 'blocks' | 'provenance' | 'madeFrom'> {
  readonly blocks: readonly (Omit<RecordBlock, 'kind' | 'lines'> & {
    readonly kind: WrittenKind;
    readonly lines?: readonly NotesLine[];
  })[];
  readonly provenance: readonly {
    readonly block: WrittenKind;
    readonly line: number;
    readonly ids: readonly MessageId[];
  }[];
  readonly madeFrom?: readonly MessageId[];
}

/**
 * Converts the notes of a compaction to lines. Where it does not list the sources of its texts, assumes everything that
 * it replaced and links to.
 */
export function withLines<Written extends Omit<WrittenCompaction, 'v' | 'id' | 'at'>>(
  written: Written,
): Omit<Written, 'blocks' | 'provenance' | 'madeFrom'> &
  Pick<CompactionEntry, 'blocks' | 'provenance' | 'madeFrom'> {
  const { blocks, provenance, replaced } = written;
  const isTelling = blocks.some(({ text }) => text !== '');
  const sources = [...replaced.map(({ id }) => id), ...provenance.flatMap(({ ids }) => ids)];
  return {
    ...written,
    blocks: blocks.map((block) => {
      const links = new Map(
        provenance.flatMap(({ block: kind, line, ids }) => (kind === block.kind ? [[line, ids]] : [])),
      );
      const lines = block.lines ?? linesOfText(block.text, (line) => links.get(line) ?? []);
      return { ...block, kind: KINDS[block.kind], lines };
    }),
    provenance: [],
    madeFrom: written.madeFrom ?? (isTelling ? sources : []),
  };
}

/** Returns an entry as it is written to a log; `withLines` reads it back. */
export function asWritten(entry: Entry): Exclude<Entry, CompactionEntry> | WrittenCompaction {
  if (entry.kind !== 'compaction') return entry;
  return {
    ...entry,
    blocks: entry.blocks.map((block) => ({ ...block, kind: WRITTEN_KINDS[block.kind] })),
    provenance: [],
  };
}
