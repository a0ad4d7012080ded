import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { FATES, fateText, type Fate } from '../../shared/fateWords.ts';
import { formatTokenCount, formatTokens } from '../../shared/format.ts';
import type { ChangeTexts, ChangeView } from '../../shared/panelView.ts';
import { icon } from '../base/icon.ts';
import { changesStyle } from './changesStyle.ts';
import { MessageList, messageRowStyle, type MessageLine } from './messageList.ts';
import { statusLine } from './statusLine.ts';

const filters: readonly Fate[] = ['shortened', 'notes', 'leftOut', 'stays'];
/** The height of a row in pixels. */
const rowHeight = 26;

/** The context before and after a compaction, message by message. A click on a row shows both texts. */
@customElement('lt-changes')
export class Changes extends MessageList<ChangeTexts> {
  static override styles = [messageRowStyle, changesStyle];

  @property() event = '';
  @property({ attribute: false }) changes: readonly ChangeView[] = [];
  /** Whenever this value changes, the open rows are read again. The value itself has no meaning. */
  @property({ attribute: false }) revision: unknown;
  @state() private only: Fate | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) for (const id of this.opened.keys()) void this.read(id);
  }

  override render(): TemplateResult {
    return html`<section>
      <h3>Before and after</h3>
      ${this.filters()}
      ${this.list({
        label: 'Before and after',
        items: this.shown(),
        rowHeight,
        hasTwisty: true,
        line: lineOf,
        labelOf,
        body: (change, texts) => this.texts(change, texts),
      })}
    </section>`;
  }

  /** Sets the list's height in a script, since the page's content security policy forbids inline styles. */
  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('lt-list');
    const open = this.opened.size > 0 ? 320 : 0;
    if (list !== null) list.style.height = `${this.shown().length * rowHeight + 2 + open}px`;
  }

  private shown(): readonly ChangeView[] {
    return this.changes.filter(({ fate }) => this.only === undefined || fate === this.only);
  }

  private filters(): TemplateResult {
    const chip = (fate: Fate | undefined, word: string, count: number): TemplateResult =>
      html`<button
        type="button"
        class="chip ${fate ?? ''}"
        aria-pressed=${this.only === fate}
        title=${fate === undefined ? 'All messages' : fateText(fate)}
        @click=${() => {
          this.only = fate;
        }}
      >
        ${fate === undefined ? nothing : icon(FATES[fate].icon)} ${word} <span class="figure">${count}</span>
      </button>`;
    return html`<div class="chips" role="group" aria-label="Which messages">
      ${chip(undefined, 'all', this.changes.filter(({ fate }) => fate !== 'record').length)}
      ${filters.map((fate) => {
        const count = this.changes.filter((each) => each.fate === fate).length;
        return count === 0 ? nothing : chip(fate, FATES[fate].word, count);
      })}
    </div>`;
  }

  protected override textOf(item: string): Promise<ChangeTexts> {
    return this.host.ask({ type: 'readChange', event: this.event, item });
  }

  private texts({ id, fate }: ChangeView, { before, after, lines, status }: ChangeTexts): TemplateResult {
    const inPlaceOfText =
      lines.length > 0
        ? html`<ul class="lines">
            ${lines.map((line) => html`<li dir="auto">${line}</li>`)}
          </ul>`
        : html`<p class="muted">${reasonForNothing(fate)}</p>`;
    const now = after === undefined ? inPlaceOfText : text('After', after);
    return html`<div class="texts">
      <div class="sides">
        <div>
          <h4>Before</h4>
          ${before === undefined ? html`<p class="muted">There were no notes.</p>` : text('Before', before)}
        </div>
        ${fate === 'stays' ? nothing : html`<div>${heading(after, lines)}${now}</div>`}
      </div>
      ${
        status === undefined
          ? nothing
          : statusLine({
              status,
              host: this.host,
              isReadOnly: this.isReadOnly,
              changed: () => void this.read(id),
            })
      }
    </div>`;
  }
}

function heading(after: string | undefined, lines: readonly string[]): TemplateResult {
  return html`<h4>${after === undefined && lines.length > 0 ? 'After: in the notes' : 'After'}</h4>`;
}

/** Explains why a message has neither a text in the context nor a line in the notes after the compaction. */
function reasonForNothing(fate: Fate): string {
  return fate === 'notes'
    ? 'No line of the notes is about this message alone; the notes cover the work that the message belongs to.'
    : 'Left out and not in the notes; the model can look it up.';
}

function text(label: string, content: string): TemplateResult {
  return html`<pre tabindex="0" role="region" aria-label=${label} dir="auto">
${content === '' ? '(no text)' : content}</pre>`;
}

function lineOf({ role, label, fate, tokensBefore, tokensAfter }: ChangeView): MessageLine {
  const { icon: mark, word } = FATES[fate];
  const [before, after] = [formatTokens(tokensBefore), formatTokens(tokensAfter)];
  return {
    ...{ role, label, icon: mark, kind: `change-row ${fate}`, fate: word },
    tokens: fate === 'stays' ? before : `${before} → ${after}`,
    title: `${label}\n${fateText(fate)}`,
  };
}

function labelOf({ role, fate, label, tokensBefore, tokensAfter }: ChangeView): string {
  const tokens = `${formatTokenCount(tokensBefore)} before, ${formatTokens(tokensAfter)} after`;
  return `${role}, ${FATES[fate].word}, ${label}, ${tokens}`;
}
