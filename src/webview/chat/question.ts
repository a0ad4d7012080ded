import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatPercent, formatAge, formatCost } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { TimedBar } from './timedBar.ts';
import type { ChatHost } from './chatHost.ts';

const SECOND_MS = 1_000;

/** The bar above the composer that asks whether to compact. Its countdown can be stopped. */
@customElement('lt-question')
export class QuestionBar extends TimedBar {
  @property({ attribute: false }) gauge!: GaugeView;
  protected readonly everyMs = SECOND_MS;
  /** The value of `performance.now()` at which the countdown ends; undefined without a countdown. */
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
        ${linkButton('Postpone', this.answer('later'), 'Ask again at the next threshold, or when a stage is finished. An urgent compaction does not ask.')}
      </span>`;
  }

  private countdown(): TemplateResult | typeof nothing {
    if (this.endsAt === undefined) return nothing;
    const seconds = Math.ceil(Math.max(0, this.endsAt - performance.now()) / SECOND_MS);
    return html`<span class="muted"
      ><span class="figure">Compacts in ${seconds} s</span>
      ${linkButton('Stop Countdown', this.answer('wait'), 'The question stays until you answer')}</span
    >`;
  }

  private answer(answer: 'compact' | 'look' | 'later' | 'wait'): () => void {
    return () => this.host.tell({ type: 'answerQuestion', answer });
  }
}

/**
 * Draws the question whether to compact, or the prices after the provider's cache has expired. The host never sends the
 * data for both bars.
 */
export function barAboveComposer(
  gauge: GaugeView | undefined,
  host: ChatHost,
): TemplateResult | typeof nothing {
  if (gauge?.expiredCache !== undefined)
    return html`<lt-expired-cache .prices=${gauge.expiredCache} .host=${host}></lt-expired-cache>`;
  return gauge?.question === undefined
    ? nothing
    : html`<lt-question .gauge=${gauge} .host=${host}></lt-question>`;
}

/**
 * The bar above the composer after the provider's cache has expired. It shows the price of the next request with the
 * context as it is, and after a compaction. The person can send messages without choosing an answer.
 */
@customElement('lt-expired-cache')
export class ExpiredCacheBar extends TimedBar {
  @property({ attribute: false }) prices!: NonNullable<GaugeView['expiredCache']>;
  protected readonly everyMs = 60_000;
  /** The time of the model's newest answer, in milliseconds as in `Date.now()`. */
  private lastAnswerAt = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('prices')) this.lastAnswerAt = Date.now() - this.prices.ageMs;
  }

  override render(): TemplateResult {
    const { asItIs, compacted } = this.prices;
    return html`<span
        class="asked"
        title="The provider’s cache has probably expired, so the whole context would be charged at full price."
      >
        ${icon('history')}
        <span
          >The last answer was ${formatAge(this.lastAnswerAt, Date.now())}. Sending the context costs about
          ${inCents(asItIs)} now, or ${inCents(compacted)} after a compaction.</span
        >
      </span>
      <span class="answers">
        ${linkButton('Compact First', this.answer('compact'), 'Compacts now and sends no message. Notes that a model writes cost extra.')}
        ${linkButton('Keep As It Is', this.answer('asItIs'), 'Hides this line until the next answer. Nothing is sent until you send a message.')}
      </span>`;
  }

  private answer(answer: 'compact' | 'asItIs'): () => void {
    return () => this.host.tell({ type: 'answerExpiredCache', answer });
  }
}

/** Returns an amount rounded to cents, since it is an estimate; amounts below a cent keep four decimals. */
function inCents(dollars: number): string {
  return dollars < 0.01 ? formatCost(dollars) : `$${dollars.toFixed(2)}`;
}
