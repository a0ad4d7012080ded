import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatCount, formatTokens } from '../../shared/format.ts';
import type { ContextItemView, TreatmentView } from '../../shared/panelView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/originalText.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import { treatments } from './meanings.ts';
import './notesText.ts';
import type { PanelHost } from './panelHost.ts';

/** Whole, shortened, or standing for others: three marks are enough, the word says the rest. */
const marks: Readonly<Record<TreatmentView, string>> = {
  system: 'shield',
  pinned: 'pinned',
  verbatim: 'circle-filled',
  excerpt: 'circle-large-outline',
  stub: 'circle-large-outline',
  ledger: 'layers',
  summary: 'layers',
  digest: 'layers',
  note: 'layers',
  evicted: 'circle-slash',
  excluded: 'circle-slash',
};

/** The context as the model sees it now, item by item; a click shows an item's text. */
@customElement('lt-context')
export class ContextList extends LightElement {
  static override styles = css`
    lt-context {
      display: block;
      min-height: 0;
    }
    lt-context lt-list {
      height: 100%;
    }
    lt-context .context-item {
      display: flex;
      align-items: center;
      gap: 8px;
      width: 100%;
      height: 24px;
      padding: 0 12px;
      border: 0;
      background: none;
      text-align: start;
      cursor: pointer;
    }
    lt-context .context-item:hover {
      background: var(--lt-hover);
    }
    lt-context .context-item .codicon {
      flex: none;
      font-size: 12px;
      width: 14px;
      color: var(--vscode-icon-foreground);
    }
    lt-context .role {
      flex: none;
      width: 5.2em;
      font-size: 0.92em;
    }
    lt-context .label {
      flex: 1;
    }
    lt-context .treatment {
      font-size: 0.92em;
    }
    lt-context .tokens {
      min-width: 4.5ch;
      text-align: end;
    }
    lt-context .item-text {
      padding: 2px 12px 8px 34px;
    }
    lt-context .item-actions {
      display: flex;
      gap: 12px;
      margin-top: 2px;
      font-size: 0.92em;
    }
    lt-context .stub .label,
    lt-context .excerpt .label,
    lt-context .evicted .label,
    lt-context .excluded .label {
      color: var(--lt-muted);
    }
  `;

  @property({ attribute: false }) items: readonly ContextItemView[] = [];
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean }) frozen = false;
  @state() private opened: ReadonlyMap<string, OriginalText> = new Map();

  /** An item that a compaction made something else of says something else. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('items');
    if (before === undefined || this.opened.size === 0) return;
    const old = new Map(before.map((item) => [item.id, item]));
    const now = new Map(this.items.map((item) => [item.id, item]));
    this.opened = new Map([...this.opened].filter(([id]) => now.has(id)));
    for (const id of this.opened.keys()) {
      const item = now.get(id);
      if (item !== undefined && !isSame(item, old.get(id))) void this.read(item);
    }
  }

  override render(): TemplateResult {
    // The list draws again when its renderer changes, which it does whenever an item is opened or closed.
    return html`<lt-list
      role="list"
      item-role="listitem"
      aria-label="Context now"
      .items=${this.items}
      .labelOf=${labelOf}
      .renderItem=${(item: ListItem) => this.item(item as ContextItemView)}
      .estimateHeight=${() => 24}
    ></lt-list>`;
  }

  private item(item: ContextItemView): TemplateResult {
    const original = this.opened.get(item.id);
    return html`<button
        class="context-item ${item.treatment}"
        data-primary
        tabindex="-1"
        aria-expanded=${original !== undefined}
        title=${tooltipOf(item)}
        @click=${() => void this.toggle(item)}
      >
        ${icon(marks[item.treatment])}
        <span class="role muted">${item.role}</span>
        <span class="label one-line" dir="auto">${item.label}</span>
        ${
          item.treatment === 'verbatim' || item.treatment === 'system'
            ? nothing
            : html`<span class="treatment muted">${treatments[item.treatment].word}</span>`
        }
        <span class="tokens figure muted">${formatTokens(item.tokens)}</span>
      </button>
      ${
        original === undefined
          ? nothing
          : html`<div class="item-text">${this.text(item, original)} ${this.actions(item)}</div>`
      }`;
  }

  private text(item: ContextItemView, original: OriginalText): TemplateResult {
    if (original.notes === undefined)
      return html`<lt-original .original=${{ ...original, title: labelOf(item) }}></lt-original>`;
    return html`<lt-notes
      .notes=${original.notes}
      .host=${this.host}
      ?frozen=${this.frozen}
      @edited=${() => void this.read(item)}
    ></lt-notes>`;
  }

  /** Only what stands for one message can be pinned or left out. */
  private actions({ originCount, origins, treatment }: ContextItemView): TemplateResult | typeof nothing {
    const [message] = origins;
    if (this.frozen || originCount !== 1 || message === undefined || treatment === 'system') return nothing;
    const isPinned = treatment === 'pinned';
    const isExcluded = treatment === 'excluded';
    return html`<div class="item-actions">
      ${linkButton('Show in chat', () => {
        this.host.showMessage(message);
      })}
      ${linkButton(isPinned ? 'Unpin' : 'Pin', () => {
        this.host.tell({ type: 'pin', message, on: !isPinned });
      })}
      ${linkButton(isExcluded ? 'Bring back' : 'Leave out', () => {
        this.host.tell(isExcluded ? { type: 'bringBack', message } : { type: 'exclude', message, on: true });
      })}
    </div>`;
  }

  private async toggle(item: ContextItemView): Promise<void> {
    if (this.opened.has(item.id)) this.close(item.id);
    else await this.read(item);
  }

  private async read({ id }: ContextItemView): Promise<void> {
    try {
      const original = await this.host.ask({ type: 'readItem', item: id });
      this.opened = new Map(this.opened).set(id, original);
    } catch (error) {
      this.close(id);
      this.host.showError(error);
    }
  }

  private close(id: string): void {
    const opened = new Map(this.opened);
    opened.delete(id);
    this.opened = opened;
  }
}

function isSame(item: ContextItemView, before: ContextItemView | undefined): boolean {
  return item.treatment === before?.treatment && item.label === before.label && item.tokens === before.tokens;
}

function labelOf(item: ListItem): string {
  const { role, treatment, label, tokens } = item as ContextItemView;
  return `${role}, ${treatments[treatment].word}, ${label}, ${formatTokens(tokens)} tokens`;
}

function tooltipOf({ label, treatment, originCount, origins, reason, tokens }: ContextItemView): string {
  const range = origins.length > 1 ? `${origins[0] ?? ''} to ${origins.at(-1) ?? ''}` : (origins[0] ?? '');
  const stands = originCount > 1 ? `stands for ${formatCount(originCount, 'message')}, ${range}` : range;
  return [
    label,
    `${treatments[treatment].word}: ${treatments[treatment].meaning}`,
    `${formatTokens(tokens)} tokens`,
    stands,
    reason ?? '',
  ]
    .filter(Boolean)
    .join('\n');
}
