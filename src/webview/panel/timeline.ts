import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import type { CompactionView, RemarkView, TimelineItem } from '../../shared/panelView.ts';
import { icon } from '../base/icon.ts';
import { clockTime } from './clockTime.ts';

const remarkIcons: Readonly<Record<RemarkView['kind'], string>> = {
  skipped: 'circle-slash',
  running: 'loading',
  failed: 'warning',
  undo: 'discard',
  redo: 'redo',
  model: 'chip',
  rewind: 'history',
};

export interface TimelineOptions {
  readonly items: readonly TimelineItem[];
  readonly selected: string | undefined;
  readonly gauge: GaugeView | undefined;
  readonly onSelect: (id: string) => void;
}

/** What happened to the context, newest on top: compactions to choose from, and why others did not run. */
export function timeline({ items, selected, gauge, onSelect }: TimelineOptions): TemplateResult {
  if (items.length === 0) return html`<p class="none muted">No compaction yet. ${whenNext(gauge)}</p>`;
  return html`<ol class="timeline" aria-label="Events">
    ${repeat(
      items.toReversed(),
      ({ id }) => id,
      (item) => (item.type === 'remark' ? remark(item) : compaction(item, item.id === selected, onSelect)),
    )}
  </ol>`;
}

function whenNext(gauge: GaugeView | undefined): string {
  if (gauge === undefined) return 'One starts by itself when the gauge reaches its first tick.';
  const { nextCompactionAt, usedTokens } = gauge;
  if (nextCompactionAt === undefined) return 'None starts by itself.';
  return usedTokens < nextCompactionAt
    ? `One starts by itself at ${formatTokens(nextCompactionAt)} tokens, the gauge’s first tick.`
    : 'One runs with your next message.';
}

function compaction(
  item: CompactionView,
  isSelected: boolean,
  onSelect: (id: string) => void,
): TemplateResult {
  const how = `${item.strategy} · ${item.begun}${item.state === 'undone' ? ' · undone' : ''}`;
  return html`<li>
    <button
      class="event ${item.state} ${isSelected ? 'selected' : ''}"
      title=${how}
      aria-pressed=${isSelected}
      @click=${() => {
        onSelect(item.id);
      }}
    >
      <span class="figure muted">${clockTime(item.at)}</span>
      <span class="figure change"
        >${formatTokens(item.tokensBefore)} → ${formatTokens(item.tokensAfter)}</span
      >
      <span class="muted one-line">${how}</span>
    </button>
  </li>`;
}

function remark(item: RemarkView): TemplateResult {
  return html`<li class="remark muted" title=${item.text}>
    <span class="figure">${clockTime(item.at)}</span>
    ${icon(remarkIcons[item.kind], item.kind === 'running')}
    <span class="remark-text">${item.text}</span>
  </li>`;
}
