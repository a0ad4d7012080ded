import { textOfLine, type NotesLine } from '../../core/log/notesLine.ts';

/** Returns a line of the notes as a list shows it, without a mark of its own. */
export function shownLine(line: NotesLine): string {
  return textOfLine(line)
    .trim()
    .replace(/^[-*•]\s+/u, '');
}
