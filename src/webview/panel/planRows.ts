import { css, html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatTokens } from '../../shared/format.ts';
import type { PreviewItem, PreviewView } from '../../shared/panelView.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import { fates } from './meanings.ts';

const ROW_HEIGHT = 22;
/** A longer list scrolls by itself, so that the buttons under it stay in sight. */
const MOST_ROWS_AT_ONCE = 14;

export const planRowsStyle = css`
  lt-plan .plan-row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 7.5em 3.2em 3.2em;
    gap: 8px;
    align-items: center;
    height: 22px;
    font-variant-numeric: tabular-nums;
  }
  lt-plan .plan-row > :nth-child(n + 3) {
    text-align: end;
  }
  lt-plan .plan-head {
    color: var(--lt-muted);
    border-bottom: 1px solid var(--lt-border);
    padding-inline-end: 10px;
  }
  lt-plan lt-list {
    height: 308px;
  }
  lt-plan lt-list .plan-row {
    padding-inline-end: 10px;
  }
`;

/** Every message that would change, with what becomes of it, largest saving first. */
export function planRows({ items, unchangedCount }: PreviewView): TemplateResult {
  return html`<h3>What would change <span class="figure muted">${formatCount(items.length, 'row')}</span></h3>
    ${unchangedCount === 0 ? nothing : html`<p class="muted">${staying(unchangedCount)}</p>`}
    <div class="plan-row plan-head" aria-hidden="true">
      <span>message</span><span>becomes</span><span>before</span><span>after</span>
    </div>
    ${items.length > MOST_ROWS_AT_ONCE ? scrolling(items) : all(items)}`;
}

function all(items: readonly PreviewItem[]): TemplateResult {
  return html`<div role="list" aria-label="What would change">
    ${items.map((item) => html`<div role="listitem" aria-label=${labelOf(item)}>${row(item)}</div>`)}
  </div>`;
}

function scrolling(items: readonly PreviewItem[]): TemplateResult {
  return html`<lt-list
    role="list"
    item-role="listitem"
    aria-label="What would change"
    .items=${items}
    .total=${items.length}
    .labelOf=${labelOf}
    .renderItem=${(item: ListItem) => row(item as PreviewItem)}
    .estimateHeight=${() => ROW_HEIGHT}
  ></lt-list>`;
}

function staying(count: number): string {
  return `${formatCount(count, 'item')} of the context ${count === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

function row(item: PreviewItem): TemplateResult {
  const { label, to, tokensBefore, tokensAfter } = item;
  return html`<div class="plan-row" title=${tooltipOf(item)}>
    <span class="one-line">${label}</span>
    <span class="one-line muted">${fates[to].word}</span>
    <span>${formatTokens(tokensBefore)}</span>
    <span>${formatTokens(tokensAfter)}</span>
  </div>`;
}

function tooltipOf({ label, to, lines }: PreviewItem): string {
  return [label, fates[to].meaning, ...lines].join('\n');
}

function labelOf(item: ListItem): string {
  const { label, to, tokensBefore, tokensAfter, lines } = item as PreviewItem;
  const figures = `${formatTokens(tokensBefore)} tokens before, ${formatTokens(tokensAfter)} after`;
  return [label, fates[to].meaning, ...lines, figures].join('. ');
}
