import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatTokens } from '../../shared/format.ts';
import type { ContextItemView } from '../../shared/panelView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import { HostError } from '../hostConnection.ts';
import { treatments } from './meanings.ts';
import './notesText.ts';
import type { PanelHost } from './panelHost.ts';

/** Characters of a text that are shown until one asks for more. */
const MOST_CHARACTERS = 3_000;
const CHARACTERS_A_LINE = 90;

type SeenText = Pick<OriginalText, 'text' | 'notes'>;

/**
 * What the model sees, word for word and in its order; a text is read when it is scrolled to. The notes can be edited:
 * fires `edited`.
 */
@customElement('lt-plan-texts')
export class PlanTexts extends LightElement {
  static override styles = css`
    lt-plan-texts,
    lt-plan-texts lt-list {
      display: block;
      min-height: 0;
    }
    lt-plan-texts lt-list {
      height: 100%;
    }
    lt-plan-texts .seen {
      padding: 4px 12px 8px;
      border-bottom: 1px solid var(--lt-border);
    }
    lt-plan-texts .seen-head {
      display: flex;
      gap: 8px;
      font-size: 0.92em;
      color: var(--lt-muted);
    }
    lt-plan-texts .seen-head > :last-child {
      margin-inline-start: auto;
      white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    lt-plan-texts pre {
      margin: 2px 0 0;
      font-family: var(--lt-mono);
      font-size: var(--lt-mono-size);
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
  `;

  @property() label = '';
  @property({ attribute: false }) items: readonly ContextItemView[] = [];
  /** Another value where the same ids may stand for other texts. */
  @property() key = '';
  @property({ attribute: false }) read: (id: string) => Promise<SeenText> = () =>
    Promise.resolve({ text: '' });
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean }) frozen = false;
  @state() private texts: ReadonlyMap<string, SeenText> = new Map();
  /** Texts of the plan before, shown until they are read anew. */
  private readonly stale = new Set<string>();
  @state() private whole: ReadonlySet<string> = new Set();
  private readonly waiting = new Set<string>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('key')) return;
    this.waiting.clear();
    this.texts = changed.has('label') ? new Map() : this.stillTrue(changed.get('items') ?? []);
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

  /** Texts of messages that are treated as before are read once, so that a new plan does not flicker; nor do the notes. */
  private stillTrue(before: readonly ContextItemView[]): ReadonlyMap<string, SeenText> {
    const old = new Map(before.map((item) => [item.id, item]));
    this.stale.clear();
    return new Map(
      this.items.flatMap((item) => {
        const text = this.texts.get(item.id);
        const was = old.get(item.id);
        const isSame =
          was?.treatment === item.treatment && was.tokens === item.tokens && item.originCount === 1;
        if (text?.notes !== undefined) this.stale.add(item.id);
        return text !== undefined && (isSame || text.notes !== undefined) ? [[item.id, text] as const] : [];
      }),
    );
  }

  private seen(item: ContextItemView): TemplateResult {
    if (item.role === 'system' && !this.whole.has(item.id)) return this.folded(item);
    const text = this.texts.get(item.id);
    if (text === undefined || this.stale.has(item.id)) void this.load(item.id);
    return html`<div class="seen">
      <div class="seen-head">
        <span>${item.role}</span><span>${treatments[item.treatment].word}</span>
        <span>${formatTokens(item.tokens)} tokens</span>
      </div>
      ${
        text === undefined
          ? html`<pre>…</pre>`
          : text.notes === undefined
            ? this.text(item.id, text.text)
            : html`<lt-notes
                .notes=${text.notes}
                .host=${this.host}
                ?frozen=${this.frozen}
                @edited=${() => {
                  void this.load(item.id);
                  this.dispatchEvent(new CustomEvent('edited'));
                }}
              ></lt-notes>`
      }
    </div>`;
  }

  /** No compaction changes what stands first: a line of it leaves the room to what changes. */
  private folded({ id, label, tokens }: ContextItemView): TemplateResult {
    return html`<div class="seen">
      <div class="seen-head">
        <span>system</span><span class="one-line">${label}</span>
        ${linkButton('Show', () => {
          this.whole = new Set([...this.whole, id]);
        })}
        <span>${formatTokens(tokens)} tokens</span>
      </div>
    </div>`;
  }

  private text(id: string, text: string): TemplateResult {
    const isCut = text.length > MOST_CHARACTERS && !this.whole.has(id);
    const more = linkButton('Show all of it', () => {
      this.whole = new Set([...this.whole, id]);
    });
    return html`<pre dir="auto">${isCut ? `${text.slice(0, MOST_CHARACTERS)}…` : text}</pre>
      ${isCut ? more : nothing}`;
  }

  private async load(id: string): Promise<void> {
    if (this.waiting.has(id)) return;
    this.waiting.add(id);
    const { key } = this;
    try {
      const text = await this.read(id);
      if (key !== this.key) return;
      this.stale.delete(id);
      this.texts = new Map(this.texts).set(id, text);
    } catch (error) {
      // A plan that was made anew meanwhile has other texts, which are asked for by themselves.
      if (!(error instanceof HostError)) throw error;
    } finally {
      if (key === this.key) this.waiting.delete(id);
    }
  }
}

function labelOf(item: ListItem): string {
  const { role, label, treatment, tokens } = item as ContextItemView;
  return `${role}, ${treatments[treatment].word}, ${formatTokens(tokens)} tokens. ${label}`;
}

function estimate(item: ListItem): number {
  const { role, tokens } = item as ContextItemView;
  const characters = role === 'system' ? 0 : Math.min(MOST_CHARACTERS, tokens * 4);
  return 40 + Math.ceil(characters / CHARACTERS_A_LINE) * 18;
}
