import * as v from 'valibot';

/** A line of the notes in the context, and the possible edits of this line. */
export interface NoteLineView {
  readonly text: string;
  /**
   * The possible edits of the line. Headings, stages, the plan, observations and the text around the notes are `fixed`;
   * lists of names can only be struck.
   */
  readonly can: 'fixed' | 'strike' | 'reword';
  /** The line's words without the text that names the source; set if the words can be changed. */
  readonly words?: string;
  /** The id of the message at the beginning of the line, as in `m12: …`; absent if the line begins with no id. */
  readonly source?: string;
  /** Whether the line is in the person's own words. */
  readonly isYours?: true;
  /** The effect of the next compaction on the line. */
  readonly next?: 'struck' | 'reworded';
}

/** An edit of the notes by the person; `key` identifies the edit. */
export interface NotesEditView {
  readonly key: string;
  /** The line before the edit; absent for an added line. */
  readonly line?: string;
  /** The new line; absent if the line was struck. */
  readonly text?: string;
}

/** The notes line by line, with the person's edits. */
export interface NotesView {
  readonly lines: readonly NoteLineView[];
  readonly edits: readonly NotesEditView[];
}

const line = v.pipe(v.string(), v.minLength(1), v.maxLength(20_000));
const target = { words: line, source: v.exactOptional(line) };
const words = v.pipe(v.string(), v.maxLength(2_000), v.regex(/\S/u));

/** Edits of the notes in the panel; the next compaction applies them. */
export const notesRequests = [
  v.object({ type: v.literal('strikeNote'), ...target }),
  v.object({ type: v.literal('rewordNote'), ...target, text: words }),
  v.object({ type: v.literal('addNote'), text: words }),
  v.object({ type: v.literal('takeBackNote'), key: line }),
] as const;

export type NotesRequest = v.InferOutput<(typeof notesRequests)[number]>;
