import { standingBlocks } from '../../context/record.ts';
import type { MessageId, RecordBlock } from '../../log/entry.ts';
import { liveCompactions, type Session } from '../../log/session.ts';
import { STRATEGIES } from '../strategies.ts';
import type { NotesEdits } from '../../log/notesEdit.ts';
import { blockOf, headingOf, textOfLines, type NotesLine } from '../../log/notesLine.ts';
import { ADDED_TITLE, addedLines, editedLines } from '../../record/editedNotes.ts';
import type { CountTokens } from '../../ports.ts';
import type { Summary } from '../../summary/summary.ts';

/** Returns the messages that the person left out. No notes may mention these messages. */
export function leftOutIds(session: Session): ReadonlySet<MessageId> {
  return new Set(liveCompactions(session).flatMap(({ leftOut = [] }) => leftOut));
}

/**
 * The value of `reason` in a run's log entry if the person refused the run's summary. No later summary covers the
 * messages that this run folded.
 */
export const REFUSED = 'refused';

/**
 * Returns the folded messages that no summary covers, although their strategy wants a summary. Omits messages whose
 * summary the person refused. The next summary covers the returned messages.
 */
export function pendingProse(session: Session): ReadonlySet<MessageId> {
  const pending = new Set<MessageId>();
  const refused = new Set(session.runs.flatMap((run) => (run.reason === REFUSED ? [run.compaction] : [])));
  for (const { id, blocks, folded, prosePending, editedSummaries, event } of liveCompactions(session)) {
    const isSummarized =
      editedSummaries !== true && blocks.some(({ kind, text }) => kind === 'summary' && text !== '');
    if (isSummarized) pending.clear();
    else if (prosePending && !refused.has(id))
      folded
        .filter(({ as }) => as !== 'digest' || !strategiesWithSufficientDigest.has(event.strategy))
        .flatMap(({ ids }) => ids)
        .forEach((each) => pending.add(each));
  }
  return pending;
}

/** The strategies that need no summary of a finished stage, because the digest of the stage is sufficient. */
const strategiesWithSufficientDigest: ReadonlySet<string> = new Set(
  Object.values(STRATEGIES).flatMap(({ name, digestsSuffice }) => (digestsSuffice === true ? [name] : [])),
);

/** Returns the summaries that the record currently contains, oldest first. */
export function standingSummaries(session: Session): readonly RecordBlock[] {
  return standingBlocks(liveCompactions(session)).filter(({ kind }) => kind === 'summary');
}

/** Returns the observations that are no longer among the newest and that no live compaction has included or counted. */
export function pendingObservations(session: Session, liveObservations: number): Session['observations'] {
  const included = new Set(liveCompactions(session).flatMap(({ foldedNotes }) => foldedNotes));
  return session.observations.slice(0, -liveObservations).filter(({ id }) => !included.has(id));
}

/** Returns whether the current notes lack an edit by the person. If so, the next compaction must rewrite the notes. */
export function hasUnappliedEdits(session: Session): boolean {
  const { notesEdits } = session;
  if (notesEdits.byKey.size + notesEdits.retired.size === 0) return false;
  const isEdited = (lines: readonly NotesLine[]): boolean =>
    textOfLines(editedLines(lines, notesEdits)) !== textOfLines(lines);
  const standing = standingNotes(session);
  return (
    textOfLines(standing.filter(isAdded).slice(1)) !== textOfLines(addedLines(notesEdits)) ||
    isEdited(standing.filter((line) => !isAdded(line))) ||
    standingSummaries(session).some(({ lines }) => isEdited(lines))
  );
}

/** Returns the current notes with the person's edits. Used if the strategy of the next compaction writes no notes. */
export function editedStanding(session: Session): readonly NotesLine[] {
  const { notesEdits } = session;
  const rest = standingNotes(session).filter((line) => !isAdded(line));
  const added = addedLines(notesEdits);
  return [
    ...editedLines(rest, notesEdits),
    ...(added.length === 0 ? [] : [headingOf(ADDED_TITLE), ...added]),
  ];
}

/** Returns the current summaries with the person's edits; empty if no edit changes a summary. */
export function editedSummaries(session: Session, count: CountTokens): readonly RecordBlock[] {
  const standing = standingSummaries(session);
  const edited = standing.map(({ lines }) => editedLines(lines, session.notesEdits));
  if (edited.every((lines, index) => textOfLines(lines) === standing[index]?.text)) return [];
  return edited.map((lines, index) =>
    blockOf('summary', lines, count(textOfLines(lines)), index === 0 ? 'replace' : 'stack'),
  );
}

/** Applies the person's edits of the notes to a summary. The lines of the summary keep their sources. */
export function editedSummary(summary: Summary, edits: NotesEdits, count: CountTokens): Summary {
  const lines = editedLines(summary.lines, edits);
  const text = textOfLines(lines);
  return text === summary.text ? summary : { ...summary, lines, text, tokens: count(text) };
}

/** Returns whether the line is one of the person's additions or their heading. */
function isAdded({ section }: NotesLine): boolean {
  return section === ADDED_TITLE;
}

function standingNotes(session: Session): readonly NotesLine[] {
  return standingBlocks(liveCompactions(session)).find(({ kind }) => kind === 'notes')?.lines ?? [];
}
