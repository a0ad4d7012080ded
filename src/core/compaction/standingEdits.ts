import { standingBlocks } from '../context/record.ts';
import type { RecordBlock } from '../log/entry.ts';
import type { NotesEdits } from '../log/notesEdit.ts';
import { liveCompactions, type Session } from '../log/session.ts';
import { ADDED_TITLE, addedLines, editedText } from '../record/editedNotes.ts';
import type { CountTokens } from '../ports.ts';
import type { Summary } from '../summary/summary.ts';
import { standingSummaries } from './standing.ts';

/** Whether notes that stand are not as the person wants them: the next compaction writes them anew, whatever else it does. */
export function hasUntoldEdits(session: Session): boolean {
  const { notesEdits } = session;
  if (notesEdits.byKey.size + notesEdits.retired.size === 0) return false;
  const ledger = splitLedger(session);
  const wanted = addedLines(notesEdits).map(({ text }) => text);
  const isEdited = (text: string): boolean => editedText(text, notesEdits).text !== text;
  return (
    ledger.added.join('\n') !== wanted.join('\n') ||
    isEdited(ledger.rest) ||
    standingSummaries(session).some(({ text }) => isEdited(text))
  );
}

/** The notes that stand, as the person wants them: for a strategy that writes none itself. */
export function editedLedger(session: Session): string {
  const { notesEdits } = session;
  const rest = editedText(splitLedger(session).rest, notesEdits).text;
  const added = addedLines(notesEdits).map(({ text }) => text);
  return [...(rest === '' ? [] : [rest]), ...(added.length === 0 ? [] : [ADDED_HEADING, ...added])].join(
    '\n',
  );
}

/** The summaries that stand, as the person wants them; none where they are so already. */
export function editedSummaries(session: Session, count: CountTokens): readonly RecordBlock[] {
  const standing = standingSummaries(session);
  const edited = standing.map(({ text }) => editedText(text, session.notesEdits).text);
  if (edited.every((text, index) => text === standing[index]?.text)) return [];
  return edited.map((text, index) => {
    return { kind: 'summary', text, mode: index === 0 ? 'replace' : 'stack', tokens: count(text) };
  });
}

/** What a model wrote, as the person wants the notes; its lines stand on what they stood on. */
export function editedSummary(summary: Summary, edits: NotesEdits, count: CountTokens): Summary {
  const { text, from } = editedText(summary.text, edits);
  if (text === summary.text) return summary;
  const provenance = from.flatMap((old, line) =>
    summary.provenance.flatMap((each) => (each.line === old ? [{ ...each, line }] : [])),
  );
  return { ...summary, text, tokens: count(text), provenance };
}

const ADDED_HEADING = `## ${ADDED_TITLE}`;

/** The standing notes without what the person added, and that. */
function splitLedger(session: Session): { readonly rest: string; readonly added: readonly string[] } {
  const ledger = standingBlocks(liveCompactions(session)).find(({ kind }) => kind === 'ledger');
  const rest: string[] = [];
  const added: string[] = [];
  let isAdded = false;
  for (const line of ledger?.text.split('\n') ?? []) {
    if (line.startsWith('## ')) isAdded = line === ADDED_HEADING;
    if (!isAdded) rest.push(line);
    else if (line !== ADDED_HEADING) added.push(line);
  }
  return { rest: rest.join('\n'), added };
}
