import { LIVE_NOTES } from '../../core/compaction/foldNotes.ts';
import type { NoteSource } from '../../core/session/entry.ts';
import type { TextPart } from '../../core/session/message.ts';

export interface EditorNote {
  readonly source: NoteSource;
  readonly at: number;
  readonly text: string;
}

/** A day beside the chat is not worth more lines than this; the oldest leave first. */
const MOST_WAITING = 100;

/** Notes that wait until something is sent. Of notes about the same thing (a file, a task) only the newest stays. */
export class NoteBuffer {
  #waiting: { readonly note: EditorNote; readonly subject: string }[] = [];

  /** `subject` names what the note is about: a later note on it takes its place. */
  add(note: EditorNote, subject: string): void {
    const others = this.#waiting.filter(
      (waiting) => waiting.note.source !== note.source || waiting.subject !== subject,
    );
    this.#waiting = [...others, { note, subject }].slice(-MOST_WAITING);
  }

  /** Gives what waited, oldest first, and is empty after it. */
  drain(): readonly EditorNote[] {
    const notes = this.#waiting.map(({ note }) => note);
    this.#waiting = [];
    return notes;
  }
}

export const NOTE_LABEL = 'note';

/** The newest notes as they go with a message; older ones wait in the log for the next compaction. */
export function noteCompanion(notes: readonly Pick<EditorNote, 'source' | 'text'>[]): TextPart | undefined {
  if (notes.length === 0) return undefined;
  const lines = notes.slice(-LIVE_NOTES).map(({ source, text }) => `- ${source}: ${text}`);
  const heading = 'What happened in the editor since the last message:';
  return { type: 'text', origin: 'client', label: NOTE_LABEL, text: [heading, ...lines].join('\n') };
}
