import type { RecordBlock } from '../log/entry.ts';
import { personTextOf, spokenTextOf } from '../log/message.ts';
import { textOfLine, type NotesLine } from '../log/notesLine.ts';
import { liveCompactions, type Session } from '../log/session.ts';
import { titleOf } from '../text/titleOf.ts';
import { includedMessages } from './included.ts';
import { standingBlocks } from './record.ts';
import { withoutRecordMarks } from './recordMarks.ts';

const MOST_CHARACTERS = 4_000;

/**
 * Returns a text for another session that continues this session. The text contains the notes in effect, the notes of a
 * compaction that is planned now (`planned`), and the last text of the person and of the assistant. Truncates each of
 * these last texts to `MOST_CHARACTERS`. Set `isQuoted` if the brief is sent as a message of the person. In this case,
 * everything except the person's rules is quoted, so that nobody else's words count as rules of the person.
 */
export function briefOf(session: Session, planned: readonly RecordBlock[], isQuoted: boolean): string {
  const blocks = standingBlocks([...liveCompactions(session), { blocks: planned }]);
  const notes = blocks.flatMap(({ lines }) => lines.map((line) => noteText(line, isQuoted)));
  const messages = includedMessages(session);
  const asked = messages.findLast(({ message }) => personTextOf(message).trim() !== '');
  const answered = messages.findLast(
    ({ message }) => message.role === 'assistant' && spokenTextOf(message).trim() !== '',
  );
  const said = [
    ...(asked === undefined ? [] : ['## Asked last', clipped(personTextOf(asked.message))]),
    ...(answered === undefined ? [] : ['## Answered last', clipped(spokenTextOf(answered.message))]),
  ].map((text) => (isQuoted ? quoted(text) : text));
  // The brief quotes the title, which may come from another program. Quotation marks in the title are replaced, because
  // they could end this quotation.
  const title = titleOf(session.title ?? 'without a title').replace(/[“”]/gu, '"');
  return [`Go on from the session “${title}”. Its notes:`, '', ...notes, ...said].join('\n');
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
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).toWellFormed()} …`;
}
