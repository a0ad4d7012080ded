import { standingBlocks } from '../../core/context/record.ts';
import { withoutRecordMarks } from '../../core/context/recordMarks.ts';
import type { RecordBlock } from '../../core/log/entry.ts';
import { squeezed } from '../../core/log/notesEdit.ts';
import { liveCompactions, type Session } from '../../core/log/session.ts';
import { bodyOf } from '../../core/record/editedNotes.ts';
import { editsOf, isByPerson } from '../../core/record/lineEdit.ts';
import type { NoteLineView, NotesView } from '../../shared/notesView.ts';

/** The notes' text line by line; `planned` are the blocks that a compaction would add to those that stand. */
export function notesView(session: Session, text: string, planned: readonly RecordBlock[] = []): NotesView {
  const can = changeable(standingBlocks([...liveCompactions(session), { blocks: planned }]));
  return {
    lines: text.split('\n').map((line) => lineView(session, line, can.get(line) ?? 'fixed')),
    edits: editsOf(session).map(({ key, edit: { line, text: to } }) => ({
      key,
      ...(line === undefined ? {} : { line }),
      ...(to === undefined ? {} : { text: to }),
    })),
  };
}

function lineView(session: Session, text: string, can: NoteLineView['can']): NoteLineView {
  if (can === 'fixed') return { text, can };
  const words = bodyOf(text);
  const edit = session.notesEdits.byKey.get(squeezed(words));
  const next = edit?.line === undefined ? undefined : edit.text === undefined ? 'struck' : 'reworded';
  return {
    ...{ text, can },
    ...(can === 'reword' ? { words } : {}),
    ...(isByPerson(session, text) ? { isYours: true as const } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

/** A list that earlier versions wrote: a name of it can be struck, and not be said otherwise. */
const NAMES_TITLE = '## Names also used';

/** The lines that code and models wrote of messages. */
function changeable(blocks: readonly RecordBlock[]): ReadonlyMap<string, NoteLineView['can']> {
  const found = new Map<string, NoteLineView['can']>();
  for (const { kind, text } of blocks) {
    if (kind !== 'ledger' && kind !== 'summary') continue;
    let title = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('#')) title = line;
      else if (line.trim() !== '')
        found.set(withoutRecordMarks(line), title === NAMES_TITLE ? 'strike' : 'reword');
    }
  }
  return found;
}
