import { html, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { UndoReply } from '../../shared/protocol.ts';
import { icon, linkButton } from './icon.ts';
import { LightElement } from './lightElement.ts';

/** The way back from a compaction; asks once more when more would come of it. */
@customElement('lt-undo')
export class UndoButton extends LightElement {
  /** Undoes it; unless one is sure, the answer may be a question. */
  @property({ attribute: false }) undo!: (isSure: boolean) => Promise<UndoReply>;
  @property({ attribute: false }) showError!: (error: unknown) => void;
  @state() private question: Extract<UndoReply, { readonly outcome: 'asks' }> | undefined;

  override render(): TemplateResult {
    const { question } = this;
    if (question === undefined) {
      const tooltip = 'Bring back what the context held before';
      return html`${icon('discard')} ${linkButton('Undo', () => void this.run(false), tooltip)}`;
    }
    return html`<span role="alert">${question.sentence}</span>
      ${linkButton(question.action, () => void this.run(true))} ·
      ${linkButton('Keep', () => {
        this.question = undefined;
      })}`;
  }

  private async run(isSure: boolean): Promise<void> {
    try {
      const reply = await this.undo(isSure);
      this.question = reply.outcome === 'asks' ? reply : undefined;
    } catch (error) {
      this.showError(error);
    }
  }
}

/** The way forth again. */
export function redoButton(redo: () => void): TemplateResult {
  return html`${icon('redo')} ${linkButton('Redo', redo, 'Compact again as it was before it was undone')}`;
}
