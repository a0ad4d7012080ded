import type { EntryBase, MessageId } from './entry.ts';
import type { RuleEntry } from './ruleEntry.ts';

/**
 * The person's edit of a line of the notes. An edit with `line` alone strikes the line, an edit with `line` and `text`
 * rewords it, and an edit with `text` alone adds a line. `on: false` takes an edit back. The newest edit of a line
 * counts.
 */
export interface NotesEditEntry extends EntryBase {
  readonly kind: 'notesEdited';
  /** The words of the line in the notes, without the mark and the tail of `NotesLine`. */
  readonly line?: string;
  readonly text?: string;
  readonly on: boolean;
  /** The rule that the line states. The rule is struck or replaced together with the line. */
  readonly rule?: string;
  /** The message that the line came from. */
  readonly source?: MessageId;
}

/** All edits of the notes by the person that are in effect. */
export interface NotesEdits {
  /** The newest edit of each line, by `editKey`. */
  readonly byKey: ReadonlyMap<string, NotesEditEntry>;
  /** The comparison keys of texts that the person wrote and later replaced or took back. */
  readonly retired: ReadonlySet<string>;
}

export interface MutableNotesEdits extends NotesEdits {
  readonly byKey: Map<string, NotesEditEntry>;
  readonly retired: Set<string>;
}

export const NO_EDITS: NotesEdits = { byKey: new Map(), retired: new Set() };

/**
 * Returns a line without white space, ellipses and `>`, and with `<` in place of the escape `‹`. Lines that differ only
 * in wrapping, quotation or an ellipsis have the same key.
 */
export function comparisonKey(text: string): string {
  return text.replace(/[\s…>]+/gu, '').replaceAll('‹', '<');
}

/** Returns the key of an edit: the line that it changes, or the line that it adds. */
export function editKey({ line, text = '' }: Pick<NotesEditEntry, 'line' | 'text'>): string {
  return line === undefined ? `+${comparisonKey(text)}` : comparisonKey(line);
}

/** Adds an edit to the earlier edits. An edit of a line that states a rule is also a decision on that rule. */
export function applyEdit(
  { byKey, retired }: MutableNotesEdits,
  ruleWords: Map<string, RuleEntry>,
  entry: NotesEditEntry,
): void {
  const { rule, text, v, id, at, source, on } = entry;
  const key = editKey(entry);
  const before = byKey.get(key)?.text;
  if (before !== undefined) retired.add(comparisonKey(before));
  if (on) byKey.set(key, entry);
  else byKey.delete(key);
  if (on && text !== undefined) retired.delete(comparisonKey(text));
  if (rule === undefined) return;
  const decide = (ruleText: string | undefined, holds: boolean): void => {
    if (ruleText === undefined) return;
    const from = source === undefined ? {} : { source };
    ruleWords.set(ruleText, { v, id, at, kind: 'rule', text: ruleText, on: holds, ...from });
  };
  decide(before, false);
  decide(rule, !on);
  decide(text, on);
}
