import type { Draft, MessageId } from '../log/entry.ts';
import { editKey, squeezed, type NotesEditEntry } from '../log/notesEdit.ts';
import { keyOf, type NotesLine } from '../log/notesLine.ts';
import type { Session } from '../log/session.ts';
import { contained, withSpacesFolded } from '../text/lines.ts';
import { rulesOf, withRuleWords } from './rules.ts';

/** A line of the notes by its words, and the message that the words come from. */
export interface EditedLine {
  readonly words: string;
  readonly source?: MessageId | undefined;
}

type EditDraft = Draft<NotesEditEntry>;

/** Returns the entries to log when the person strikes or rewords a line of the notes; empty if nothing changes. */
export function editsOfLine(
  session: Session,
  { words, source }: EditedLine,
  text?: string,
): readonly EditDraft[] {
  const key = squeezed(words);
  const to = withSpacesFolded(text ?? '');
  if (key === '' || squeezed(to) === key) return [];
  const anew = to === '' ? {} : { text: to };
  const own = editBehind(session, key);
  if (own === undefined) {
    const rules = withRuleWords(rulesOf(session.messages), session.ruleWords);
    const rule = rules.find((each) => squeezed(contained(each.text)) === key)?.text;
    return [
      {
        ...{ kind: 'notesEdited', line: words, ...anew, on: true },
        ...(rule === undefined ? {} : { rule }),
        ...(source === undefined ? {} : { source }),
      },
    ];
  }
  if (own.line === undefined) return [takenBack(own), ...(to === '' ? [] : [addedLine(to)])];
  return [{ ...withoutText(own), ...anew }];
}

/** Returns an edit that adds a line, which stays in the notes until it is struck. */
export function addedLine(text: string): EditDraft {
  return { kind: 'notesEdited', text: withSpacesFolded(text), on: true };
}

/** Returns an entry that takes an edit back. */
export function takenBack(edit: NotesEditEntry): EditDraft {
  return { ...withoutText(edit), ...(edit.text === undefined ? {} : { text: edit.text }), on: false };
}

/** Returns the edit that a line of the notes comes from. */
function editBehind({ notesEdits }: Session, key: string): NotesEditEntry | undefined {
  return [...notesEdits.byKey.values()].find(
    ({ line, text }) =>
      text !== undefined &&
      squeezed(contained(text)) === key &&
      (line === undefined || squeezed(line) !== key),
  );
}

function withoutText({ kind, line, on, rule, source }: NotesEditEntry): EditDraft {
  return {
    ...{ kind, on },
    ...(line === undefined ? {} : { line }),
    ...(rule === undefined ? {} : { rule }),
    ...(source === undefined ? {} : { source }),
  };
}

/** Returns the edits in effect, newest last, each with its key. */
export function editsOf({
  notesEdits,
}: Session): readonly { readonly key: string; readonly edit: NotesEditEntry }[] {
  return [...notesEdits.byKey.values()].map((edit) => ({ key: editKey(edit), edit }));
}

/** Returns whether a line of the notes is by the person. */
export function isByPerson(session: Session, line: NotesLine): boolean {
  return editBehind(session, keyOf(line)) !== undefined;
}
