import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { FATES } from '../../shared/fateWords.ts';
import { formatTokenCount } from '../../shared/format.ts';
import type { ContextItemView } from '../../shared/panelView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import { linkButton } from '../base/icon.ts';
import { HostError } from '../hostConnection.ts';
import './notesText.ts';
import type { PanelHost } from './panelHost.ts';

/** The number of characters of a text that are shown until the person asks for more. */
const MOST_CHARACTERS = 3_000;
/** The assumed number of characters per line, to estimate the height of a text. */
const CHARACTERS_PER_LINE = 90;

/** A text that was read, or `problem` if it could not be read. */
type SeenText = Pick<OriginalText, 'text' | 'notes'> & { readonly problem?: string };

/**
 * Shows what the model sees, or would see, in order and word for word. Reads a text when the text scrolls into view.
 * The notes can be edited. Fires `edited` after each change of the notes.
 */
@customElement('lt-preview-texts')
export class PreviewTexts extends LightElement {
  static override styles = css`
    lt-preview-texts,
    lt-preview-texts lt-list {
      display: block;
      min-height: 0;
    }
    lt-preview-texts lt-list {
      height: 100%;
    }
    lt-preview-texts .seen {
      padding: 4px 12px 8px;
      border-bottom: 1px solid var(--lt-border);
    }
    lt-preview-texts .seen-head {
      display: flex;
      gap: 8px;
      font-size: 0.92em;
      color: var(--lt-muted);
    }
    lt-preview-texts .seen-head > :last-child {
      margin-inline-start: auto;
      white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    lt-preview-texts pre {
      margin: 2px 0 0;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  `;

  @property() label = '';
  @property({ attribute: false }) items: readonly ContextItemView[] = [];
  /**
   * Identifies the shown version of the context, e.g. a preview. When the key changes, texts that may differ are read
   * again, since an id may now belong to another text.
   */
  @property() key = '';
  @property({ attribute: false }) read: (id: string) => Promise<SeenText> = () =>
    Promise.resolve({ text: '' });
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  @state() private texts: ReadonlyMap<string, SeenText> = new Map();
  /** The ids of items that show the text of the previous preview until the new text has been read. */
  private readonly stale = new Set<string>();
  /** The ids of the system texts that are expanded. */
  @state() private unfolded: ReadonlySet<string> = new Set();
  /** The ids of the long texts that are shown completely. */
  @state() private whole: ReadonlySet<string> = new Set();
  /** The ids of the items whose texts are being read. */
  private readonly loading = new Set<string>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('key')) return;
    this.loading.clear();
    // A new label means that the person switched between the context before and the context after the compaction, so
    // all texts are read again.
    this.texts = changed.has('label') ? new Map() : this.textsToKeep(changed.get('items') ?? []);
  }

  override render(): TemplateResult {
    return html`<lt-list
      role="list"
      item-role="listitem"
      aria-label=${this.label}
      .items=${this.items}
      .labelOf=${labelOf}
      .renderItem=${(item: ListItem) => this.seen(item as ContextItemView)}
      .estimateHeight=${estimate}
    ></lt-list>`;
  }

  /**
   * Returns the texts that stay on screen, so that a new preview does not flicker: the texts of messages with the same
   * fate and size as before, and the old notes. Marks the old notes as stale, so that the new notes are read.
   */
  private textsToKeep(before: readonly ContextItemView[]): ReadonlyMap<string, SeenText> {
    const old = new Map(before.map((item) => [item.id, item]));
    this.stale.clear();
    return new Map(
      this.items.flatMap((item) => {
        const text = this.texts.get(item.id);
        const was = old.get(item.id);
        const isSame = was?.fate === item.fate && was.tokens === item.tokens && item.originCount <= 1;
        if (text?.notes !== undefined) this.stale.add(item.id);
        return text !== undefined && (isSame || text.notes !== undefined) ? [[item.id, text] as const] : [];
      }),
    );
  }

  /** Draws an item. Collapses system texts to one line, since no compaction changes them. */
  private seen(item: ContextItemView): TemplateResult {
    const { id, role, label, fate, tokens } = item;
    const isSystem = role === 'system';
    const isOpen = !isSystem || this.unfolded.has(id);
    const fold = toggle(isOpen, isOpen ? 'Hide' : 'Show', () => {
      this.unfolded = toggled(this.unfolded, id);
    });
    return html`<div class="seen">
      <div class="seen-head">
        ${FATES[fate].word === role ? nothing : html`<span>${role}</span>`}
        ${isSystem ? html`<span class="one-line">${label}</span> ${fold}` : html`<span>${FATES[fate].word}</span>`}
        <span>${formatTokenCount(tokens)}</span>
      </div>
      ${isOpen ? this.textOf(id) : nothing}
    </div>`;
  }

  private textOf(id: string): TemplateResult {
    const seen = this.texts.get(id);
    if (seen === undefined || this.stale.has(id)) void this.load(id);
    if (seen === undefined) return html`<pre>…</pre>`;
    if (seen.problem !== undefined) return this.problem(id, seen.problem);
    if (seen.notes === undefined) return this.text(id, seen.text);
    return html`<lt-notes
      .notes=${seen.notes}
      .host=${this.host}
      ?read-only=${this.isReadOnly}
      @edited=${() => {
        void this.load(id);
        this.dispatchEvent(new CustomEvent('edited'));
      }}
    ></lt-notes>`;
  }

  private problem(id: string, problem: string): TemplateResult {
    const again = linkButton('Read again', () => {
      this.texts = new Map([...this.texts].filter(([each]) => each !== id));
    });
    return html`<p class="problem">${problem} ${again}</p>`;
  }

  private text(id: string, text: string): TemplateResult {
    const isWhole = this.whole.has(id);
    const more = toggle(isWhole, isWhole ? 'Show less' : 'Show all of it', () => {
      this.whole = toggled(this.whole, id);
    });
    if (text.length <= MOST_CHARACTERS) return html`<pre dir="auto">${text}</pre>`;
    return html`<pre dir="auto">${isWhole ? text : `${text.slice(0, MOST_CHARACTERS)}…`}</pre>
      ${more}`;
  }

  private async load(id: string): Promise<void> {
    if (this.loading.has(id)) return;
    this.loading.add(id);
    const { key } = this;
    const text = await this.read(id).catch(problemOf);
    if (key !== this.key) return;
    this.loading.delete(id);
    if (text === undefined) return;
    this.stale.delete(id);
    this.texts = new Map(this.texts).set(id, text);
  }
}

/**
 * Returns the error of a failed read in place of the text. Returns undefined if a newer preview replaced the one that
 * was read: the newer preview's key will cause new reads. Throws errors that are not from the host.
 */
function problemOf(error: unknown): SeenText | undefined {
  if (!(error instanceof HostError)) throw error;
  if (error.isCancelled) return undefined;
  return { text: '', problem: error.message };
}

/**
 * Draws a button that shows or hides a text. Both states have the same template, so Lit updates the button in place and
 * the button keeps the focus.
 */
function toggle(isOpen: boolean, label: string, onClick: () => void): TemplateResult {
  return html`<button
    type="button"
    class="link-button"
    data-primary
    aria-expanded=${isOpen}
    @click=${onClick}
  >
    ${label}
  </button>`;
}

function toggled(all: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(all.has(id) ? [...all].filter((each) => each !== id) : [...all, id]);
}

function labelOf(item: ListItem): string {
  const { role, label, fate, tokens } = item as ContextItemView;
  return `${role}, ${FATES[fate].word}, ${formatTokenCount(tokens)}. ${label}`;
}

function estimate(item: ListItem): number {
  const { role, tokens } = item as ContextItemView;
  const characters = role === 'system' ? 0 : Math.min(MOST_CHARACTERS, tokens * 4);
  return 40 + Math.ceil(characters / CHARACTERS_PER_LINE) * 18;
}
