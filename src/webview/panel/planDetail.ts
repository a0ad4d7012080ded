import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { formatCount } from '../../shared/format.ts';
import type { AskedCompaction } from '../../shared/panelRequest.ts';
import type { ContextItemView, StrategyView } from '../../shared/panelView.ts';
import type { PreviewView, RiskView, Wish } from '../../shared/previewView.ts';
import { linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { HostError } from '../hostConnection.ts';
import type { PanelHost } from './panelHost.ts';
import { isUnreadable, planControls, tokensOfTarget, type Target } from './planControls.ts';
import { planFigures, planRisks } from './planFigures.ts';
import { Planner } from './planner.ts';
import { withWish } from './planRows.ts';
import { planStyle } from './planStyle.ts';
import './planTexts.ts';
import './planTurns.ts';
import type { PlanChoice } from './planTurns.ts';

/** A plan over a session of a million tokens takes a while to count. */
const previewTimeoutMs = 120_000;
const applyTimeoutMs = 600_000;

/**
 * What a compaction would do, before it is done: the session with what becomes of each message, what the model will see,
 * and what is at risk. Fires `closed`, or `asked` when it is done.
 */
@customElement('lt-plan')
export class PlanDetail extends LightElement {
  static override styles = planStyle;

  @property({ attribute: false }) host!: PanelHost;
  @property({ attribute: false }) strategies: readonly StrategyView[] = [];
  /** The strategy that the session uses by itself. */
  @property() sessionStrategy = '';
  /** The context as it is now. */
  @property({ attribute: false }) context: readonly ContextItemView[] = [];
  @property({ type: Boolean }) frozen = false;
  /** It is begun as the run that the person is asked about. */
  @property({ type: Boolean }) asked = false;
  /** Another value each time what a plan is made from changed: it is made anew then. */
  @property({ type: Number }) revision = 0;
  @state() private strategy = '';
  @state() private target: Target = { figure: '', unit: 'tokens' };
  @state() private wishes: ReadonlyMap<string, Wish> = new Map();
  @state() private range: { readonly first: string; readonly last: string } | undefined;
  @state() private withoutModel = false;
  @state() private side: 'before' | 'after' = 'after';
  @state() private preview: PreviewView | undefined;
  @state() private problem = '';
  @state() private isApplying = false;
  private instructions = '';
  private readonly planner = new Planner(this, () => this.loadOnce());

  override connectedCallback(): void {
    super.connectedCallback();
    this.strategy = this.sessionStrategy;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('asked') && this.hasUpdated) this.planner.asked();
    if (changed.has('revision')) this.planner.sessionChanged();
  }

  override render(): TemplateResult {
    const { preview } = this;
    return html`${planControls({
      strategies: this.strategies,
      strategy: this.strategy,
      target: this.target,
      isAsked: this.asked,
      onStrategy: (strategy) => {
        this.strategy = strategy;
        this.planner.asked();
      },
      onTarget: (target) => {
        this.target = target;
        this.planner.asked();
      },
      onInstructions: (instructions) => {
        this.instructions = instructions;
        this.planner.asked();
      },
    })}
    ${this.status()} ${preview === undefined ? nothing : this.body(preview)} ${this.buttons()}`;
  }

  private status(): TemplateResult {
    const size = formatCount(this.context.length, 'message');
    return html`<div class="plan-status" role="status">
      ${this.preview === undefined ? nothing : planFigures(this.preview, { isRefused: this.withoutModel, refuse: this.refuse })}
      ${this.problem === '' ? nothing : html`<span class="problem">${this.problem}</span>`}
      ${this.planner.isLate ? html`<span class="muted">Planning over ${size}…</span>` : nothing}
      ${this.changes()}
    </div>`;
  }

  private changes(): TemplateResult | typeof nothing {
    const count = this.wishes.size;
    if (count === 0 && this.range === undefined) return nothing;
    const part = this.range === undefined ? [] : ['one part alone is compacted'];
    const chosen = count === 0 ? [] : [`${formatCount(count, 'choice')} of yours`];
    return html`<span class="muted">${[...part, ...chosen].join(', ')}</span> ${linkButton(
        'Take back my choices',
        () => {
          this.wishes = new Map();
          this.range = undefined;
          this.planner.asked();
        },
      )}`;
  }

  private body(preview: PreviewView): TemplateResult {
    const gone = preview.goneCount;
    return html`<div class="plan-body ${this.planner.isBusy ? 'stale' : ''}">
        <section aria-label="The session by turns">
          <h3>
            The session
            ${gone === 0 ? nothing : html`<span class="muted">${formatCount(gone, 'message')} compacted before</span>`}
          </h3>
          <lt-plan-turns
            .turns=${preview.turns}
            .wishes=${this.wishes}
            ?frozen=${this.frozen}
            @chosen=${this.choose}
          ></lt-plan-turns>
        </section>
        <section aria-label="What the model sees">
          <h3>What the model sees ${this.sides()}</h3>
          ${this.seen(preview)}
        </section>
      </div>
      ${planRisks(preview, this.frozen, this.keep)}`;
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
    return html`<lt-plan-texts
      .label=${isAfter ? 'What the model will see' : 'What the model sees now'}
      .items=${isAfter ? after : this.context}
      .key=${`${this.side} ${isAfter ? key : String(this.revision)}`}
      .read=${(item: string) =>
        this.host.ask(isAfter ? { type: 'readPreview', key, item } : { type: 'readItem', item })}
      .host=${this.host}
      ?frozen=${this.frozen}
      @edited=${() => {
        this.planner.asked();
      }}
    ></lt-plan-texts>`;
  }

  private buttons(): TemplateResult {
    const isReady = !this.planner.isBusy && !this.isApplying && !isUnreadable(this.target);
    const canApply = this.preview?.canApply === true && isReady;
    const isOther = this.strategy !== this.sessionStrategy && !this.frozen;
    return html`<div class="buttons-line">
      <vscode-button ?disabled=${this.frozen || !canApply} @click=${this.apply}>Apply</vscode-button>
      <vscode-button secondary @click=${this.close}>Close</vscode-button>
      ${
        isOther
          ? linkButton('Use for this session', () => {
              this.host.tell({ type: 'chooseStrategy', strategy: this.strategy });
            })
          : nothing
      }
    </div>`;
  }

  private readonly choose = ({ detail }: CustomEvent<PlanChoice>): void => {
    if ('wish' in detail) this.wishes = withWish(this.wishes, detail.groups, detail.wish);
    else this.range = detail;
    this.planner.asked();
  };

  private readonly keep = ({ id }: RiskView): void => {
    this.wishes = new Map(this.wishes).set(id, 'keep');
    this.planner.asked();
  };

  private readonly refuse = (isRefused: boolean): void => {
    this.withoutModel = isRefused;
    this.planner.asked();
  };

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('closed'));
  };

  /** Of what is shown and nothing else: the host compares. */
  private readonly apply = async (): Promise<void> => {
    if (this.preview === undefined) return;
    this.isApplying = true;
    try {
      await this.host.ask({ type: 'compact', ...this.wanted(), key: this.preview.key }, applyTimeoutMs);
      this.dispatchEvent(new CustomEvent('asked'));
    } catch (error) {
      this.host.showError(error);
      this.planner.asked();
    } finally {
      this.isApplying = false;
    }
  };

  private wanted(): AskedCompaction {
    const { strategy, instructions, range } = this;
    const budgetTokens = tokensOfTarget(this.target, this.preview?.usableTokens);
    const wishes = [...this.wishes].map(([message, wish]) => ({ message, wish }));
    return {
      ...{ strategy, instructions },
      ...(this.asked ? { isAsked: true } : {}),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(wishes.length === 0 ? {} : { wishes }),
      ...(range === undefined ? {} : { range }),
      ...(this.withoutModel ? { withoutModel: true as const } : {}),
    };
  }

  private async loadOnce(): Promise<void> {
    const wanted = this.wanted();
    try {
      const preview = await this.host.ask({ type: 'preview', ...wanted }, previewTimeoutMs);
      if (this.planner.isOverruled) return;
      this.preview = preview;
      this.problem = '';
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.problem = error.message;
    }
  }
}
