import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatPercent } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { QuietBar } from './quietBar.ts';
import type { ChatHost } from './chatHost.ts';
import './coldBar.ts';

const SECOND_MS = 1_000;

/** The quiet bar above the composer that asks whether to compact. Its countdown can be stopped. */
@customElement('lt-question')
export class QuestionBar extends QuietBar {
  @property({ attribute: false }) gauge!: GaugeView;
  protected readonly everyMs = SECOND_MS;
  /** The time, by this page's clock, at which the countdown is over; undefined without a countdown. */
  private endsAt: number | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('gauge')) return;
    const left = this.gauge.question?.leftMs;
    this.endsAt = left === undefined ? undefined : performance.now() + left;
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
    if (this.endsAt === undefined) return nothing;
    const seconds = Math.ceil(Math.max(0, this.endsAt - performance.now()) / SECOND_MS);
    return html`<span class="muted figure">
      In ${seconds} s ${linkButton('Wait', this.answer('wait'), 'Stop the countdown; the question stays')}
    </span>`;
  }

  private answer(answer: 'compact' | 'look' | 'later' | 'wait'): () => void {
    return () => this.host.tell({ type: 'answerQuestion', answer });
  }
}

/** Renders the bar of a cold cache or the question whether to compact. The host never sends both. */
export function questionBar(gauge: GaugeView | undefined, host: ChatHost): TemplateResult | typeof nothing {
  if (gauge?.cold !== undefined) return html`<lt-cold .cold=${gauge.cold} .host=${host}></lt-cold>`;
  return gauge?.question === undefined
    ? nothing
    : html`<lt-question .gauge=${gauge} .host=${host}></lt-question>`;
}
