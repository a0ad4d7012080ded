import { SecretRedactor } from '../adapters/redaction/secretRedactor.ts';
import { maskedSession } from '../adapters/transcripts/maskedSession.ts';
import type { ImportedMessage } from '../adapters/transcripts/recording.ts';
import { withoutRecordMarks } from '../core/context/recordMarks.ts';
import { isHeading, textOfLine, type NotesLine } from '../core/log/notesLine.ts';
import type { SessionMessage } from '../core/log/session.ts';
import { writeNotes } from '../core/record/notes.ts';

/** Returns the messages with masked secrets and with ids. The ids are the same as in a log of these messages. */
export async function maskedMessages(
  messages: readonly ImportedMessage[],
): Promise<readonly SessionMessage[]> {
  return (await maskedSession(messages, new SecretRedactor())).messages;
}

/**
 * Returns the lines of notes about `messages` for another agent. `later` are the messages that stay in the agent's
 * context after `messages`. If `later` contains a newer plan or outcome of a command, the notes omit the older one.
 */
export function notesForAgent(notes: {
  readonly messages: readonly SessionMessage[];
  readonly later?: readonly SessionMessage[];
  readonly mostTokens: number;
}): readonly string[] {
  return writeNotes({ ...notes, count: tokensByBytes }).lines.map(quotedLine);
}

/**
 * Returns the text for a line of the notes. Quotes every line except headings and the person's rules, so that the line
 * can't be mistaken for an instruction.
 */
function quotedLine(line: NotesLine): string {
  const text = withoutRecordMarks(textOfLine(line));
  return line.section === 'Rules' || isHeading(line) ? text : `> ${text}`;
}

/**
 * Estimates the number of tokens in the same way as Codex: four bytes per token. The estimate is never lower than pi's,
 * which assumes four characters per token.
 */
export function tokensByBytes(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
