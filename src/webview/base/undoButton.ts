import type { TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { html } from './html.ts';
import type { AwayView } from '../../shared/chatView.ts';
import type { UndoReply } from '../../shared/protocol.ts';
import { icon, linkButton } from './icon.ts';
import { LightElement } from './lightElement.ts';

const ways = {
  undo: { icon: 'discard', label: 'Undo', tooltip: 'Restore the context from before this compaction' },
  redo: { icon: 'redo', label: 'Redo', tooltip: 'Apply this compaction again' },
} as const;

/**
 * A button that undoes or redoes a compaction. If later compactions would also be undone, or if the context would be
 * too large, the button first shows the host's question.
 */
@customElement('lt-undo')
export class UndoButton extends LightElement {
  @property() way: keyof typeof ways = 'undo';
  /** Undoes or redoes the compaction. If `isSure` is false, the reply may be a question. */
  @property({ attribute: false }) run!: (isSure: boolean) => Promise<UndoReply>;
  @property({ attribute: false }) showError!: (error: unknown) => void;
  @state() private question: Extract<UndoReply, { readonly outcome: 'asks' }> | undefined;

  override render(): TemplateResult {
    const { question } = this;
    if (question === undefined) {
      const { icon: name, label, tooltip } = ways[this.way];
      return html`${icon(name)} ${linkButton(label, () => void this.go(false), tooltip)}`;
    }
    const cancelLabel = this.way === 'undo' ? 'Keep' : 'Leave undone';
    return html`<span role="alert">${question.sentence}</span>
      ${linkButton(question.action, () => void this.go(true))} ·
      ${linkButton(cancelLabel, () => {
        this.question = undefined;
      })}`;
  }

  private async go(isSure: boolean): Promise<void> {
    try {
      const reply = await this.run(isSure);
      this.question = reply.outcome === 'asks' ? reply : undefined;
    } catch (error) {
      this.showError(error);
    }
  }
}

/** Returns the effect of “Bring back” on a message, as the end of a sentence. */
export function bringBackMeans({ isPinnedThen }: AwayView): string {
  return `in the context word for word again${isPinnedThen ? ', and pinned' : ''}`;
}
