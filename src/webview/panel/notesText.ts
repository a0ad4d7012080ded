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

const LATER = 'from the next compaction on';

/**
 * Shows the notes line by line as the model sees them. A line can be deleted (Delete), reworded (Enter) and added.
 * Fires `edited` once the host has the change, so that the owner reads the notes again.
 */
@customElement('lt-notes')
export class NotesText extends LightElement {
  static override styles = notesTextStyle;

  @property({ attribute: false }) notes!: NotesView;
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean }) frozen = false;
  @state() private current = -1;
  /** Key of the line being reworded; the line has the same key when the notes are read again. */
  @state() private editing: string | undefined;
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

  /** Moves the focus if its element is gone or can no longer be changed. */
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
          this.current = placeOf(event.target);
        }}
      >
        ${repeat(
          this.notes.lines,
          (_, place) => this.keys[place],
          (line, place) => this.line(line, place),
        )}
      </div>
      ${this.frozen ? nothing : this.adder()} ${this.edits()}`;
  }

  private line(line: NoteLineView, place: number): TemplateResult {
    const { text, isYours, next } = line;
    if (this.keys[place] === this.editing) return this.editor(line, place);
    const isOpen = this.canChange(line);
    const kind = text.startsWith('#') ? 'heading' : isOpen ? 'open' : '';
    return html`<div
      role="listitem"
      class="note-line ${kind}"
      data-place=${place}
      tabindex=${!isOpen ? nothing : place === this.tabStop ? 0 : -1}
    >
      <span class="words ${next === 'struck' ? 'is-struck' : ''}" dir="auto">${text}</span>
      ${isYours === true ? html`<span class="note-mark yours">yours</span>` : nothing}
      ${next === undefined ? nothing : html`<span class="note-mark">${next} ${LATER}</span>`}
      ${isOpen ? this.buttons(line, place) : nothing}
    </div>`;
  }

  private buttons(line: NoteLineView, place: number): TemplateResult {
    const { text, can } = line;
    return html`<span class="note-buttons">
      ${
        can === 'reword'
          ? iconButton({
              icon: 'edit',
              label: `Reword (Enter): ${text.trim()}`,
              onClick: () => void this.startEdit(place),
            })
          : nothing
      }
      ${iconButton({
        icon: 'close',
        label: `Strike (Delete): ${text.trim()}`,
        onClick: () => void this.ask({ type: 'strikeNote', ...toldOf(line) }),
      })}
    </span>`;
  }

  private editor(line: NoteLineView, place: number): TemplateResult {
    const told = toldOf(line);
    const key = this.editing ?? '';
    const finish = async (to = ''): Promise<void> => {
      const isChanged = to !== '' && to !== told.words;
      if (isChanged && !(await this.ask({ type: 'rewordNote', ...told, text: to }))) return;
      if (this.editing !== key) return;
      this.editing = undefined;
      await this.updateComplete;
      this.lineAt(this.keys.indexOf(key))?.focus();
    };
    return html`<div role="listitem" class="note-line" data-place=${place}>
      ${lineField({ label: 'The line in your words', text: told.words, mostCharacters: 2000, finish })}
    </div>`;
  }

  private adder(): TemplateResult {
    return html`<input
      class="text-input add-note"
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
    return html`<li>
      <span>
        ${line === undefined ? 'added: ' : html`<span class="is-struck">${line}</span> `}${text ?? ''}
      </span>
      ${
        this.frozen
          ? nothing
          : linkButton(
              'Take back',
              () => void this.ask({ type: 'takeBackNote', key }),
              `Undo your change: ${words}`,
            )
      }
    </li>`;
  }

  private canChange({ can, next }: NoteLineView): boolean {
    return can !== 'fixed' && next === undefined && !this.frozen;
  }

  /** Returns the line that the Tab key reaches: the last focused one, or the next that can be changed. */
  private get tabStop(): number {
    const open = this.notes.lines.flatMap((line, place) => (this.canChange(line) ? [place] : []));
    return open.find((place) => place >= this.current) ?? open.at(-1) ?? -1;
  }

  private lineAt(place: number): HTMLElement | null {
    return this.querySelector<HTMLElement>(`.note-line[data-place="${String(place)}"]`);
  }

  private async startEdit(place: number): Promise<void> {
    this.editing = this.keys[place];
    await this.updateComplete;
    this.querySelector<HTMLInputElement>('.note-line input')?.select();
  }

  private readonly press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.classList.contains('note-line')) return;
    const place = placeOf(target);
    const line = this.notes.lines[place];
    if (line === undefined) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') this.move(place, key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Delete') void this.ask({ type: 'strikeNote', ...toldOf(line) });
    else if (key === 'Enter' && line.can === 'reword') void this.startEdit(place);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private move(from: number, by: 1 | -1): void {
    const { lines } = this.notes;
    let place = from + by;
    while (lines[place] !== undefined && !this.canChange(lines[place] as NoteLineView)) place += by;
    this.lineAt(place)?.focus();
  }

  /** Sends a change. Returns whether it was accepted. */
  private async ask(request: NotesRequest): Promise<boolean> {
    const isAccepted = await accepted(this.host.ask(request), this.host.showError);
    if (isAccepted) this.dispatchEvent(new CustomEvent('edited'));
    return isAccepted;
  }
}

function toldOf({ words = '', source }: NoteLineView): { readonly words: string; readonly source?: string } {
  return { words, ...(source === undefined ? {} : { source }) };
}

function placeOf(target: EventTarget | null): number {
  const line = target instanceof Element ? target.closest<HTMLElement>('.note-line') : null;
  return Number(line?.dataset['place'] ?? -1);
}

/** Returns a key for each line: its words, and how often they occurred before it, since lines may be equal. */
function keysOf({ lines }: NotesView): readonly string[] {
  const seen = new Map<string, number>();
  return lines.map(({ text }) => {
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return `${String(count)} ${text}`;
  });
}
