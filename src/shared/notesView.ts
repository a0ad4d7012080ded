import * as v from 'valibot';

/** A line of the notes in the context, and what the person may do with it. */
export interface NoteLineView {
  readonly text: string;
  /**
   * What can be done with the line. Headings, frames, stages and observations are `fixed`; a list of names can only be
   * struck.
   */
  readonly can: 'fixed' | 'strike' | 'reword';
  /** The line's words without the text that names their source; present where they can be changed. */
  readonly words?: string;
  /** The message whose words it begins to tell. */
  readonly source?: string;
  /** Whether it is in the person's own words. */
  readonly isYours?: true;
  /** What the next compaction does with it. */
  readonly next?: 'struck' | 'reworded';
}

/** The person's edit of the notes, named by `key`. */
export interface NotesEditView {
  readonly key: string;
  /** The line as it was; absent for a line that they added. */
  readonly line?: string;
  /** Absent where they struck it. */
  readonly text?: string;
}

/** The notes line by line, with the person's edits. */
export interface NotesView {
  readonly lines: readonly NoteLineView[];
  readonly edits: readonly NotesEditView[];
}

const line = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));
const told = { words: line, source: v.exactOptional(line) };
const words = v.pipe(v.string(), v.maxLength(2_000), v.regex(/\S/u));

/** Edits that the panel may make to the notes; the next compaction honours them. */
export const notesRequests = [
  v.object({ type: v.literal('strikeNote'), ...told }),
  v.object({ type: v.literal('rewordNote'), ...told, text: words }),
  v.object({ type: v.literal('addNote'), text: words }),
  v.object({ type: v.literal('takeBackNote'), key: line }),
] as const;

export type NotesRequest = v.InferOutput<(typeof notesRequests)[number]>;
