import type { Draft } from '../../core/log/entry.ts';
import type { NotesEditEntry } from '../../core/log/notesEdit.ts';
import { editAdding, editsOf, editsOfLine, editTakingBack } from '../../core/record/lineEdit.ts';
import type { NotesRequest } from '../../shared/notesView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { ViewError } from '../webviews/describeError.ts';

type NotesHandlers = {
  readonly [Type in NotesRequest['type']]: (request: Extract<NotesRequest, { type: Type }>) => Promise<void>;
};

/**
 * Returns the handlers for edits of the notes. Each edit is appended to the log immediately. Like a rule, an edit stays
 * in force after an undo of the compaction.
 */
export function notesHandlers(current: () => OpenSession): NotesHandlers {
  const append = async (drafts: readonly Draft<NotesEditEntry>[]): Promise<void> => {
    const { live } = current();
    for (const draft of drafts) await live.append(draft);
  };
  return {
    strikeNote: (line) => append(editsOfLine(current().live.session, line)),
    rewordNote: ({ text, ...line }) => append(editsOfLine(current().live.session, line, text)),
    addNote: ({ text }) => append([editAdding(text)]),
    takeBackNote: async ({ key }) => {
      const found = editsOf(current().live.session).find((each) => each.key === key);
      if (found === undefined) throw new ViewError('This change was already undone.');
      await append([editTakingBack(found.edit)]);
    },
  };
}
