import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { OriginalText } from '../../../shared/protocol.ts';
import { LightElement } from '../../base/lightElement.ts';
import '../../base/originalText.ts';
import type { ChatHost } from '../chatHost.ts';

/** A row that can be opened. The row stays open when it is scrolled out of view. */
export abstract class OpenableRow extends LightElement {
  abstract readonly row: { readonly id: string };
  @property({ attribute: false }) host!: ChatHost;
  @state() protected isOpen = false;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('host') || changed.has('row'))
      this.isOpen = this.host.rows.get(this.row.id)?.isOpen ?? false;
  }

  protected readonly toggle = (): void => {
    this.isOpen = !this.isOpen;
    this.remember();
  };

  protected remember(): void {
    this.host.rows.set(this.row.id, { isOpen: this.isOpen });
  }
}

/** A row that shows a text from the host when it is opened. */
export abstract class OriginalRow extends OpenableRow {
  @state() private original: OriginalText | undefined;

  /** Restores the remembered text when the row or the host changes. Requests the text if an open row has no text. */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const isAnother = changed.has('host') || changed.has('row');
    if (isAnother) this.original = this.host.rows.get(this.row.id)?.original;
    if ((isAnother || changed.has('isOpen')) && this.isOpen && this.original === undefined) void this.read();
  }

  /**
   * Returns whether long lines of code and results are wrapped at first. The person can change this with the button
   * “Wrap long lines”.
   */
  protected wraps(_text: string): boolean {
    return false;
  }

  protected openedText(more: TemplateResult | typeof nothing = nothing): TemplateResult {
    if (this.original === undefined) return html`<div class="opened muted" role="status">Reading…</div>`;
    const { openLink, copy } = this.host;
    return html`<div class="opened">
      <lt-original
        .original=${this.original}
        .openLink=${openLink}
        .copy=${copy}
        ?wraps=${this.wraps(this.original.text)}
      ></lt-original>
      ${more}
    </div>`;
  }

  private async read(): Promise<void> {
    const { host, row } = this;
    const isStale = (): boolean => host !== this.host || row !== this.row;
    try {
      const original = await host.ask({ type: 'readOriginal', row: row.id });
      if (isStale()) return;
      this.original = original;
    } catch (error) {
      if (isStale()) return;
      this.isOpen = false;
      host.showError(error);
    }
    this.remember();
  }

  protected override remember(): void {
    const { isOpen, original } = this;
    this.host.rows.set(this.row.id, original === undefined ? { isOpen } : { isOpen, original });
  }
}
