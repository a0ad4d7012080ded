import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatPercent } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import { barStyle } from './barStyle.ts';
import type { ChatHost } from './chatHost.ts';
import './coldBar.ts';

const SECOND_MS = 1_000;

/** The quiet bar above the composer that asks whether to compact, with a countdown that can be stopped. */
@customElement('lt-question')
export class QuestionBar extends LightElement {
  static override styles = barStyle;

  @property({ attribute: false }) gauge!: GaugeView;
  @property({ attribute: false }) host!: ChatHost;
  @state() private leftMs: number | undefined;
  /** By this page's clock. */
  private endsAt: number | undefined;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = window.setInterval(this.tick, SECOND_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('gauge')) return;
    const left = this.gauge.question?.leftMs;
    this.endsAt = left === undefined ? undefined : performance.now() + left;
    this.leftMs = left;
  }

  override render(): TemplateResult {
    const { usedTokens, usableTokens } = this.gauge;
    const full = formatPercent(usedTokens / Math.max(1, usableTokens));
    return html`<span class="asked">
        ${icon('fold')} <span role="status">Compact? The context is ${full} full.</span> ${this.countdown()}
      </span>
      <span class="answers">
        ${linkButton('Compact', this.answer('compact'), 'Compact as far as an automatic compaction would')}
        ${linkButton('Preview', this.answer('look'), 'Show what would happen to each message')}
        ${linkButton('Postpone', this.answer('later'), 'Ask again at the next threshold, or when a stage is finished')}
      </span>`;
  }

  private countdown(): TemplateResult | typeof nothing {
    if (this.leftMs === undefined) return nothing;
    const seconds = Math.ceil(this.leftMs / SECOND_MS);
    return html`<span class="muted figure">
      In ${seconds} s ${linkButton('Wait', this.answer('wait'), 'Stop the countdown; the question stays')}
    </span>`;
  }

  private readonly tick = (): void => {
    if (this.endsAt !== undefined) this.leftMs = Math.max(0, this.endsAt - performance.now());
  };

  private answer(answer: 'compact' | 'look' | 'later' | 'wait'): () => void {
    return () => {
      this.host.tell({ type: 'answerQuestion', answer });
    };
  }
}

/** Renders the bar of a cold cache or the question whether to compact. The host never sends both. */
export function questionBar(gauge: GaugeView | undefined, host: ChatHost): TemplateResult | typeof nothing {
  if (gauge?.cold !== undefined) return html`<lt-cold .cold=${gauge.cold} .host=${host}></lt-cold>`;
  return gauge?.question === undefined
    ? nothing
    : html`<lt-question .gauge=${gauge} .host=${host}></lt-question>`;
}
