import type { EntryId } from '../session/entry.ts';
import { onOneLine } from '../context/onOneLine.ts';
import { liveCompactions, type Session } from '../session/session.ts';

/** Editor notes that are still live; older ones wait for the next compaction. */
export const LIVE_NOTES = 12;

export interface FoldedNotes {
  readonly text: string;
  readonly ids: readonly EntryId[];
}

/** The notes that fell out of the buffer, the newest of them within so many characters; `ids` are those not folded before. */
export function foldNotes(session: Session, maxCharacters: number): FoldedNotes {
  const covered = new Set(liveCompactions(session).flatMap((compaction) => compaction.foldedNotes));
  const heading = '## What happened in the editor';
  const lines: string[] = [];
  const ids: EntryId[] = [];
  let room = maxCharacters - heading.length;
  for (const { id, source, text } of session.notes.slice(0, -LIVE_NOTES).toReversed()) {
    const line = `- ${source}: ${onOneLine(text)}`;
    if (line.length + 1 > room) break;
    lines.unshift(line);
    if (!covered.has(id)) ids.unshift(id);
    room -= line.length + 1;
  }
  return { text: lines.length === 0 ? '' : [heading, ...lines].join('\n'), ids };
}
