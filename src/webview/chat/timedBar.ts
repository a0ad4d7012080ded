import { css } from 'lit';
import { property } from 'lit/decorators.js';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';

/**
 * A bar above the composer. It shows a question or prices, and the possible answers. It is drawn again at intervals,
 * since its text depends on the time.
 */
export abstract class TimedBar extends LightElement {
  static override styles = css`
    :is(lt-question, lt-expired-cache) {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 12px;
      padding: 4px 12px;
      border-top: 1px solid var(--lt-border);
    }
    :is(lt-question, lt-expired-cache) .asked {
      flex: 1 1 auto;
    }
    :is(lt-question, lt-expired-cache) .answers {
      display: flex;
      flex-wrap: wrap;
      gap: 0 8px;
    }
  `;

  @property({ attribute: false }) host!: ChatHost;
  /** The interval in milliseconds. */
  protected abstract readonly everyMs: number;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    this.timer = window.setInterval(() => this.requestUpdate(), this.everyMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }
}
