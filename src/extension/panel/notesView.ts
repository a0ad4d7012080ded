import { standingBlocks } from '../../core/context/record.ts';
import { withoutRecordMarks } from '../../core/context/recordMarks.ts';
import type { RecordBlock } from '../../core/log/entry.ts';
import { addressOf, isHeading, keyOf, textOfLine, type NotesLine } from '../../core/log/notesLine.ts';
import { liveCompactions, type Session } from '../../core/log/session.ts';
import { quotationsRemoved } from '../../core/record/editedNotes.ts';
import { editsOf, isByPerson } from '../../core/record/lineEdit.ts';
import type { NoteLineView, NotesView } from '../../shared/notesView.ts';

/**
 * Returns the lines of `text`, which are the notes in a context, with the possible edits of each line. Also returns the
 * person's edits. `planned` contains the blocks that a compaction would add.
 */
export function notesView(session: Session, text: string, planned: readonly RecordBlock[] = []): NotesView {
  const blocks = standingBlocks([...liveCompactions(session), { blocks: planned }]);
  const open = changeable(blocks);
  const removed = new Set(
    blocks.flatMap((block) => [...quotationsRemoved(linesOf(block), session.notesEdits)]),
  );
  const viewOf = (each: string): NoteLineView => {
    const line = open.get(each);
    const view = lineView(session, each, line);
    return line !== undefined && removed.has(line) ? { ...view, next: 'struck' } : view;
  };
  return {
    lines: text.split('\n').map(viewOf),
    edits: editsOf(session).map(({ key, edit: { line, text: to } }) => ({
      key,
      ...(line === undefined ? {} : { line }),
      ...(to === undefined ? {} : { text: to }),
    })),
  };
}

/**
 * The title of a section that earlier versions wrote. The section is a list of names, which can be struck but not
 * reworded.
 */
const NAMES_TITLE = 'Names also used';

function lineView(session: Session, text: string, line: NotesLine | undefined): NoteLineView {
  if (line === undefined) return { text, can: 'fixed' };
  const edit = session.notesEdits.byKey.get(keyOf(line));
  const next = edit?.line === undefined ? undefined : edit.text === undefined ? 'struck' : 'reworded';
  const source = addressOf(line);
  return {
    ...{ text, can: line.section === NAMES_TITLE ? 'strike' : 'reword', words: line.words },
    ...(source === undefined ? {} : { source }),
    ...(isByPerson(session, line) ? { isYours: true as const } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** Returns the lines of the notes that can be changed, by their text as the model gets it. */
function changeable(blocks: readonly RecordBlock[]): ReadonlyMap<string, NotesLine> {
  return new Map(
    blocks
      .flatMap(linesOf)
      .filter((line) => !isHeading(line) && line.words !== '')
      .map((line) => [withoutRecordMarks(textOfLine(line)), line]),
  );
}

function linesOf(block: RecordBlock): readonly NotesLine[] {
  return block.kind === 'notes' || block.kind === 'summary' ? block.lines : [];
}
