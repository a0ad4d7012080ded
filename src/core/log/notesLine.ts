import type { BlockKind, CompactionEntry, Entry, MessageId, RecordBlock } from './entry.ts';
import { comparisonKey } from './notesEdit.ts';

/** The speaker of a line; `agent` is a subagent that the assistant started. */
export type Speaker = 'person' | 'assistant' | 'thought' | 'agent';

/** A line or a heading of the notes. Its text consists of mark, words and tail. */
export interface NotesLine {
  /** The heading above the line. For a heading, its own words. Empty if there is no heading above the line. */
  readonly section: string;
  /** Absent for headings, and for lines that quote no speaker, e.g. lines on files and tool results. */
  readonly speaker?: Speaker;
  /** The messages that the line comes from. */
  readonly ids: readonly MessageId[];
  /** The text before the words: the source and speaker, or the prefix of a continued line, a quotation or a heading. */
  readonly mark: string;
  readonly words: string;
  /** The text after the words: an ellipsis if something is left out. */
  readonly tail?: string;
}

/** The prefix of a line that continues the one above. */
export const CONTINUED = '  ';
/** The prefix of lines from a file or a tool, so that nobody takes them for the person's words. */
export const QUOTED = `${CONTINUED}> `;
const LEFT_OUT = / …\s*$/u;
const HEADING = '#';

/**
 * Makes a line. White space at the beginning of the text becomes part of the mark. White space and an ellipsis at the
 * end become the tail.
 */
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

/** Returns the text of a line without its bullet, for a view that shows the line as an item of a list. */
export function shownLine(line: NotesLine): string {
  return textOfLine(line)
    .trim()
    .replace(/^[-*•]\s+/u, '');
}

/** Returns the key under which the person's edit of a line is found. */
export function keyOf({ words }: Pick<NotesLine, 'words'>): string {
  return comparisonKey(words);
}

/** Returns the message id in the line's mark. Undefined if the mark contains no message id. */
export function addressOf({ mark }: NotesLine): MessageId | undefined {
  return /^m\d+(?=[: ])/u.exec(mark)?.[0];
}

/** Makes a block of the record from its lines. */
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

/** Splits a text into lines of notes. `idsOf` returns the source messages of a line. Lines are counted from 0. */
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
    const [found = '', speakerWord, addedBy] = MARK.exec(line) ?? [];
    if (!found.startsWith(' ')) speaker = SPEAKERS[speakerWord ?? addedBy ?? ''];
    // The notes put `>` before lines from files and tools. But if the line above quotes the person, the person wrote
    // the `>`, so it belongs to the line's words.
    const mark = found.startsWith(' ') && speaker === 'person' ? CONTINUED : found;
    return lineOf({ section, ids, ...(speaker && { speaker }) }, mark, line.slice(mark.length));
  });
}

/** The names of the kinds of blocks in a log. These names are still those of version 0.1.0. */
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

/** A compaction in a log of any version. Version 0.1.0 wrote texts, with the sources of their lines in `provenance`. */
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
 * Converts a compaction from a log and adds the lines of its blocks. If the log does not say from which messages the
 * blocks were made (`madeFrom`), uses the messages that the compaction replaced and those in `provenance`.
 */
export function withLines<Written extends Omit<WrittenCompaction, 'v' | 'id' | 'at'>>(
  written: Written,
): Omit<Written, 'blocks' | 'provenance' | 'madeFrom'> &
  Pick<CompactionEntry, 'blocks' | 'provenance' | 'madeFrom'> {
  const { blocks, provenance, replaced } = written;
  const hasText = blocks.some(({ text }) => text !== '');
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
    madeFrom: written.madeFrom ?? (hasText ? sources : []),
  };
}

/** Returns an entry as it is written to a log; `withLines` is the inverse. */
export function asWritten(entry: Entry): Exclude<Entry, CompactionEntry> | WrittenCompaction {
  if (entry.kind !== 'compaction') return entry;
  return {
    ...entry,
    blocks: entry.blocks.map((block) => ({ ...block, kind: WRITTEN_KINDS[block.kind] })),
    provenance: [],
  };
}
