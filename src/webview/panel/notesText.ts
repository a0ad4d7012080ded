import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../base/html.ts';
import { formatCount } from '../../shared/format.ts';
import type { NoteLineView, NotesEditView, NotesRequest, NotesView } from '../../shared/notesView.ts';
import { accepted } from '../hostConnection.ts';
import { adderKeys } from '../base/fieldKeys.ts';
import { lineField } from '../base/lineField.ts';
import { iconButton, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { notesTextStyle } from './notesTextStyle.ts';
import type { PanelHost } from './panelHost.ts';

const LATER = 'at the next compaction';

/**
 * Shows the notes line by line as the model sees them. Delete strikes a line, Enter rewords a line, and the field below
 * adds a line. Fires `edited` once the host has accepted a change, so that the parent element reads the notes again.
 */
@customElement('lt-notes')
export class NotesText extends LightElement {
  static override styles = notesTextStyle;

  @property({ attribute: false }) notes!: NotesView;
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  /** The index of the line that had the focus last. */
  @state() private current = -1;
  /** The key of the line that is being reworded. */
  @state() private editing: string | undefined;
  /** A key for each line, by which the line is found after the notes were read again. */
  private keys: readonly string[] = [];
  private hadFocus = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('notes')) return;
    const current = this.keys[this.current] ?? '';
    this.keys = keysOf(this.notes);
    if (this.keys.includes(current)) this.current = this.keys.indexOf(current);
    if (!this.keys.includes(this.editing ?? '')) this.editing = undefined;
    this.hadFocus = this.contains(document.activeElement);
  }

  /**
   * Keeps the focus in the element after new notes are drawn. If the focused element is gone, or if the focused line
   * can no longer be changed, focuses the line that Tab reaches.
   */
  protected override updated(): void {
    if (!this.hadFocus) return;
    this.hadFocus = false;
    const { activeElement } = document;
    if (this.contains(activeElement) && activeElement?.matches('.note-line:not([tabindex])') === false)
      return;
    this.lineAt(this.tabStop)?.focus();
  }

  override render(): TemplateResult {
    return html`<div
        role="list"
        aria-label="The notes, line by line"
        @keydown=${this.press}
        @focusin=${(event: FocusEvent) => {
          this.current = indexOf(event.target);
        }}
      >
        ${repeat(
          this.notes.lines,
          (_, index) => this.keys[index],
          (line, index) => this.line(line, index),
        )}
      </div>
      ${this.isReadOnly ? nothing : this.adder()} ${this.edits()}`;
  }

  private line(line: NoteLineView, index: number): TemplateResult {
    const { text, isYours, next } = line;
    if (this.keys[index] === this.editing) return this.editor(line, index);
    const canChange = this.canChange(line);
    const kind = text.startsWith('#') ? 'heading' : canChange ? 'open' : '';
    return html`<div
      role="listitem"
      class="note-line ${kind}"
      data-index=${index}
      tabindex=${!canChange ? nothing : index === this.tabStop ? 0 : -1}
    >
      <span class="words ${next === 'struck' ? 'is-struck' : ''}" dir="auto">${text}</span>
      ${isYours === true ? html`<span class="note-mark yours">yours</span>` : nothing}
      ${next === undefined ? nothing : html`<span class="note-mark">${next === 'struck' ? 'removed' : next} ${LATER}</span>`}
      ${canChange ? this.buttons(line, index) : nothing}
    </div>`;
  }

  private buttons(line: NoteLineView, index: number): TemplateResult {
    const { text, can } = line;
    return html`<span class="note-buttons">
      ${
        can === 'reword'
          ? iconButton({
              icon: 'edit',
              label: `Reword (Enter): ${text.trim()}`,
              onClick: () => void this.startEdit(index),
            })
          : nothing
      }
      ${iconButton({
        icon: 'close',
        label: `Remove (Delete): ${text.trim()}`,
        onClick: () => void this.ask({ type: 'strikeNote', ...identify(line) }),
      })}
    </span>`;
  }

  private editor(line: NoteLineView, index: number): TemplateResult {
    const identity = identify(line);
    const key = this.editing ?? '';
    const finish = async (to = ''): Promise<void> => {
      const isChanged = to !== '' && to !== identity.words;
      if (isChanged && !(await this.ask({ type: 'rewordNote', ...identity, text: to }))) return;
      if (this.editing !== key) return;
      this.editing = undefined;
      await this.updateComplete;
      this.lineAt(this.keys.indexOf(key))?.focus();
    };
    return html`<div role="listitem" class="note-line" data-index=${index}>
      ${lineField({ label: 'The line in your words', text: identity.words, mostCharacters: 2000, finish })}
    </div>`;
  }

  private adder(): TemplateResult {
    return html`<input
      class="text-input add-note"
      dir="auto"
      aria-label="Add a line to the notes"
      placeholder="Add a line to the notes"
      maxlength="2000"
      @keydown=${adderKeys((text) => this.ask({ type: 'addNote', text }))}
    />`;
  }

  private edits(): TemplateResult | typeof nothing {
    const { edits } = this.notes;
    if (edits.length === 0) return nothing;
    return html`<details class="note-edits">
      <summary>${formatCount(edits.length, 'change')} of yours, kept in all later notes</summary>
      <ul>
        ${edits.map((edit) => this.edit(edit))}
      </ul>
    </details>`;
  }

  private edit({ key, line, text }: NotesEditView): TemplateResult {
    const words = text ?? line ?? '';
    const kind = text === undefined ? 'removed' : 'reworded';
    const before =
      line === undefined
        ? 'added: '
        : html`<span class="for-screen-reader">${kind}: </span
            ><span class="is-struck" dir="auto">${line}</span> `;
    return html`<li>
      <span>${before}<span dir="auto">${text ?? ''}</span></span>
      ${
        this.isReadOnly
          ? nothing
          : linkButton(
              'Undo',
              () => void this.ask({ type: 'takeBackNote', key }),
              `Undo your change: ${words}`,
            )
      }
    </li>`;
  }

  private canChange({ can, next }: NoteLineView): boolean {
    return can !== 'fixed' && next === undefined && !this.isReadOnly;
  }

  /**
   * The index of the line that Tab reaches; -1 if no line can be changed. Tab reaches the first changeable line at or
   * after the line that had the focus last. If there is none, Tab reaches the last changeable line.
   */
  private get tabStop(): number {
    const changeable = this.notes.lines.flatMap((line, index) => (this.canChange(line) ? [index] : []));
    return changeable.find((index) => index >= this.current) ?? changeable.at(-1) ?? -1;
  }

  private lineAt(index: number): HTMLElement | null {
    return this.querySelector<HTMLElement>(`.note-line[data-index="${String(index)}"]`);
  }

  private async startEdit(index: number): Promise<void> {
    this.editing = this.keys[index];
    await this.updateComplete;
    this.querySelector<HTMLInputElement>('.note-line input')?.select();
  }

  private readonly press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.classList.contains('note-line')) return;
    const index = indexOf(target);
    const line = this.notes.lines[index];
    if (line === undefined) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') this.moveFocus(index, key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Delete') void this.ask({ type: 'strikeNote', ...identify(line) });
    else if (key === 'Enter' && line.can === 'reword') void this.startEdit(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private moveFocus(from: number, step: 1 | -1): void {
    const { lines } = this.notes;
    let index = from + step;
    while (lines[index] !== undefined && !this.canChange(lines[index] as NoteLineView)) index += step;
    this.lineAt(index)?.focus();
  }

  /** Sends a change to the host. Returns whether the host accepted the change. */
  private async ask(request: NotesRequest): Promise<boolean> {
    const isAccepted = await accepted(this.host.ask(request), this.host.showError);
    if (isAccepted) this.dispatchEvent(new CustomEvent('edited'));
    return isAccepted;
  }
}

/** Returns the fields by which a request identifies a line. */
function identify({ words = '', source }: NoteLineView): {
  readonly words: string;
  readonly source?: string;
} {
  return { words, ...(source === undefined ? {} : { source }) };
}

/** Returns the index of the line that contains an element, or -1. */
function indexOf(target: EventTarget | null): number {
  const line = target instanceof Element ? target.closest<HTMLElement>('.note-line') : null;
  return Number(line?.dataset['index'] ?? -1);
}

/** Returns a key for each line: the number of equal lines before it, and the text of the line. */
function keysOf({ lines }: NotesView): readonly string[] {
  const seen = new Map<string, number>();
  return lines.map(({ text }) => {
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return `${String(count)} ${text}`;
  });
}
