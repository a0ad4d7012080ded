import { nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../base/html.ts';
import { clockTime, formatCount, formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { gaugeHover } from '../../shared/gaugeHover.ts';
import type { CompactionView, RemarkView, TimelineItem } from '../../shared/panelView.ts';
import { icon } from '../base/icon.ts';

const remarkIcons: Readonly<Record<RemarkView['kind'], string>> = {
  skipped: 'circle-slash',
  notes: 'edit',
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

/**
 * Draws the events, newest first. The events are compactions, which can be selected, and remarks, e.g. on a failed
 * compaction. The remarks on skipped and discarded compactions come last, whatever their time.
 */
export function timeline({ items, selected, gauge, onSelect }: TimelineOptions): TemplateResult {
  if (items.length === 0)
    return html`<p class="none muted">
      No compaction yet. ${gauge === undefined ? '' : gaugeHover(gauge).next}
    </p>`;
  const skipped = items.filter(isSkipped);
  return html`<ol class="timeline" aria-label="Events">
    ${repeat(
      items.filter((item) => !isSkipped(item)).toReversed(),
      ({ id }) => id,
      (item) => (item.type === 'remark' ? remark(item) : compaction(item, item.id === selected, onSelect)),
    )}
    ${skipped.length === 0 ? nothing : skippedLine(skipped)}
  </ol>`;
}

function isSkipped(item: TimelineItem): item is RemarkView & { readonly kind: 'skipped' } {
  return item.type === 'remark' && item.kind === 'skipped';
}

/** Draws all remarks on skipped and discarded compactions as one line, which can be opened. */
function skippedLine(items: readonly RemarkView[]): TemplateResult {
  return html`<li>
    <details class="skipped">
      <summary class="remark muted">
        ${icon(remarkIcons.skipped)}
        <span class="remark-text">Not compacted: ${formatCount(items.length, 'time')}</span>
      </summary>
      <ol>
        ${repeat(items.toReversed(), ({ id }) => id, remark)}
      </ol>
    </details>
  </li>`;
}

function compaction(
  item: CompactionView,
  isSelected: boolean,
  onSelect: (id: string) => void,
): TemplateResult {
  const states = {
    undone: ' · undone',
    superseded: ' · removed when you went back',
    done: '',
    prosePending: '',
  } as const;
  const what = item.onlyShortens ? 'shortened' : item.strategy;
  const how = `${what} · ${item.begun}${states[item.state]}`;
  return html`<li>
    <button
      class="event ${item.state} ${isSelected ? 'selected' : ''}"
      title=${how}
      aria-pressed=${isSelected}
      @click=${() => onSelect(item.id)}
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
