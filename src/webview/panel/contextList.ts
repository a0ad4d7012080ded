import { css, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatCount, formatTokenCount, formatTokens } from '../../shared/format.ts';
import { FATES, fateText } from '../../shared/fateWords.ts';
import type { ContextItemView } from '../../shared/panelView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { linkButton } from '../base/icon.ts';
import '../base/originalText.ts';
import { MessageList, messageRowStyle, type MessageLine } from './messageList.ts';
import './notesText.ts';

/** The context as the model sees it now, item by item. A click shows an item's text. */
@customElement('lt-context')
export class ContextList extends MessageList<OriginalText> {
  static override styles = [
    messageRowStyle,
    css`
      lt-context {
        display: block;
        min-height: 0;
      }
      lt-context lt-list {
        height: 100%;
      }
      lt-context .context-item {
        gap: 8px;
        min-height: 24px;
        padding: 0 12px;
        border-inline-start: 0;
      }
      lt-context .tokens {
        min-width: 4.5ch;
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
      lt-context :is(.shortened, .leftOut, .excluded) .label {
        color: var(--lt-muted);
      }
    `,
  ];

  @property({ attribute: false }) items: readonly ContextItemView[] = [];

  /** Closes the open texts of items that are gone, and reads the open texts of changed items again. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('items');
    if (before === undefined || this.opened.size === 0) return;
    const old = new Map(before.map((item) => [item.id, item]));
    const now = new Map(this.items.map((item) => [item.id, item]));
    this.opened = new Map([...this.opened].filter(([id]) => now.has(id)));
    for (const id of this.opened.keys()) {
      const item = now.get(id);
      if (item !== undefined && !isSame(item, old.get(id))) void this.read(id);
    }
  }

  override render(): TemplateResult {
    return this.list({
      label: 'Context now',
      items: this.items,
      rowHeight: 24,
      hasTwisty: false,
      line: lineOf,
      labelOf,
      body: (item, text) => html`<div class="item-text">${this.text(item, text)} ${this.actions(item)}</div>`,
    });
  }

  protected override textOf(item: string): Promise<OriginalText> {
    return this.host.ask({ type: 'readItem', item });
  }

  private text(item: ContextItemView, original: OriginalText): TemplateResult {
    if (original.notes === undefined)
      return html`<lt-original .original=${{ ...original, title: labelOf(item) }}></lt-original>`;
    return html`<lt-notes
      .notes=${original.notes}
      .host=${this.host}
      ?read-only=${this.isReadOnly}
      @edited=${() => void this.read(item.id)}
    ></lt-notes>`;
  }

  /**
   * Draws the buttons “Show in chat”, “Pin” or “Unpin”, and “Leave out” or “Bring back”. Draws nothing for a system
   * message, for an item that does not represent exactly one message, or in a read-only session.
   */
  private actions({ role, originCount, origins, fate }: ContextItemView): TemplateResult | typeof nothing {
    const [message] = origins;
    if (this.isReadOnly || originCount !== 1 || message === undefined || role === 'system') return nothing;
    const isPinned = fate === 'pinned';
    const isExcluded = fate === 'excluded';
    return html`<div class="item-actions">
      ${linkButton('Show in chat', () => this.host.showMessage(message))}
      ${linkButton(isPinned ? 'Unpin' : 'Pin', () => this.host.tell({ type: 'pin', message, on: !isPinned }))}
      ${linkButton(isExcluded ? 'Bring back' : 'Leave out', () => this.host.tell(isExcluded ? { type: 'bringBack', message } : { type: 'exclude', message, on: true }))}
    </div>`;
  }
}

function isSame(item: ContextItemView, before: ContextItemView | undefined): boolean {
  return item.fate === before?.fate && item.label === before.label && item.tokens === before.tokens;
}

function lineOf(item: ContextItemView): MessageLine {
  const { role, fate, label, tokens } = item;
  const { icon, word } = FATES[fate];
  return {
    ...{ role, label, icon: role === 'system' ? 'shield' : icon, kind: `context-item ${fate}` },
    ...{
      fate: fate === 'stays' ? '' : word,
      tokens: formatTokens(tokens),
      title: tooltipOf(item),
    },
  };
}

function labelOf({ role, fate, label, tokens }: ContextItemView): string {
  return `${role}, ${FATES[fate].word}, ${label}, ${formatTokenCount(tokens)}`;
}

function tooltipOf({ label, fate, originCount, origins, reason, tokens }: ContextItemView): string {
  const range = origins.length > 1 ? `${origins[0] ?? ''} to ${origins.at(-1) ?? ''}` : (origins[0] ?? '');
  const sources = originCount > 1 ? `stands for ${formatCount(originCount, 'message')}, ${range}` : range;
  return [label, fateText(fate), formatTokenCount(tokens), sources, reason ?? ''].filter(Boolean).join('\n');
}
