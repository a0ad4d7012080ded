import * as vscode from 'vscode';
import type { Clock, Redactor } from '../../core/ports.ts';
import type { NoteSource } from '../../core/log/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';
import type { TextPart } from '../../core/log/message.ts';
import type { Settings } from '../settings/settings.ts';
import { noteActiveEditor } from './activeEditor.ts';
import { noteBranches } from './branches.ts';
import { noteDiagnostics } from './diagnostics.ts';
import { NoteBuffer, noteCompanion, type EditorNote } from './noteBuffer.ts';
import { noteTasks } from './tasks.ts';
import { noteTerminals } from './terminals.ts';

/** What a source calls when it saw something; `subject` names what it is about. */
export type Note = (source: NoteSource, subject: string, text: string) => void;

export interface EditorNotesOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly settings: () => Settings;
}

const LONGEST = 240;

/** What the person does beside the chat, noted from when the first session is open until something is sent. */
export class EditorNotes implements vscode.Disposable {
  readonly #options: EditorNotesOptions;
  readonly #buffer = new NoteBuffer();
  #sources: vscode.Disposable | undefined;

  constructor(options: EditorNotesOptions) {
    this.#options = options;
  }

  /** Begins to watch; once is enough. */
  start(): void {
    const note: Note = (source, subject, text) => {
      if (!this.#options.settings().noteSources.has(source)) return;
      const line = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
      this.#buffer.add({ source, at: this.#options.clock.now(), text: line }, subject);
    };
    this.#sources ??= vscode.Disposable.from(
      noteActiveEditor(note),
      noteDiagnostics(note),
      noteTasks(note),
      noteTerminals(note),
      noteBranches(note),
    );
  }

  /** Writes what waited into the session's log and gives it as a part of the message that it goes with. */
  async companion(live: LiveSession): Promise<TextPart | undefined> {
    const notes = await this.#buffer.writeAll({
      mask: (waiting) => this.#masked(waiting),
      write: ({ source, at, text }) => live.append({ kind: 'note', source, at, text }),
    });
    return noteCompanion(notes, this.#options.settings().compaction.liveNotes);
  }

  dispose(): void {
    this.#sources?.dispose();
  }

  /** A command line may hold a token: it is masked before it is written anywhere. */
  async #masked(notes: readonly EditorNote[]): Promise<readonly EditorNote[]> {
    if (notes.length === 0) return [];
    const texts = await maskedTexts(
      notes.map(({ text }) => text),
      this.#options.redactor,
    );
    return notes.map((note, index) => ({ ...note, text: texts[index] ?? '' }));
  }
}
