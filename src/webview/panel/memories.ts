import type { TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../base/html.ts';
import type { MemoryView } from '../../shared/panelView.ts';
import { accepted } from '../hostConnection.ts';
import { lineField } from '../base/lineField.ts';
import { iconButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { PanelHost } from './panelHost.ts';

/** The memories of this workspace, which outlive the session. The person can change and delete memories. */
@customElement('lt-memories')
export class Memories extends LightElement {
  @property({ attribute: false }) memories: readonly MemoryView[] = [];
  @property({ attribute: false }) host!: PanelHost;
  @state() private editing: string | undefined;

  override render(): TemplateResult {
    return html`<ul class="side-list">
      ${repeat(
        this.memories,
        ({ id }) => id,
        (memory) => (memory.id === this.editing ? this.editor(memory) : this.line(memory)),
      )}
    </ul>`;
  }

  private line({ id, type, text }: MemoryView): TemplateResult {
    return html`<li data-id=${id}>
      <span class="side-text" dir="auto">${text} <span class="muted">${type}</span></span>
      <span class="side-buttons">
        ${iconButton({ icon: 'edit', label: `Edit memory: ${text}`, onClick: () => void this.startEdit(id) })}
        ${iconButton({
          icon: 'trash',
          label: `Delete memory: ${text}`,
          onClick: () => this.host.tell({ type: 'deleteMemory', memory: id }),
        })}
      </span>
    </li>`;
  }

  private editor({ id, text }: MemoryView): TemplateResult {
    const { ask, showError } = this.host;
    const finish = async (to = '', hadFocus = true): Promise<void> => {
      if (this.editing !== id) return;
      const isChanged = to !== '' && to !== text;
      const request = { type: 'editMemory', memory: id, text: to } as const;
      if (isChanged && !(await accepted(ask(request), showError))) return;
      if (this.editing !== id) return;
      this.editing = undefined;
      await this.updateComplete;
      if (hadFocus) this.querySelector<HTMLElement>(`li[data-id="${id}"] .icon-button`)?.focus();
    };
    const field = { label: 'Memory', text, finish, endsOnBlur: true };
    return html`<li>${lineField(field)}</li>`;
  }

  private async startEdit(id: string): Promise<void> {
    this.editing = id;
    await this.updateComplete;
    this.querySelector('input')?.select();
  }
}
