import { nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { clockTime, formatChange, formatCount, formatDuration, formatTokens } from '../../shared/format.ts';
import type {
  BlockView,
  CompactionView,
  EventDetail,
  ReceiptView,
  WritingView,
} from '../../shared/panelView.ts';
import type { UndoReply } from '../../shared/protocol.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import '../base/undoButton.ts';
import './changes.ts';
import { detailStyle } from './detailStyle.ts';
import { modelUseLine, passTable } from './figures.ts';
import type { PanelHost } from './panelHost.ts';
import './sourcedLine.ts';

/** The maximum number of names that are listed after “Can be looked up, for example”. */
const EXAMPLES = 4;

const blockTitles: Readonly<Record<BlockView['kind'], string>> = {
  summary: 'Notes by the model',
  notes: 'Notes taken from the log',
  eviction: 'Left out',
  observations: 'Observations',
};

/** Shows one compaction, so that the person can check what it did, wrote and kept, and what it cost. */
@customElement('lt-event')
export class EventDetailElement extends LightElement {
  static override styles = detailStyle;

  @property({ attribute: false }) event!: CompactionView;
  @property({ attribute: false }) host!: PanelHost;
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  /** Whenever this value changes, `lt-changes` reads its open rows again. The value itself has no meaning. */
  @property({ attribute: false }) revision: unknown;
  /** The notes that a model is writing now, for this compaction or for another one. */
  @property({ attribute: false }) writing: WritingView | undefined;
  @state() private detail: EventDetail | undefined;
  private loadedFor: CompactionView | undefined;

  protected override willUpdate(): void {
    if (this.loadedFor === this.event) return;
    this.loadedFor = this.event;
    void this.load(this.event.id);
  }

  override render(): TemplateResult {
    const { event, detail } = this;
    return html`${this.head()} ${this.written()}
    ${event.proseFailed === undefined ? nothing : html`<p>${icon('warning')} ${event.proseFailed}</p>`}
    ${detail === undefined ? nothing : [this.changes(detail), aboutMarks(detail.blocks), ...detail.blocks.map((block) => this.block(block)), this.checked(detail), receipt(detail.receipt)]}
    ${steps(event)}`;
  }

  private head(): TemplateResult {
    const { event, host } = this;
    const undo = (isSure: boolean): Promise<UndoReply> =>
      host.ask({ type: 'undo', compaction: event.id, isSure });
    const redo = (isSure: boolean): Promise<UndoReply> => host.ask({ type: 'redo', isSure });
    return html`<h2 class="figure">
        ${formatTokens(event.tokensBefore)} → ${formatTokens(event.tokensAfter)}
        <span class="muted">tokens</span>
      </h2>
      <p class="muted figure wrap">
        ${clockTime(event.at)} · ${event.strategy} · ${event.begun} ·
        ${formatChange(event.messagesBefore, event.messagesAfter, 'message')} ·
        ${formatDuration(event.durationMs)}
      </p>
      ${event.instructions === undefined ? nothing : html`<p dir="auto">“${event.instructions}”</p>`}
      ${
        event.canUndo && !this.isReadOnly
          ? html`<p><lt-undo .run=${undo} .showError=${host.showError}></lt-undo></p>
              <p class="muted">
                Your chat keeps every message; only the model’s context became smaller. You can undo the
                compaction at any time. Later messages stay.
              </p>`
          : nothing
      }
      ${
        event.state === 'undone' || event.state === 'superseded'
          ? html`<p class="muted">
              ${event.state === 'undone' ? 'Undone: the context is as if this compaction had not run.' : 'You went back to a message before this compaction, so it is no longer part of the session.'}
              ${event.canRedo && !this.isReadOnly ? html`<lt-undo way="redo" .run=${redo} .showError=${host.showError}></lt-undo>` : nothing}
            </p>`
          : nothing
      }`;
  }

  /** Draws notes while a model writes them. The notes enter the context only when they are complete and checked. */
  private written(): TemplateResult | typeof nothing {
    const { writing, event } = this;
    if (writing?.compaction !== event.id) return nothing;
    return html`<section class="writing" aria-label="Notes by the model, being written">
      <h3>
        ${icon('loading', true)} Notes by the model <span class="muted">being written, then checked</span>
      </h3>
      <pre class="written" tabindex="0" dir="auto">
${writing.text === '' ? 'Waiting for the first word…' : writing.text}</pre>
      ${
        this.isReadOnly
          ? nothing
          : html`<p>
              ${linkButton(
                'Stop',
                () => this.host.tell({ type: 'cancelCompaction' }),
                'Stops writing. The notes of the next compaction will cover these messages too.',
              )}
              ·
              ${linkButton(
                'Refuse',
                () => this.host.tell({ type: 'refuseNotes' }),
                'No model will write notes on these messages, now or later. They are covered only by notes that are written without a model.',
              )}
            </p>`
      }
    </section>`;
  }

  private changes({ id, changes }: EventDetail): TemplateResult | typeof nothing {
    if (changes.length === 0) return nothing;
    return html`<lt-changes
      .event=${id}
      .changes=${changes}
      .host=${this.host}
      .revision=${this.revision}
      ?read-only=${this.isReadOnly}
    ></lt-changes>`;
  }

  private block(block: BlockView): TemplateResult {
    return html`<section>
      <h3>${blockTitles[block.kind]} <span class="figure muted">${formatTokens(block.tokens)}</span></h3>
      ${block.sections.map(
        ({ title, lines }) =>
          html`${title === '' ? nothing : html`<h4>${title}</h4>`}
            <ul class="lines">
              ${lines.map((line) => html`<li><lt-line dir="auto" .line=${line} .host=${this.host}></lt-line></li>`)}
            </ul>`,
      )}
    </section>`;
  }

  private checked({ struck, added }: EventDetail): TemplateResult | typeof nothing {
    if (struck.length + added.length === 0) return nothing;
    return html`<section>
      <h3>What changed in the model’s notes when Longthread checked them against the log</h3>
      <ul class="lines">
        ${struck.map((line) => html`<li dir="auto">${icon('remove')}<span class="for-screen-reader" dir="ltr">Removed:</span> ${line}</li>`)}
        ${added.map((line) => html`<li dir="auto">${icon('add')}<span class="for-screen-reader" dir="ltr">Added:</span> ${line}</li>`)}
      </ul>
    </section>`;
  }

  private async load(id: string): Promise<void> {
    try {
      const detail = await this.host.ask({ type: 'readEvent', event: id });
      this.detail = detail;
    } catch (error) {
      this.host.showError(error);
    }
  }
}

function steps({ passes, modelUse }: CompactionView): TemplateResult | typeof nothing {
  if (passes.length === 0 && modelUse === undefined) return nothing;
  return html`<section>
    <h3>Step by step</h3>
    ${passTable(passes)}
    ${modelUse === undefined ? nothing : html`<p class="muted figure wrap">${modelUseLine(modelUse)}</p>`}
  </section>`;
}

/** Draws a sentence that explains the marks at the ends of lines. Draws nothing if no line has a mark. */
function aboutMarks(blocks: readonly BlockView[]): TemplateResult | typeof nothing {
  const first = blocks
    .flatMap(({ sections }) => sections.flatMap(({ lines }) => lines))
    .find(({ sources }) => sources.length > 0)?.sources[0];
  if (first === undefined) return nothing;
  return html`<p class="about-marks muted">
    Click a mark like ${first} to read the message that the line came from.
  </p>`;
}

function receipt(view: ReceiptView): TemplateResult {
  return html`<section>
    <h3>Receipt</h3>
    ${figures(view)}
    ${samples('Rules that are no longer in the context, but can be looked up', view.constraintsRecallable)}
    ${samples('Can be looked up, for example', view.sampleRecallable.slice(0, EXAMPLES))}
  </section>`;
}

/**
 * Draws a table of how many of the files, commands and numbers in the messages are kept or can be looked up, and how
 * many messages were forgotten. Below the table, draws the number of kept rules. If all these counts are 0, draws
 * one sentence instead, which says that all messages are still in the context.
 */
function figures(view: ReceiptView): TemplateResult {
  const { kept, keptVerbatim, recallable, forgotten, constraintsKept } = view;
  if (kept + recallable + forgotten + constraintsKept === 0)
    return html`<p>
      All messages are still in the context. The originals of shortened messages can be looked up.
    </p>`;
  return html`<p class="muted">Files, commands and numbers that the messages mention:</p>
    <table class="figures receipt">
      <tbody>
        ${
          keptVerbatim === undefined
            ? line('kept', 'still in the context', kept)
            : [
                line('kept word for word', 'in unchanged messages', keptVerbatim),
                line('in the notes', 'the notes or a shortened message contains them', kept - keptVerbatim),
              ]
        }
        ${line('can be looked up', 'the model asks for the original', recallable)}
        ${line('forgotten by you', 'messages whose text you deleted', forgotten)}
      </tbody>
    </table>
    <p>${constraints(view)}</p>`;
}

/**
 * Returns a phrase with the number of rules kept word for word. The phrase also says how many of these are only in the
 * notes or in shortened messages, if this number is known.
 */
function constraints({ constraintsKept, constraintsInNotes }: ReceiptView): string {
  const kept = `${formatCount(constraintsKept, 'rule')} kept word for word`;
  return constraintsInNotes === undefined ? kept : `${kept}, ${constraintsInNotes} of them in the notes`;
}

function line(name: string, meaning: string, count: number): TemplateResult {
  return html`<tr>
    <th scope="row">${name}: <span class="muted">${meaning}</span></th>
    <td>${count.toLocaleString('en-US')}</td>
  </tr>`;
}

function samples(title: string, texts: readonly string[]): TemplateResult | typeof nothing {
  if (texts.length === 0) return nothing;
  return html`<p class="samples">
    <span class="muted">${title}:</span> ${texts.map((text) => html`<code dir="auto">${text}</code>`)}
  </p>`;
}
