import type { RecordBlock } from '../log/entry.ts';
import { personTextOf, spokenTextOf } from '../log/message.ts';
import { textOfLine, type NotesLine } from '../log/notesLine.ts';
import { liveCompactions, type Session } from '../log/session.ts';
import { standingBlocks } from './record.ts';
import { withoutRecordMarks } from './recordMarks.ts';

const LONGEST_SAID = 4_000;

/**
 * Returns the notes for a session that continues this one: the standing notes, those of a compaction planned now
 * (`planned`), and the last text of the person and of the assistant, each cut if it is long. With `isQuoted`, for a text
 * that is sent as the person's message, everything below the first line except the person's rules is quoted, so that
 * nobody else's words become rules.
 */
export function briefOf(session: Session, planned: readonly RecordBlock[], isQuoted: boolean): string {
  const blocks = standingBlocks([...liveCompactions(session), { blocks: planned }]);
  const notes = blocks.flatMap(({ lines }) => lines.map((line) => noteText(line, isQuoted)));
  const asked = session.messages.findLast(({ message }) => personTextOf(message).trim() !== '');
  const answered = session.messages.findLast(
    ({ message }) => message.role === 'assistant' && spokenTextOf(message).trim() !== '',
  );
  const said = [
    ...(asked === undefined ? [] : ['## Asked last', clipped(personTextOf(asked.message))]),
    ...(answered === undefined ? [] : ['## Answered last', clipped(spokenTextOf(answered.message))]),
  ].map((text) => (isQuoted ? quoted(text) : text));
  const title = `Go on from the session “${session.title ?? 'without a title'}”. Its notes:`;
  return [title, '', ...notes, ...said].join('\n');
}

function noteText(line: NotesLine, isQuoted: boolean): string {
  const text = withoutRecordMarks(textOfLine(line));
  return isQuoted && line.section !== 'Rules' ? quoted(text) : text;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function clipped(text: string): string {
  return text.length <= LONGEST_SAID ? text : `${text.slice(0, LONGEST_SAID).toWellFormed()} …`;
}
