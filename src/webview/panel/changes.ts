import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatTokens } from '../../shared/format.ts';
import type { ChangeFate, ChangeTexts, ChangeView } from '../../shared/panelView.ts';
import { icon } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/virtualList.ts';
import type { ListItem } from '../base/virtualList.ts';
import { changesStyle } from './changesStyle.ts';
import { fateStyle } from './fateStyle.ts';
import { groupFates, treatments } from './meanings.ts';
import type { PanelHost } from './panelHost.ts';
import { standingLine } from './standing.ts';

const fates = { ...groupFates, record: { icon: 'note', ...treatments.ledger } } as const;
const filters: readonly ChangeFate[] = ['shortened', 'notes', 'leftOut', 'stays'];
/** In pixels. */
const rowHeight = 26;

/** The context before a compaction and after it, message by message; a row opens to both texts. */
@customElement('lt-changes')
export class Changes extends LightElement {
  static override styles = [fateStyle, changesStyle];

  @property() event = '';
  @property({ attribute: false }) changes: readonly ChangeView[] = [];
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean }) frozen = false;
  /** Whatever it is: when it is another, what is open is read anew. */
  @property({ attribute: false }) revision: unknown;
  @state() private only: ChangeFate | undefined;
  @state() private opened: ReadonlyMap<string, ChangeTexts> = new Map();

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('event')) this.opened = new Map();
    else if (changed.has('revision')) for (const id of this.opened.keys()) void this.read(id);
  }

  override render(): TemplateResult {
    const rows = this.shown();
    return html`<section>
      <h3>Before and after</h3>
      ${this.filters()}
      <lt-list
        role="list"
        item-role="listitem"
        aria-label="Before and after"
        .items=${rows}
        .labelOf=${labelOf}
        .renderItem=${(item: ListItem) => this.row(item as ChangeView)}
        .estimateHeight=${() => rowHeight}
      ></lt-list>
    </section>`;
  }

  /** As high as its rows, up to a share of the window; the page's policy allows no style in the markup. */
  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('lt-list');
    const open = this.opened.size > 0 ? 320 : 0;
    if (list !== null) list.style.height = `${this.shown().length * rowHeight + 2 + open}px`;
  }

  private shown(): readonly ChangeView[] {
    return this.changes.filter(({ fate }) => this.only === undefined || fate === this.only);
  }

  private filters(): TemplateResult {
    const chip = (fate: ChangeFate | undefined, word: string, count: number): TemplateResult =>
      html`<button
        type="button"
        class="chip ${fate ?? ''}"
        aria-pressed=${this.only === fate}
        title=${fate === undefined ? 'All messages' : fates[fate].meaning}
        @click=${() => {
          this.only = fate;
        }}
      >
        ${fate === undefined ? nothing : icon(fates[fate].icon)} ${word} <span class="figure">${count}</span>
      </button>`;
    return html`<div class="chips" role="group" aria-label="Which messages">
      ${chip(undefined, 'all', this.changes.filter(({ fate }) => fate !== 'record').length)}
      ${filters.map((fate) => {
        const count = this.changes.filter((each) => each.fate === fate).length;
        return count === 0 ? nothing : chip(fate, fates[fate].word, count);
      })}
    </div>`;
  }

  private row(change: ChangeView): TemplateResult {
    const { id, role, label, fate, tokensBefore, tokensAfter } = change;
    const texts = this.opened.get(id);
    return html`<button
        type="button"
        class="change-row ${fate}"
        data-primary
        tabindex="-1"
        aria-expanded=${texts !== undefined}
        title=${`${label}\n${fates[fate].word}: ${fates[fate].meaning}`}
        @click=${() => void this.toggle(id)}
      >
        ${icon(texts === undefined ? 'chevron-right' : 'chevron-down')}
        <span class="mark">${icon(fates[fate].icon)}</span>
        <span class="role muted">${role}</span>
        <span class="label one-line" dir="auto">${label}</span>
        <span class="fate muted">${fates[fate].word}</span>
        <span class="tokens figure muted"
          >${fate === 'stays' ? formatTokens(tokensBefore) : `${formatTokens(tokensBefore)} → ${formatTokens(tokensAfter)}`}</span
        >
      </button>
      ${texts === undefined ? nothing : this.texts(change, texts)}`;
  }

  private texts({ id, fate }: ChangeView, { before, after, lines, standing }: ChangeTexts): TemplateResult {
    const gone =
      lines.length > 0
        ? html`<ul class="lines">
            ${lines.map((line) => html`<li dir="auto">${line}</li>`)}
          </ul>`
        : html`<p class="muted">${missing(fate)}</p>`;
    const now = after === undefined ? gone : text('After', after);
    return html`<div class="texts">
      <div class="sides">
        <div>
          <h4>Before</h4>
          ${before === undefined ? html`<p class="muted">There were none.</p>` : text('Before', before)}
        </div>
        ${fate === 'stays' ? nothing : html`<div>${heading(after, lines)}${now}</div>`}
      </div>
      ${
        standing === undefined
          ? nothing
          : standingLine({
              standing,
              host: this.host,
              isFrozen: this.frozen,
              changed: () => void this.read(id),
            })
      }
    </div>`;
  }

  private async toggle(id: string): Promise<void> {
    if (!this.opened.has(id)) return this.read(id);
    const opened = new Map(this.opened);
    opened.delete(id);
    this.opened = opened;
  }

  private async read(item: string): Promise<void> {
    const { event } = this;
    try {
      const texts = await this.host.ask({ type: 'readChange', event, item });
      if (event === this.event) this.opened = new Map(this.opened).set(item, texts);
    } catch (error) {
      this.host.showError(error);
    }
  }
}

function heading(after: string | undefined, lines: readonly string[]): TemplateResult {
  return html`<h4>
    ${after === undefined && lines.length > 0 ? 'After: what the notes say of it' : 'After'}
  </h4>`;
}

function missing(fate: ChangeFate): string {
  return fate === 'notes'
    ? 'Gone; the notes tell of what it belongs to.'
    : 'Gone, and nothing speaks for it; the model can look it up.';
}

function text(label: string, content: string): TemplateResult {
  return html`<pre tabindex="0" role="region" aria-label=${label} dir="auto">
${content === '' ? '(no text)' : content}</pre>`;
}

function labelOf(item: ListItem): string {
  const { role, fate, label, tokensBefore, tokensAfter } = item as ChangeView;
  const tokens = `${formatTokens(tokensBefore)} tokens before, ${formatTokens(tokensAfter)} after`;
  return `${role}, ${fates[fate].word}, ${label}, ${tokens}`;
}
