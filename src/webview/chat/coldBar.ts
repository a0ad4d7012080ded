import { type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../base/html.ts';
import { formatAge, formatCost } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';
import { icon, linkButton } from '../base/icon.ts';
import { QuietBar } from './quietBar.ts';

/** Says above the composer what the next request costs once the provider's cache has expired; it blocks nothing. */
@customElement('lt-cold')
export class ColdBar extends QuietBar {
  @property({ attribute: false }) cold!: NonNullable<GaugeView['cold']>;
  protected readonly everyMs = 60_000;
  /** The time of the last answer by this page's clock. */
  private answeredAt = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('cold')) this.answeredAt = Date.now() - this.cold.ageMs;
  }

  override render(): TemplateResult {
    const { asItIs, compacted } = this.cold;
    return html`<span
        class="asked"
        title="The provider’s cache has probably expired, so the whole context would be charged at full price."
      >
        ${icon('history')}
        <span
          >Last answer ${formatAge(this.answeredAt, Date.now())}: about ${inCents(asItIs)} to send as it is,
          ${inCents(compacted)} compacted.</span
        >
      </span>
      <span class="answers">
        ${linkButton('Compact First', this.answer('compact'), 'Compacts now and sends nothing; notes that a model writes cost extra')}
        ${linkButton('Keep As It Is', this.answer('asItIs'), 'Hides this line until the next answer. Nothing is sent until you send it.')}
      </span>`;
  }

  private answer(answer: 'compact' | 'asItIs'): () => void {
    return () => this.host.tell({ type: 'answerColdResume', answer });
  }
}

/** Returns an amount in cents, as an estimate needs no more digits. */
function inCents(dollars: number): string {
  return dollars < 0.01 ? formatCost(dollars) : `$${dollars.toFixed(2)}`;
}
