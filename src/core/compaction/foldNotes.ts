import type { EntryId } from '../log/entry.ts';
import { onOneLine } from '../context/onOneLine.ts';
import { liveCompactions, type Session } from '../log/session.ts';
import type { CompactionSettings } from './settings.ts';

export interface FoldedNotes {
  readonly text: string;
  readonly ids: readonly EntryId[];
}

/** The notes before the newest, as many as the characters hold, the newer first; `ids` are those not folded before. */
export function foldNotes(
  session: Session,
  { liveNotes, notesCharacters }: Pick<CompactionSettings, 'liveNotes' | 'notesCharacters'>,
): FoldedNotes {
  const covered = new Set(liveCompactions(session).flatMap((compaction) => compaction.foldedNotes));
  const heading = '## What happened in the editor';
  const lines: string[] = [];
  const ids: EntryId[] = [];
  let room = notesCharacters - heading.length;
  for (const { id, source, text } of session.notes.slice(0, -liveNotes).toReversed()) {
    const line = `- ${source}: ${onOneLine(text)}`;
    if (line.length + 1 > room) break;
    lines.unshift(line);
    if (!covered.has(id)) ids.unshift(id);
    room -= line.length + 1;
  }
  return { text: lines.length === 0 ? '' : [heading, ...lines].join('\n'), ids };
}
