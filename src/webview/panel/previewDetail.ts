import '@vscode-elements/elements/dist/vscode-button/index.js';
import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatCount } from '../../shared/format.ts';
import type { AskedCompaction } from '../../shared/panelRequest.ts';
import type { ContextItemView, StrategyView } from '../../shared/panelView.ts';
import type { PreviewView, RiskView } from '../../shared/previewView.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { HostError } from '../hostConnection.ts';
import type { PanelHost } from './panelHost.ts';
import { isInvalidTarget, previewControls, tokensOfTarget } from './previewControls.ts';
import { previewFigures, previewRisks } from './previewFigures.ts';
import { Previewer } from './previewer.ts';
import { withWish } from './previewRows.ts';
import { previewStyle } from './previewStyle.ts';
import './previewTexts.ts';
import './previewTurns.ts';
import type { PreviewChoice } from './previewTurns.ts';
import { newWork, type PreviewWork } from './previewWork.ts';

/** A long timeout, since counting the tokens of a session of a million tokens takes a while. */
const previewTimeoutMs = 120_000;
const applyTimeoutMs = 600_000;

/**
 * Shows what a compaction would do: the fate of each message, what the model will see, and what is at risk. Fires
 * `closed`, `applied`, and `changed`, whose detail is the choices. `applied` means that the host has compacted the
 * session. If another agent runs the session, `applied` means that the host has passed the choices to this agent.
 */
@customElement('lt-preview')
export class PreviewDetail extends LightElement {
  static override styles = previewStyle;

  @property({ attribute: false }) host!: PanelHost;
  @property({ attribute: false }) strategies: readonly StrategyView[] = [];
  /** The strategy of the session, which is used until the person chooses another strategy here. */
  @property() sessionStrategy = '';
  /** The choices with which the preview starts. */
  @property({ attribute: false }) startingWork: PreviewWork | undefined;
  /** The usable window in tokens, from which a target in percent is computed. */
  @property({ type: Number }) usableTokens = 0;
  /** The context as it is now. */
  @property({ attribute: false }) context: readonly ContextItemView[] = [];
  @property({ type: Boolean, attribute: 'read-only' }) isReadOnly = false;
  /** Whether another agent runs the session. If so, the session’s strategy can’t be changed here. */
  @property({ type: Boolean }) led = false;
  /** Whether the preview shows the compaction that the person is being asked about. */
  @property({ type: Boolean }) asked = false;
  /** Whenever this value changes, the preview is planned again. The value itself has no meaning. */
  @property({ type: Number }) revision = 0;
  @state() private work = newWork('');
  @state() private side: 'before' | 'after' = 'after';
  @state() private preview: PreviewView | undefined;
  @state() private problem = '';
  @state() private isApplying = false;
  private readonly previewer = new Previewer(this, () => this.loadPreview());

  override connectedCallback(): void {
    super.connectedCallback();
    const { startingWork, strategies, sessionStrategy } = this;
    const isKnown = strategies.some(({ id }) => id === startingWork?.strategy);
    this.work = { ...(startingWork ?? newWork('')), ...(isKnown ? {} : { strategy: sessionStrategy }) };
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('revision')) this.previewer.sessionChanged();
  }

  override render(): TemplateResult {
    const { preview, change } = this;
    return html`${previewControls({
      strategies: this.strategies,
      work: this.work,
      isAsked: this.asked,
      onStrategy: (strategy) => change({ strategy }),
      onTarget: (target) => change({ target }),
      onInstructions: (instructions) => change({ instructions }),
    })}
    ${this.status()} ${preview === undefined ? nothing : this.body(preview)} ${this.buttons()}`;
  }

  private status(): TemplateResult {
    const size = formatCount(this.context.length, 'message');
    return html`<div class="preview-status" role="status">
      ${this.preview === undefined ? nothing : previewFigures(this.preview, { isRefused: this.work.withoutModel, setRefused: this.setModelRefused })}
      ${this.problem === '' ? nothing : html`<span class="problem">${this.problem}</span>`}
      ${this.previewer.isLate ? html`<span class="muted">Planning for ${size}…</span>` : nothing}
      ${this.changes()}
    </div>`;
  }

  private changes(): TemplateResult | typeof nothing {
    const { wishes, range } = this.work;
    const count = wishes.size;
    if (count === 0 && range === undefined) return nothing;
    const part = range === undefined ? [] : ['only one part is compacted'];
    const chosen = count === 0 ? [] : [`${formatCount(count, 'choice')} of yours`];
    return html`<span class="muted">${[...part, ...chosen].join(', ')}</span> ${linkButton(
        'Undo my choices',
        () => this.change({ wishes: new Map(), range: undefined }),
      )}`;
  }

  private body(preview: PreviewView): TemplateResult {
    const gone = preview.goneCount;
    const { isBusy } = this.previewer;
    return html`<div class="preview-body ${isBusy ? 'stale' : ''}" aria-busy=${isBusy}>
        <section aria-label="The session by turns">
          <h3>
            The session
            ${gone === 0 ? nothing : html`<span class="muted">${formatCount(gone, 'message')} compacted before</span>`}
          </h3>
          <lt-preview-turns
            .turns=${preview.turns}
            .wishes=${this.work.wishes}
            ?read-only=${this.isReadOnly}
            @chosen=${this.choose}
          ></lt-preview-turns>
        </section>
        <section aria-label="Seen by the model">
          <h3>Seen by the model ${this.sides()}</h3>
          ${this.seen(preview)}
        </section>
      </div>
      ${previewRisks(preview, this.isReadOnly, this.keep)}`;
  }

  private sides(): TemplateResult {
    const side = (which: 'before' | 'after', word: string): TemplateResult =>
      html`<button
        type="button"
        aria-pressed=${this.side === which}
        @click=${() => {
          this.side = which;
        }}
      >
        ${word}
      </button>`;
    return html`<span class="sides" role="group" aria-label="Before or after the compaction">
      ${side('before', 'before')}${side('after', 'after')}
    </span>`;
  }

  private seen({ key, after }: PreviewView): TemplateResult {
    const isAfter = this.side === 'after';
    return html`<lt-preview-texts
      .label=${isAfter ? 'Context after the compaction' : 'Context before the compaction'}
      .items=${isAfter ? after : this.context}
      .key=${`${this.side} ${isAfter ? key : String(this.revision)}`}
      .read=${(item: string) =>
        this.host.ask(isAfter ? { type: 'readPreview', key, item } : { type: 'readItem', item })}
      .host=${this.host}
      ?read-only=${this.isReadOnly}
      @edited=${() => this.previewer.choicesChanged()}
    ></lt-preview-texts>`;
  }

  private buttons(): TemplateResult {
    const isReady = !this.previewer.isBusy && !this.isApplying && !isInvalidTarget(this.work.target);
    const canApply = this.preview?.canApply === true && isReady;
    const { strategy } = this.work;
    const isOther = strategy !== this.sessionStrategy && !this.isReadOnly && !this.led;
    return html`<div class="buttons-line">
      <vscode-button ?disabled=${this.isReadOnly || !canApply} @click=${this.apply}>Apply</vscode-button>
      <vscode-button secondary @click=${this.close}>Close</vscode-button>
      <span class="muted">Your chat keeps every message, and you can undo this at any time.</span>
      ${
        isOther
          ? linkButton('Use this strategy for the session', () =>
              this.host.tell({ type: 'chooseStrategy', strategy }),
            )
          : nothing
      }
    </div>`;
  }

  private readonly change = (part: Partial<PreviewWork>): void => {
    this.work = { ...this.work, ...part };
    this.dispatchEvent(new CustomEvent('changed', { detail: this.work }));
    this.previewer.choicesChanged();
  };

  private readonly choose = ({ detail }: CustomEvent<PreviewChoice>): void => {
    const { wishes } = this.work;
    if ('wish' in detail) this.change({ wishes: withWish(wishes, detail.groups, detail.wish) });
    else this.change({ range: detail });
  };

  private readonly keep = ({ id }: RiskView): void =>
    this.change({ wishes: new Map(this.work.wishes).set(id, 'stays') });

  private readonly setModelRefused = (isRefused: boolean): void => this.change({ withoutModel: isRefused });

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('closed'));
  };

  /** Requests the shown compaction. The host plans it again, and refuses if the new plan differs. */
  private readonly apply = async (): Promise<void> => {
    if (this.preview === undefined) return;
    this.isApplying = true;
    try {
      await this.host.ask({ type: 'compact', ...this.wanted(), key: this.preview.key }, applyTimeoutMs);
      this.dispatchEvent(new CustomEvent('applied'));
    } catch (error) {
      this.host.showError(error);
      this.previewer.choicesChanged();
    } finally {
      this.isApplying = false;
    }
  };

  private wanted(): AskedCompaction {
    const { strategy, instructions, range, target, withoutModel } = this.work;
    const budgetTokens = tokensOfTarget(target, this.usableTokens);
    const wishes = [...this.work.wishes].map(([message, wish]) => ({ message, wish }));
    return {
      ...{ strategy, instructions },
      ...(this.asked ? { isAsked: true } : {}),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(target.unit === 'smallest' ? { isSmallest: true as const } : {}),
      ...(wishes.length === 0 ? {} : { wishes }),
      ...(range === undefined ? {} : { range }),
      ...(withoutModel ? { withoutModel: true as const } : {}),
    };
  }

  private async loadPreview(): Promise<void> {
    const wanted = this.wanted();
    try {
      const preview = await this.host.ask({ type: 'preview', ...wanted }, previewTimeoutMs);
      if (this.previewer.isOutdated) return;
      this.preview = preview;
      this.problem = '';
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.problem = error.message;
    }
  }
}
