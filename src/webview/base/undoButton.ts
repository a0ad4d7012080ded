import { html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { UndoReply } from '../../shared/protocol.ts';
import { icon, linkButton } from './icon.ts';
import { LightElement } from './lightElement.ts';

/** The way back from a compaction; asks once more when later ones were built on it. */
@customElement('lt-undo')
export class UndoButton extends LightElement {
  /** Undoes it; with `withLater` all that were built on it, too. */
  @property({ attribute: false }) undo!: (withLater: boolean) => Promise<UndoReply>;
  @property({ attribute: false }) showError!: (error: unknown) => void;
  @state() private question: Extract<UndoReply, { readonly outcome: 'builtOn' }> | undefined;

  override render(): TemplateResult {
    const { question } = this;
    if (question === undefined) {
      const tooltip = 'Bring back what the context held before';
      return html`${icon('discard')} ${linkButton('Undo', () => void this.run(false), tooltip)}`;
    }
    return html`<span role="alert">${question.sentence}</span>
      ${linkButton(`Undo this and ${question.laterCount} later`, () => void this.run(true))} ·
      ${linkButton('Keep', () => {
        this.question = undefined;
      })}`;
  }

  private async run(withLater: boolean): Promise<void> {
    try {
      const reply = await this.undo(withLater);
      this.question = reply.outcome === 'builtOn' ? reply : undefined;
    } catch (error) {
      this.showError(error);
    }
  }
}
