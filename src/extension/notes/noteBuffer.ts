import type { NoteSource } from '../../core/log/entry.ts';
import type { TextPart } from '../../core/log/message.ts';

export interface EditorNote {
  readonly source: NoteSource;
  readonly at: number;
  readonly text: string;
}

export interface NoteWriter {
  /** The notes without what may not be written, as many as there were. */
  readonly mask: (notes: readonly EditorNote[]) => Promise<readonly EditorNote[]>;
  readonly write: (note: EditorNote) => Promise<unknown>;
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

  /**
   * Writes what waits, oldest first, as `mask` gives it, and gives what was written. Each leaves when it was written:
   * where that fails it waits on, with those after it.
   */
  async writeAll({ mask, write }: NoteWriter): Promise<readonly EditorNote[]> {
    const waiting = this.#waiting;
    const masked = await mask(waiting.map(({ note }) => note));
    for (const [index, note] of masked.entries()) {
      await write(note);
      this.#waiting = this.#waiting.filter((each) => each !== waiting[index]);
    }
    return masked;
  }
}

export const NOTE_LABEL = 'note';

/** The newest notes as they go with a message; older ones wait in the log for the next compaction. */
export function noteCompanion(
  notes: readonly Pick<EditorNote, 'source' | 'text'>[],
  most: number,
): TextPart | undefined {
  if (notes.length === 0) return undefined;
  const lines = notes.slice(-most).map(({ source, text }) => `- ${source}: ${text}`);
  const heading = 'What happened in the editor since the last message:';
  return { type: 'text', origin: 'client', label: NOTE_LABEL, text: [heading, ...lines].join('\n') };
}
