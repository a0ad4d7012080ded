import type { Draft, MessageId } from '../log/entry.ts';
import { editKey, comparisonKey, type NotesEditEntry } from '../log/notesEdit.ts';
import { keyOf, type NotesLine } from '../log/notesLine.ts';
import type { Session } from '../log/session.ts';
import { sanitized, withSpacesFolded } from '../text/lines.ts';
import { rulesOf, withRuleWords } from './rules.ts';

/** The words of a line of the notes, and the message that they come from. */
export interface EditedLine {
  readonly words: string;
  readonly source?: MessageId | undefined;
}

type EditDraft = Draft<NotesEditEntry>;

/** Returns the entries to log when the person strikes a line of the notes or, with `text`, rewords it. */
export function editsOfLine(
  session: Session,
  { words, source }: EditedLine,
  text?: string,
): readonly EditDraft[] {
  const key = comparisonKey(words);
  const to = withSpacesFolded(text ?? '');
  if (key === '' || comparisonKey(to) === key) return [];
  const anew = to === '' ? {} : { text: to };
  const own = editThatMade(session, key);
  if (own === undefined) {
    const rules = withRuleWords(rulesOf(session.messages), session.ruleWords);
    const rule = rules.find((each) => comparisonKey(sanitized(each.text)) === key)?.text;
    return [
      {
        ...{ kind: 'notesEdited', line: words, ...anew, on: true },
        ...(rule === undefined ? {} : { rule }),
        ...(source === undefined ? {} : { source }),
      },
    ];
  }
  if (own.line === undefined) return [editTakingBack(own), ...(to === '' ? [] : [editAdding(to)])];
  return [{ ...withoutText(own), ...anew }];
}

/** Returns an edit that adds a line, which stays in the notes until it is struck. */
export function editAdding(text: string): EditDraft {
  return { kind: 'notesEdited', text: withSpacesFolded(text), on: true };
}

/** Returns the entry that takes an edit back. */
export function editTakingBack(edit: NotesEditEntry): EditDraft {
  return { ...withoutText(edit), ...(edit.text === undefined ? {} : { text: edit.text }), on: false };
}

/** Returns the person's edit that added a line with these words, or that changed a line to these words. */
function editThatMade({ notesEdits }: Session, key: string): NotesEditEntry | undefined {
  return [...notesEdits.byKey.values()].find(
    ({ line, text }) =>
      text !== undefined &&
      comparisonKey(sanitized(text)) === key &&
      (line === undefined || comparisonKey(line) !== key),
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

/** Returns the edits in effect, each with its key, in the order in which the lines were first edited. */
export function editsOf({
  notesEdits,
}: Session): readonly { readonly key: string; readonly edit: NotesEditEntry }[] {
  return [...notesEdits.byKey.values()].map((edit) => ({ key: editKey(edit), edit }));
}

/** Returns whether the person added or reworded a line of the notes. */
export function isByPerson(session: Session, line: NotesLine): boolean {
  return editThatMade(session, keyOf(line)) !== undefined;
}
